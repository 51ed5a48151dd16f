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
import { worldCalls } from './worlds.ts';

export const calls = { ...emulatorCalls, ...requestCalls, ...flightCalls, ...accountCalls, ...worldCalls };

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
  const { input: schema, run }: Call = calls[name as CallName] as unknown as Call;
  return run(emulator, readInput(name, schema, input));
}

/** The inputs of the calls that a scenario may use. */
export const stepInputs: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries<Pick<Call, 'input' | 'isStep'>>(calls).flatMap(([name, { input, isStep }]) =>
    isStep === true ? [[name, input]] : [],
  ),
);

export type FoundCall = {
  name: string;
  row: Call;
  /** The values of the path parameters. */
  members: Record<string, string>;
};

export type CallFinder = {
  /** Returns the call, or the methods that the path supports (none for an unknown path). */
  find(method: string, path: string): FoundCall | { methods: string[] };
};

export function createCallFinder(table: Record<string, Call>): CallFinder {
  const rows = Object.entries(table).flatMap(([name, row]) =>
    [row.path, row.alsoPath].flatMap((path) => (path === undefined ? [] : [{ name, row, parts: path.split('/') }])),
  );

  return {
    find(method, path) {
      const given = path.split('/').map(decode);
      const fitting = rows.flatMap(({ name, row, parts }) => {
        const members = membersIn(parts, given);
        return members === null ? [] : [{ name, row, members }];
      });
      // `/consents/revoke` takes precedence over `/consents/:id`.
      const best = fitting
        .filter(({ row }) => row.method === method)
        .toSorted((left, right) => Object.keys(left.members).length - Object.keys(right.members).length)[0];
      return best ?? { methods: [...new Set(fitting.map(({ row }) => row.method))] };
    },
  };
}

function membersIn(parts: readonly string[], given: readonly (string | null)[]): Record<string, string> | null {
  if (parts.length !== given.length) return null;
  const members: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const value = given[index];
    if (value === null || value === undefined || value === '') {
      if (part !== value) return null;
    } else if (part.startsWith(':')) members[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return members;
}

/** Returns null if it cannot be decoded. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
