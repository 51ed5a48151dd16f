// The one table of calls. HTTP, the steps of scenarios and the methods of the library use it.

import type { z } from 'zod';
import { EmulatorError } from '../emulator-error.ts';
import { readInput } from '../options/input-schemas.ts';
import { accountCalls } from './accounts.ts';
import type { Call } from './call.ts';
import type { ControlContext } from './control-context.ts';
import { emulatorCalls } from './emulator.ts';
import { flightCalls } from './flights.ts';
import { requestCalls } from './requests.ts';

export const calls = { ...emulatorCalls, ...requestCalls, ...flightCalls, ...accountCalls };

export type CallName = keyof typeof calls;

export type CallAnswer<Name extends CallName> = ReturnType<(typeof calls)[Name]['run']>;

/**
 * Executes a call. Throws an `EmulatorError`: of kind `option` for an invalid input, otherwise with the reason.
 */
export function runCall<Name extends CallName>(emulator: ControlContext, name: Name, input: unknown): CallAnswer<Name>;
export function runCall(emulator: ControlContext, name: string, input: unknown): unknown;
export function runCall(emulator: ControlContext, name: string, input: unknown): unknown {
  if (!Object.hasOwn(calls, name)) {
    throw new EmulatorError('unknown', `Unknown call ${name}; the calls are ${Object.keys(calls).join(', ')}.`);
  }
  const { input: schema, method, run }: Call = calls[name as CallName] as unknown as Call;
  const { record } = emulator.settings;
  if (record !== null && method !== 'GET' && !name.startsWith('journal.'))
    throw new EmulatorError(
      'not-allowed',
      `${name} is about an emulated service, and this emulator records ${record}.`,
    );
  return run(emulator, readInput(name, schema, input));
}

export const stepInputs: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries<Pick<Call, 'input' | 'isStep'>>(calls).flatMap(([name, { input, isStep }]) =>
    isStep === true ? [[name, input]] : [],
  ),
);
