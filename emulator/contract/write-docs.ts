// `npm run docs`: writes what is made from the tables of the code into docs/, and says what has changed.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { madeDocuments } from './documents.ts';

for (const { path, text } of await madeDocuments()) {
  const isNew = !existsSync(path) || readFileSync(path, 'utf8') !== text;
  if (isNew) writeFileSync(path, text);
  process.stdout.write(`docs/${basename(path)}: ${isNew ? 'written' : 'as it was'}\n`);
}
