/** Runs `work` while nothing else runs that was given to the same function. */
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
