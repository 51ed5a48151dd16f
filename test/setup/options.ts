// Settings for every test, in any project of Vitest.
import { join } from 'node:path';
import { memoryFolder } from './memory-folder.ts';

const root = join(import.meta.dirname, '../..');

export const options = {
  environment: 'node',
  // Only ends what hangs: tests may be slow on a busy machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  env: {
    // Tests run in English, regardless of this computer's language.
    LC_ALL: 'C.UTF-8',
    // An impossible path, so that a test that doesn't set a data folder fails instead of opening the user's own.
    PILOT_COMPANION_DATA_DIR: join(root, 'package.json', 'no-data-folder-was-named'),
    // Half of a program's start is stripping types and compiling, which the cache saves.
    NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
    TMPDIR: memoryFolder(),
  },
  // As in production: SIGUSR1 opens no inspector, not even in forks of a test.
  execArgv: ['--disable-sigusr1'],
};
