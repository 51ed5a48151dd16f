import type { Emulator, EmulatorOptions } from './emulator.ts';

/** `const emulator = emulatorForEach()`; in a test, `emulator()` is the one of that test, by default on a virtual clock. */
export declare const emulatorForEach: (options?: EmulatorOptions) => () => Emulator;
