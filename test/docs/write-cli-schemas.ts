// Writes the schemas into docs/cli.md: node scripts/run.mjs test/docs/write-cli-schemas.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../architecture/source-files.ts';
import { withSchemas } from './cli-schemas.ts';

const path = join(root, 'docs/cli.md');
writeFileSync(path, withSchemas(readFileSync(path, 'utf8')));
