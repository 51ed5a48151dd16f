import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { FileOrder } from './test/setup/file-order.ts';
import { browser, system, unit } from './test/setup/kinds.ts';

export default defineConfig({
  test: {
    environment: 'node',
    // These end what hangs, and assert nothing: a machine that has much else to do may take its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    env: {
      // A folder within a file is no folder: a test that forgets to name a data folder fails, and never opens a pilot's own.
      PILOT_COMPANION_DATA_DIR: join(import.meta.dirname, 'package.json', 'no-data-folder-was-named'),
      // Half of the start of a program is the stripping and compiling of what the program before it had compiled.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache', 'node'),
    },
    // As every Node of ours: SIGUSR1 opens no inspector, also of what a test forks.
    execArgv: ['--disable-sigusr1'],
    pool: 'forks',
    // One more than two cores have work for: much of a test with processes is waiting.
    maxWorkers: Math.max(3, availableParallelism()),
    sequence: { sequencer: FileOrder },
    projects: [
      // A worker of its own for each of so many small files would take longer than what is in them.
      { extends: true, test: { name: 'unit', ...unit, isolate: false } },
      { extends: true, test: { name: 'system', ...system } },
      { extends: true, test: { name: 'browser', ...browser, globalSetup: 'test/setup/shared-browser.ts' } },
    ],
  },
});
