// Two groups, one after the other: what runs in Node alone, then what drives a Chromium. Two browsers at once starve
// each other on a machine with two cores, so the files of the second group take turns.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const withBrowser = ['test/browser/**/*.test.ts', 'test/desktop/**/*.test.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    // These end what hangs, and assert nothing: a machine that has much else to do may take its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // A folder within a file is no folder: a test that forgets to name a data folder fails, and never opens a pilot's own.
    env: { PILOT_COMPANION_DATA_DIR: join(import.meta.dirname, 'package.json', 'no-data-folder-was-named') },
    // As every Node of ours: SIGUSR1 opens no inspector, also of what a test forks.
    execArgv: ['--disable-sigusr1'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx,mjs}'],
          exclude: withBrowser,
          pool: 'forks',
          // Real processes and real time: much of a test is waiting.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: withBrowser,
          pool: 'forks',
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
