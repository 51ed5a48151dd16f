// Settings for every test, in any project of Vitest.
import { join } from 'node:path';
import { memoryFolder } from './memory-folder.ts';

const root = join(import.meta.dirname, '../..');

export const options = {
  environment: 'node',
  // These end what hangs, and assert nothing: a machine that has much else to do may take its time.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  env: {
    // Tests run in English, regardless of this computer's language.
    LC_ALL: 'C.UTF-8',
    // A folder within a file is no folder: a test that forgets to name a data folder fails, and never opens a pilot's own.
    PILOT_COMPANION_DATA_DIR: join(root, 'package.json', 'no-data-folder-was-named'),
    // Half of the start of a program is the stripping and compiling of what the program before it had compiled.
    NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
    TMPDIR: memoryFolder(),
  },
  // As every Node of ours: SIGUSR1 opens no inspector, also of what a test forks.
  execArgv: ['--disable-sigusr1'],
};
