// Writes the reference page, the OpenAPI descriptions and the schema of scenarios (scripts/build/generate.mjs), which are
// made from the tables of the code and not kept in git.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createScenarioSchema } from '../../scenario/load-scenario.ts';
import { describeControl } from '../openapi-control.ts';
import { describeService } from '../openapi.ts';
import { referencePage } from './reference.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

const jsonFile = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const scenarioSchema = () => ({
  title: 'A scenario',
  ...z.toJSONSchema(createScenarioSchema(), { io: 'input' }),
});

const documents = {
  'docs/emulator/reference.md': await referencePage(),
  'docs/emulator/openapi-strict.json': jsonFile(await describeService('strict')),
  'docs/emulator/openapi-extended.json': jsonFile(await describeService('extended')),
  'docs/emulator/openapi-control.json': jsonFile(describeControl()),
  'emulator/scenarios/scenario.schema.json': jsonFile(scenarioSchema()),
};
for (const [name, text] of Object.entries(documents)) writeFileSync(pathOf(name), text);
