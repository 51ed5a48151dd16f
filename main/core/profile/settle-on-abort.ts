// Bounds what a worker waits for: a call that was called off and says nothing more must not hold the worker up.
import type { Clock } from '../platform/ports.ts';

/** A call that is called off may still say what came of it, within this. */
const LAST_WORD_MS = 5_000;

/** As `work`; once `signal` is aborted and the last word has not come, as `instead`. What `work` comes to then is nobody's. */
export function settleOnAbort<T>(clock: Clock, work: Promise<T>, signal: AbortSignal, instead: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    let undo = () => {};
    const giveUp = () => {
      undo = clock.schedule(LAST_WORD_MS, () => resolve(instead()));
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
