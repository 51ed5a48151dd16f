import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FileOrder } from './test/setup/file-order.ts';
import { browser, slow, slowBrowser, system, unit, whole, wholeBrowser } from './test/setup/kinds.ts';
import { options } from './test/setup/options.ts';

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
      { extends: true, test: { name: 'system', ...system } },
      { extends: true, test: { name: 'browser', ...browser, globalSetup: sharedBrowser } },
      { extends: true, test: { name: 'slow', ...slow } },
      { extends: true, test: { name: 'slow-browser', ...slowBrowser, globalSetup: sharedBrowser } },
      { extends: true, test: { name: 'whole', ...whole } },
      { extends: true, test: { name: 'whole-browser', ...wholeBrowser, globalSetup: sharedBrowser } },
    ],
  },
});
