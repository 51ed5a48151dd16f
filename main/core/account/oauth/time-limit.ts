// Bounds a call by the clock and by its owner's signal: no call waits forever (27).
import type { Clock } from '../../platform/ports.ts';

/** Codes of a call that was ended from here. */
const timeLimitCode = 'NO_ANSWER_IN_TIME';
const stoppedCode = 'STOPPED_WAITING';

const ended = (code: string) => Object.assign(new Error(`The call was ended: ${code}`), { code });

/** Runs `work` with a signal that is aborted after `limitMs`, or when `owner` is. Rejects as `work` does. */
export async function withTimeLimit<T>(
  clock: Clock,
  limitMs: number,
  owner: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(ended(stoppedCode));
  const undo = clock.schedule(limitMs, () => controller.abort(ended(timeLimitCode)));
  owner.addEventListener('abort', stop, { once: true });
  if (owner.aborted) stop();
  try {
    return await work(controller.signal);
  } finally {
    undo();
    owner.removeEventListener('abort', stop);
  }
}
