// Part of `npm run docs`: writes docs/pilots/cli.md.
import './in-english.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withReference } from './reference.ts';

const path = fileURLToPath(new URL('../../../../docs/pilots/cli.md', import.meta.url));
const before = readFileSync(path, 'utf8');
const page = withReference(before);
if (page !== before) writeFileSync(path, page);
process.stdout.write(`docs/pilots/cli.md: ${page === before ? 'unchanged' : 'written'}\n`);
