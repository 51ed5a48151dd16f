import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FileOrder } from './test/setup/file-order.ts';
import { browser, system, unit, whole, wholeBrowser } from './test/setup/kinds.ts';
import { options } from './test/setup/options.ts';

/** In CI, and printed by name: beside a browser or other programs one failure may be the machine's. It is a bug all the same. */
const retry = process.env['CI'] ? 1 : 0;

const sharedBrowser = 'test/support/shared-browser.ts';

export default defineConfig({
  test: {
    ...options,
    pool: 'forks',
    // Much of a test with a browser or processes is waiting: two cores are at work with five.
    maxWorkers: 2 * availableParallelism() + 1,
    sequence: { sequencer: FileOrder },
    // A worker of its own for each file would take a sixth of the time.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'unit', ...unit, setupFiles: 'test/setup/british-pilot.ts' } },
      { extends: true, test: { name: 'system', ...system, retry } },
      { extends: true, test: { name: 'browser', ...browser, retry, globalSetup: sharedBrowser } },
      { extends: true, test: { name: 'whole', ...whole, retry } },
      { extends: true, test: { name: 'whole-browser', ...wholeBrowser, retry, globalSetup: sharedBrowser } },
    ],
  },
});
