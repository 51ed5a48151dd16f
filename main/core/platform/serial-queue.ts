// One after the other in this process first, then across processes: so the lock across processes need not be made for
// two callers of one process at once.

/** Runs `work` while no other window or process runs any. */
export type RefreshLock = <T>(work: () => Promise<T>) => Promise<T>;

export function createSerialQueue(lock: RefreshLock): RefreshLock {
  let lastInLine: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = lastInLine.then(() => lock(work));
    lastInLine = turn.catch(() => {});
    return turn;
  };
}
