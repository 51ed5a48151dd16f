// `npm run docs`: writes the generated files under docs/.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { generateDocuments } from './documents.ts';

for (const { path, text } of await generateDocuments()) {
  const isChanged = !existsSync(path) || readFileSync(path, 'utf8') !== text;
  if (isChanged) writeFileSync(path, text);
  process.stdout.write(`${relative(process.cwd(), path)}: ${isChanged ? 'updated' : 'unchanged'}\n`);
}
