// Waits that end with a signal or after a time: what was begun continues, and its result is ignored.
import type { Clock } from './ports.ts';

/** Settles as `work`, or rejects as soon as `signal` is aborted. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Resolves with the result, or with null after `limitMs`. No timer is left behind: it would keep the process alive. */
export async function within<Result>(
  clock: Pick<Clock, 'sleep'>,
  limitMs: number,
  work: Promise<Result>,
): Promise<Result | null> {
  const settled = new AbortController();
  try {
    return await Promise.race([work, clock.sleep(limitMs, settled.signal).then(() => null)]);
  } finally {
    settled.abort();
  }
}
