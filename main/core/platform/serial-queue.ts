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
