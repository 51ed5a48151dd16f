// Writes docs/pilots/commands.md (scripts/build/generate.mjs).
import './in-english.ts';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { referencePage } from './reference.ts';

writeFileSync(fileURLToPath(new URL('../../../../docs/pilots/commands.md', import.meta.url)), referencePage());
