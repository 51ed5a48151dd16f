// Asynchronous work: waits that end with a signal or after a time, and one after the other.
import type { Clock } from './ports.ts';

/** Settles as `work`, whose result is ignored afterwards, or rejects as soon as `signal` is aborted. */
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

/** Codes of a call that was ended from here. */
const timeLimitCode = 'NO_ANSWER_IN_TIME';
const stoppedCode = 'STOPPED_WAITING';

const endedBy = (code: string) => Object.assign(new Error(`The call was ended: ${code}`), { code });

/** Runs `work` with a signal that is aborted after `limitMs`, or when `owner` is (rule 27). Settles as `work` does. */
export async function withTimeLimit<T>(
  clock: Pick<Clock, 'schedule'>,
  limitMs: number,
  owner: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(endedBy(stoppedCode));
  const undo = clock.schedule(limitMs, () => controller.abort(endedBy(timeLimitCode)));
  owner?.addEventListener('abort', stop, { once: true });
  if (owner?.aborted) stop();
  try {
    return await work(controller.signal);
  } finally {
    undo();
    owner?.removeEventListener('abort', stop);
  }
}

/** Runs `work` exclusively among all calls of the same function. */
export type RunExclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** One after the other in this process; `lock` then holds off other processes, so that it has one caller at a time. */
export function createSerialQueue(lock: RunExclusive = (work) => work()): RunExclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(() => lock(work));
    last = run.catch(() => {});
    return run;
  };
}
