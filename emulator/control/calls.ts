// The one table of calls. HTTP, the steps of scenarios and the methods of the library use it.

import type { z } from 'zod';
import { EmulatorError } from '../emulator-error.ts';
import { accountCalls } from './calls/account-calls.ts';
import type { Call } from './calls/call.ts';
import { emulatorCalls } from './calls/emulator-calls.ts';
import { flightCalls } from './calls/flight-calls.ts';
import { requestCalls } from './calls/request-calls.ts';
import { worldCalls } from './calls/world-calls.ts';
import type { Controls } from './subjects/controls.ts';
import { readInput } from '../options/input-schemas.ts';

export const calls = { ...emulatorCalls, ...requestCalls, ...flightCalls, ...accountCalls, ...worldCalls };

export type CallName = keyof typeof calls;

export type CallAnswer<Name extends CallName> = ReturnType<(typeof calls)[Name]['run']>;

/**
 * Executes a call. Throws an `EmulatorError`: of kind `option` for an invalid input, otherwise with the reason.
 */
export function runCall<Name extends CallName>(controls: Controls, name: Name, input: unknown): CallAnswer<Name>;
export function runCall(controls: Controls, name: string, input: unknown): unknown;
export function runCall(controls: Controls, name: string, input: unknown): unknown {
  if (!Object.hasOwn(calls, name)) {
    throw new EmulatorError('unknown', `Unknown call ${name}; the calls are ${Object.keys(calls).join(', ')}.`);
  }
  const { input: schema, run }: Call = calls[name as CallName] as unknown as Call;
  return run(controls, readInput(name, schema, input));
}

/** The inputs of the calls that a scenario may use. */
export const stepInputs: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries<Pick<Call, 'input' | 'isStep'>>(calls).flatMap(([name, { input, isStep }]) =>
    isStep === true ? [[name, input]] : [],
  ),
);
