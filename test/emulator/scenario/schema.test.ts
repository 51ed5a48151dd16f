import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { builtInNames } from '../../../emulator/scenario/load-scenario.ts';

const folder = new URL('../../../emulator/scenarios/', import.meta.url);

it('each built-in scenario names the schema, for editors', async () => {
  for (const name of await builtInNames()) {
    const text = readFileSync(new URL(`${name}.yaml`, folder), 'utf8');
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/scenario\.schema\.json\n/);
    expect(text).toContain(`--scenario ${name}`);
  }
});
