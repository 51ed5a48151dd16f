// Writes docs/pilots/commands.md (scripts/build/generate.mjs).
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Set before anything reads it: the reference is in English, regardless of this computer's language.
process.env['LC_ALL'] = 'en_GB.UTF-8';
const { referencePage } = await import('./reference.ts');
writeFileSync(fileURLToPath(new URL('../../../docs/pilots/commands.md', import.meta.url)), referencePage());
