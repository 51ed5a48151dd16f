// Every call of the control interface in one table: HTTP, the steps of scenarios and the methods of the library are
// read from it.

import type { z } from 'zod';
import { EmulatorError } from '../emulator-error.ts';
import { accountCalls } from './calls/account-calls.ts';
import type { Call } from './calls/call.ts';
import { emulatorCalls } from './calls/emulator-calls.ts';
import { flightCalls } from './calls/flight-calls.ts';
import { requestCalls } from './calls/request-calls.ts';
import type { Controls } from './controls.ts';
import { readInput } from '../options/input-schemas.ts';

export const calls = { ...emulatorCalls, ...requestCalls, ...flightCalls, ...accountCalls };

export type CallName = keyof typeof calls;

export type CallAnswer<Name extends CallName> = ReturnType<(typeof calls)[Name]['run']>;

/**
 * Does a call. Throws an `EmulatorError`: of kind `option` where the input is not what the call takes, else what the
 * rules say against it.
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

/** What each call that a step of a scenario may name takes. */
export const stepInputs: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries<Pick<Call, 'input' | 'isStep'>>(calls).flatMap(([name, { input, isStep }]) =>
    isStep === true ? [[name, input]] : [],
  ),
);
