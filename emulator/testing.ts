// An emulator for each test of a suite: started before it, isolated, and stopped after it. It is independent of the
// test runner; the runner's own functions are passed in.

import { createEmulator } from './emulator.ts';
import type { Emulator } from './emulator.ts';
import type { EmulatorOptions } from './options/options.ts';

/** What `test.extend` of Vitest and Playwright accepts. */
export type EmulatorFixture = {
  emulator: (context: object, use: (emulator: Emulator) => Promise<void>) => Promise<void>;
};

/**
 * For Vitest and Playwright: `const test = base.extend(emulatorFixture())`. A test that requests `emulator` gets one
 * that listens, by default on a virtual clock.
 */
export function emulatorFixture(options: EmulatorOptions = {}): EmulatorFixture {
  return {
    // The runners read the pattern of the first parameter to find out what a fixture needs.
    // oxlint-disable-next-line no-empty-pattern -- it needs nothing
    emulator: async ({}, use) => {
      const emulator = await openEmulator(options);
      try {
        await use(emulator);
      } finally {
        await emulator[Symbol.asyncDispose]();
      }
    },
  };
}

/** The hooks of node:test, Jest, Mocha and Vitest. */
export type TestHooks = {
  beforeEach(run: () => Promise<void>): unknown;
  afterEach(run: () => Promise<void>): unknown;
};

/**
 * For runners with hooks: `const emulator = emulatorForEach({ beforeEach, afterEach })`, and `emulator()` in a test is the one
 * of that test.
 */
export function emulatorForEach({ beforeEach, afterEach }: TestHooks, options: EmulatorOptions = {}): () => Emulator {
  let current: Emulator | null = null;
  beforeEach(async () => {
    current = await openEmulator(options);
  });
  afterEach(async () => {
    await current?.[Symbol.asyncDispose]();
    current = null;
  });
  return () => {
    if (current === null) throw new Error('There is an emulator only while a test runs.');
    return current;
  };
}

async function openEmulator(options: EmulatorOptions): Promise<Emulator> {
  const emulator = await createEmulator({ clock: 'virtual', ...options });
  await emulator.start();
  return emulator;
}
