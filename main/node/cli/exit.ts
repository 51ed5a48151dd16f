// How the command line ends.
import type { Failure } from '../../contract/failure.ts';

export const exitCodes = { done: 0, failed: 1, usage: 2, signInNeeded: 3, someRefused: 4 } as const;

export const exitCodeOf = (failure: Failure): number =>
  failure.requiredAction === 'sign-in' || failure.requiredAction === 'new-consent'
    ? exitCodes.signInNeeded
    : exitCodes.failed;
