// Writes the reference page, the OpenAPI descriptions and the schema of scenarios (scripts/build/generate.mjs).

import { writeFileSync } from 'node:fs';
import { generateDocuments } from './documents.ts';

for (const { path, text } of await generateDocuments()) writeFileSync(path, text);
