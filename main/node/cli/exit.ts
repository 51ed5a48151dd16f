// How the command line ends.
import type { Failure } from '../../contract/failure.ts';
import type { Output } from './output.ts';

export const exitCodes = { done: 0, failed: 1, usage: 2, signInNeeded: 3, someRefused: 4 } as const;

export function exitCodeOf({ kind, requiredAction }: Failure): number {
  if (requiredAction === 'sign-in' || requiredAction === 'new-consent') return exitCodes.signInNeeded;
  return kind === 'wrong-input' ? exitCodes.usage : exitCodes.failed;
}

/** Prints a failure and returns its exit code. */
export function fail(out: Output, failure: Failure): number {
  out.failure(failure);
  return exitCodeOf(failure);
}
