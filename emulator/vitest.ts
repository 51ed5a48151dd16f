// Vitest's `test` with a separate emulator for each test that requests one: started before it, stopped after it.

import { test as base } from 'vitest';
import type { TestAPI } from 'vitest';
import type { Emulator } from './emulator.ts';
import type { EmulatorOptions } from './options/options.ts';
import { emulatorFixture } from './testing.ts';

export type EmulatorTestContext = {
  /** Those of the emulator; `test.extend({ emulatorOptions: { minGapMs: '2s' } })` changes them. */
  emulatorOptions: EmulatorOptions;
  /** Listens, by default on a virtual clock. */
  emulator: Emulator;
};

/** `test('…', async ({ emulator }) => { … })` */
export const test: TestAPI<EmulatorTestContext> = base.extend<EmulatorTestContext>({
  emulatorOptions: {},
  emulator: async ({ emulatorOptions }, use) => {
    await emulatorFixture(emulatorOptions).emulator({}, use);
  },
});
