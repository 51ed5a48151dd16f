import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileSync as writeAtomically } from 'atomically';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStoredDocument } from '../../../../main/core/storage/files/json-document.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'document-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const document = () =>
  createStoredDocument({
    folder,
    name: 'settings',
    clock: { now: () => Date.UTC(2026, 4, 12, 12, 0, 0, 5) },
    save: (value) => writeAtomically(join(folder, 'settings.json'), JSON.stringify(value)),
  });

describe('a stored document', () => {
  it('is undefined until it is written, then read back as stored', () => {
    expect(document().read()).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    document().write({ version: 1, theme: 'dark' });
    expect(document().read()).toEqual({ version: 1, theme: 'dark' });
    document().write({ version: 2 });
    expect(document().read()).toEqual({ version: 2 });
  });

  it.each(['{"version": 1, "the', '', '\0\0\0\0'])('that is %j is returned as text and left unchanged', (text) => {
    writeFileSync(join(folder, 'settings.json'), text);
    expect(document().read()).toBe(text);
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(text);
  });

  it('is kept under a name with the time', () => {
    expect(document().keepAside()).toBeNull();
    writeFileSync(join(folder, 'settings.json'), 'broken');
    const aside = document().keepAside();
    expect(aside).toBe('settings.unreadable-2026-05-12T12-00-00-005Z.json');
    expect(readFileSync(join(folder, aside!), 'utf8')).toBe('broken');
    expect(document().read()).toBeUndefined();
  });

  it('field guide 24: that is a folder is kept aside like an unreadable file', () => {
    document().write({ version: 1, theme: 'dark' });
    rmSync(join(folder, 'settings.json'));
    mkdirSync(join(folder, 'settings.json', 'inside'), { recursive: true });
    expect(document().read()).toBe('');
    const aside = document().keepAside();
    expect(readdirSync(join(folder, aside!))).toEqual(['inside']);
    // The last good copy has replaced it.
    expect(document().read()).toEqual({ version: 1, theme: 'dark' });
  });

  it('has a copy of what was written last', () => {
    document().write({ version: 1 });
    document().write({ version: 2 });
    expect(readdirSync(folder).toSorted()).toEqual(['settings.json', 'settings.last-good.json']);
    expect(readFileSync(join(folder, 'settings.last-good.json'), 'utf8')).toBe('{"version":2}');
  });

  it.skipIf(process.platform === 'win32')('has a copy that only its owner can read', () => {
    document().write({ version: 1 });
    expect(statSync(join(folder, 'settings.last-good.json')).mode & 0o777).toBe(0o600);
  });

  it.each(['', '\0\0\0', '{"version": 1', '"text"', '1'])('is not replaced by a copy that is %j', (copy) => {
    writeFileSync(join(folder, 'settings.json'), 'broken');
    writeFileSync(join(folder, 'settings.last-good.json'), copy);
    expect(document().keepAside()).not.toBeNull();
    expect(document().read()).toBeUndefined();
  });

  it('saves a copy of the value, which the library may change', () => {
    const value = { version: 1 };
    const saved: unknown[] = [];
    createStoredDocument({
      folder,
      name: 'settings',
      clock: { now: () => 0 },
      save: (given) => void saved.push(given),
    }).write(value);
    expect(saved).toEqual([value]);
    expect(saved[0]).not.toBe(value);
  });

  it("is written even if its backup can't be", () => {
    mkdirSync(join(folder, 'settings.last-good.json'));
    document().write({ version: 1, theme: 'dark' });
    expect(document().read()).toEqual({ version: 1, theme: 'dark' });
  });

  it('must be an object, otherwise it throws', () => {
    expect(() => document().write('text')).toThrow(TypeError);
    expect(() => document().write(null)).toThrow(TypeError);
  });
});
