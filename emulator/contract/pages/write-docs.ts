// Writes the reference page, the OpenAPI descriptions and the schema of scenarios (scripts/build/generate.mjs), which are
// made from the tables of the code and not kept in git.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createScenarioSchema } from '../../scenario/load-scenario.ts';
import { describeControl } from '../openapi-control.ts';
import { describeService } from '../openapi.ts';
import { referencePage } from './reference.ts';

type GeneratedDocument = {
  /** Absolute. */
  path: string;
  text: string;
};

const pathOf = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

const jsonFile = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const scenarioSchema = () => ({
  title: 'A scenario',
  ...z.toJSONSchema(createScenarioSchema(), { io: 'input' }),
});

/** Each with its content. */
export const generateDocuments = async (): Promise<GeneratedDocument[]> => [
  { path: pathOf('docs/emulator/reference.md'), text: await referencePage() },
  { path: pathOf('docs/emulator/openapi-strict.json'), text: jsonFile(await describeService('strict')) },
  { path: pathOf('docs/emulator/openapi-extended.json'), text: jsonFile(await describeService('extended')) },
  { path: pathOf('docs/emulator/openapi-control.json'), text: jsonFile(describeControl()) },
  { path: pathOf('emulator/scenarios/scenario.schema.json'), text: jsonFile(scenarioSchema()) },
];

for (const { path, text } of await generateDocuments()) writeFileSync(path, text);
