import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { failures } from '../../../main/core/messages/failures.ts';
import { isPresetFile, readPresetFile, readPresetFolder } from '../../../main/core/settings/presets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'presets-'));
  return () => rmSync(folder, { recursive: true });
});
const presetOf = (name: string) => ({ name, address: 'https://service.example', clientId: 'app' });
const save = (name: string, content: unknown = presetOf(name)) =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

describe('a preset in a file', () => {
  it('is recognized by its ending, in any case', () => {
    expect(['a.pilotpreset', '/b/C.PILOTPRESET', 'a.json', 'pilotpreset'].map(isPresetFile)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('is read, or it is said what is wrong', async () => {
    save('good.json');
    save('bad.json', '{');
    expect(await readPresetFile(join(folder, 'good.json'))).toEqual({ ok: true, value: presetOf('good.json') });
    expect(await readPresetFile(join(folder, 'bad.json'))).toEqual({
      ok: false,
      failure: failures.presetNotJson('bad.json'),
    });
    const missing = join(folder, 'gone.json');
    expect(await readPresetFile(missing)).toEqual({ ok: false, failure: failures.presetUnreadable(missing, 'ENOENT') });
  });
});

describe('a folder of presets', () => {
  it('is read in the order of the names, and what is no preset is left out', async () => {
    for (const name of ['b.JSON', 'c.txt', 'd.json', 'a.pilotpreset', 'B.json']) save(name);
    save('0.json', '[]');
    expect(await readPresetFolder(folder)).toEqual({
      presets: ['B.json', 'a.pilotpreset', 'b.JSON', 'd.json'].map(presetOf),
      failures: [failures.presetInvalid('0.json', 'object', '')],
    });
  });

  it('is empty if there is none', async () => {
    expect(await readPresetFolder(join(folder, 'gone'))).toEqual({ presets: [], failures: [] });
  });
});
