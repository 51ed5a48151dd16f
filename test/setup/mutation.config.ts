// What Stryker runs against each mutant: the unit tests of the folder that is mutated (scripts/test/mutation.mjs). A mutant
// lives in one process, so tests that start others cannot notice it.
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { unit } from './kinds.ts';

const folder = process.env['PILOT_COMPANION_MUTATION_FOLDER'] ?? '*';
const { projects: _, sequence: __, maxWorkers: ___, ...test } = base.test ?? {};

export default defineConfig({
  test: { ...test, include: [`test/core/${folder}/**/*.test.ts`], exclude: unit.exclude },
});
