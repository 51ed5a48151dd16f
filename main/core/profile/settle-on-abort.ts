// Bounds how long an aborted call may take.
import type { Clock } from '../platform/ports.ts';

/** How long an aborted call may take to return its own outcome. */
const ABORT_GRACE_MS = 5_000;

/** Resolves as `work`, or with `instead` where it has not settled some time after `signal` was aborted. */
export function settleOnAbort<T>(clock: Clock, work: Promise<T>, signal: AbortSignal, instead: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    let undo = () => {};
    const giveUp = () => {
      undo = clock.schedule(ABORT_GRACE_MS, () => resolve(instead()));
    };
    const end = () => {
      undo();
      signal.removeEventListener('abort', giveUp);
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(end);
  });
}
