// How the command line ends.
import { needsSignIn, type Failure } from '../../../contract/failure.ts';
import type { Output } from './output.ts';

export const exitCodes = { done: 0, failed: 1, usage: 2, signInNeeded: 3, someRejected: 4, elsewhere: 5 } as const;

export function exitCodeOf(failure: Failure): number {
  if (failure.code === 'works_for_other') return exitCodes.elsewhere;
  if (needsSignIn(failure)) return exitCodes.signInNeeded;
  return failure.kind === 'wrong-input' ? exitCodes.usage : exitCodes.failed;
}

/** Prints a failure and returns its exit code. */
export function fail(out: Output, failure: Failure): number {
  out.failure(failure);
  return exitCodeOf(failure);
}
