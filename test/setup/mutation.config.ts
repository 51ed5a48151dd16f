// What Stryker runs against each mutant: the tests of the folder that is mutated (scripts/test/mutation.mjs). A mutant lives
// in one process, so tests that run the companion in others cannot notice it.
import { defineConfig } from 'vitest/config';
import { unit } from './kinds.ts';
import { memoryFolder } from './memory-folder.ts';
import { options } from './options.ts';

const folder = process.env['PILOT_COMPANION_MUTATION_FOLDER'] ?? '*';

/** The diagnostics read what a whole companion has done, so its tests count for them. */
const others: Readonly<Record<string, readonly string[]>> = { app: ['test/integration/diagnostics/*.test.ts'] };

export default defineConfig({
  test: {
    ...options,
    env: { ...options.env, TMPDIR: memoryFolder() },
    include: [`test/core/${folder}/**/*.test.ts`, ...(others[folder] ?? [])],
    exclude: unit.exclude,
  },
});
