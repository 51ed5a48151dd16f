// Restarts a stuck worker (field guide 17): one that was due at every check for minutes, without a sign of progress. It
// counts checks and not time, so that a sleep of the machine does not count.
import type { Clock, Logger } from '../platform/ports.ts';

type Worker = {
  readonly name: string;
  /** It is busy, or something is due. */
  isDue(): boolean;
  /** Aborts its calls and starts again. */
  free(): void;
};

type Watchdog = {
  /** A worker has started, ended or continued something. */
  moved(name: string): void;
  start(): void;
  stop(): void;
};

const CHECK_MS = 60_000;
/** Longer than anything a worker may wait for: a minute without bytes, a minute for a slot. */
export const stuckAfterChecks = 5;

export function createWatchdog(deps: { clock: Clock; log: Logger; workers: readonly Worker[] }): Watchdog {
  const { clock, log, workers } = deps;
  const dueChecks = new Map<string, number>();
  let undo = () => {};

  function check(worker: Worker) {
    const checks = worker.isDue() ? (dueChecks.get(worker.name) ?? 0) + 1 : 0;
    dueChecks.set(worker.name, checks);
    if (checks < stuckAfterChecks) return;
    dueChecks.delete(worker.name);
    log.warn('restarted a stuck worker', { worker: worker.name, afterMinutes: stuckAfterChecks });
    worker.free();
  }

  function checkAll() {
    for (const worker of workers) {
      try {
        check(worker);
      } catch (error) {
        // A busy or full disk: the next check counts.
        log.warn('a worker could not be checked', { worker: worker.name, error });
      }
    }
    start();
  }

  function start() {
    undo();
    undo = clock.schedule(CHECK_MS, checkAll);
  }

  return {
    moved: (name) => void dueChecks.delete(name),
    start,
    stop: () => undo(),
  };
}
