// The front door: one emulator of the Pilot Flight Service with its own world, time and settings. Any number of them
// live side by side in one process.

import type { EmulatorMethods } from './control/methods.ts';
import { createHost } from './server/host.ts';
import type { EmulatorAtWork } from './server/host.ts';
import type { EmulatorOptions } from './options/options.ts';

export type * from './api-types.ts';
export type { EmulatorClock } from './clock/clock.ts';
export type { EmulatorMethods } from './control/methods.ts';
export type { FlightFigures } from './world/world.ts';
export type { FlightRecord } from './api-types.ts';
export type { EmulatorAtWork, EmulatorClient, EmulatorPilot } from './server/host.ts';
export type { TokenResponse } from './api-types.ts';
export type { EmulatorOptions } from './options/options.ts';
export type { EmulatorMode, EmulatorSettings } from './options/option-table.ts';
export type { SeenSecret } from './options/seen-secret.ts';
export type { FaultEffect, FaultMatch } from './world/world.ts';
export { createClock } from './clock/clock.ts';
export { EmulatorError } from './emulator-error.ts';

export interface Emulator extends Omit<EmulatorAtWork, 'pilots'>, EmulatorMethods {}

/**
 * Rejects with an `EmulatorError` for a wrong option, a state file that is no world, is in use or cannot be written,
 * and a scenario that cannot be played.
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  // With the methods comes all that reads what they are given: loaded with the first emulator.
  const { createMethods } = await import('./control/methods.ts');
  const host = await createHost(options);
  const { controls, clock, hasEnded: _ended, pilots: _pilots, ...atWork } = Object.getOwnPropertyDescriptors(host);
  const methods = createMethods(
    controls.value!,
    () => clock.value!.now(),
    () => host.hasEnded,
  );
  return Object.defineProperties(methods, atWork) as unknown as Emulator;
}
