// The public library: an emulator of the Pilot Flight Service with its own state, clock and settings. Any number of them run
// side by side in one process.

import type { EmulatorMethods } from './control/methods.ts';
import { createHost } from './server/host.ts';
import type { EmulatorLifecycle } from './server/host.ts';
import type { EmulatorOptions } from './options/options.ts';

export type * from './api-types.ts';
export type { Har } from './journal/as-har.ts';
export type { EmulatorClock } from './clock/clock.ts';
export type * from './control/methods.ts';
export type { FlightFigures } from './world/world.ts';
export type { EmulatorLifecycle, EmulatorClient } from './server/host.ts';
export type { EmulatorOptions } from './options/options.ts';
export type { EmulatorMode, EmulatorSettings } from './options/option-table.ts';
export type { SeenSecret } from './options/options.ts';
export type { FaultMatch } from './world/fault-schema.ts';
export type { FaultEffect } from './world/fault-schema.ts';
export { createClock } from './clock/clock.ts';
export { EmulatorError } from './emulator-error.ts';

export type Emulator = {} & Omit<EmulatorLifecycle, 'pilots'> & EmulatorMethods;

/**
 * Rejects with an `EmulatorError` for an invalid option, a state file that is damaged, in use or not writable, or an invalid
 * scenario.
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  // Loaded with the first emulator, because the methods bring all input schemas.
  const { createMethods } = await import('./control/methods.ts');
  const host = await createHost(options);
  const { control: _control, hasEnded: _ended, pilots: _pilots, ...lifecycle } = Object.getOwnPropertyDescriptors(host);
  const methods = createMethods(host.control, () => host.hasEnded);
  return Object.defineProperties(methods, lifecycle) as unknown as Emulator;
}
