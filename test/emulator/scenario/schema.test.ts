import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { stepInputs } from '../../../emulator/control/calls.ts';
import { builtInNames } from '../../../emulator/scenario/load-scenario.ts';
import { createScenarioSchema } from '../../../emulator/scenario/scenario-schema.ts';

const folder = new URL('../../../emulator/scenarios/', import.meta.url);

it('scenario.schema.json is current (`vitest run test/emulator/scenario -u` updates it)', async () => {
  const schema = z.toJSONSchema(createScenarioSchema(stepInputs), { io: 'input' });
  const { code } = await format('scenario.schema.json', JSON.stringify({ title: 'A scenario', ...schema }), {
    printWidth: 120,
  });
  await expect(code).toMatchFileSnapshot(new URL('scenario.schema.json', folder).pathname);
});

it('each built-in scenario names the schema, for editors', async () => {
  for (const name of await builtInNames()) {
    const text = readFileSync(new URL(`${name}.yaml`, folder), 'utf8');
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/scenario\.schema\.json\n/);
    expect(text).toContain(`--scenario ${name}`);
  }
});
