import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FileOrder } from './test/setup/file-order.ts';
import { browser, slow, slowBrowser, system, unit, whole, wholeBrowser } from './test/setup/kinds.ts';
import { options } from './test/setup/options.ts';

/**
 * In CI, and printed by name: with a browser or other programs running, one failure may be the machine's fault. It is
 * still a bug.
 */
const retry = process.env['CI'] ? 1 : 0;

const sharedBrowser = 'test/support/shared-browser.ts';

export default defineConfig({
  test: {
    ...options,
    pool: 'forks',
    // Tests with a browser or processes often wait, so five workers keep two cores busy.
    maxWorkers: 2 * availableParallelism() + 1,
    sequence: { sequencer: FileOrder },
    // Starting a worker for each file would take a sixth of the time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...unit,
          setupFiles: 'test/setup/british-pilot.ts',
          // Time is virtual: what takes this long hangs.
          testTimeout: 90_000,
          // They hardly wait, and each worker imports everything. Vitest wants a group of its own for that.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: 'system', ...system, retry } },
      { extends: true, test: { name: 'browser', ...browser, retry, globalSetup: sharedBrowser } },
      { extends: true, test: { name: 'slow', ...slow, retry } },
      { extends: true, test: { name: 'slow-browser', ...slowBrowser, retry, globalSetup: sharedBrowser } },
      { extends: true, test: { name: 'whole', ...whole, retry } },
      { extends: true, test: { name: 'whole-browser', ...wholeBrowser, retry, globalSetup: sharedBrowser } },
    ],
  },
});
