// Frees a worker that is stuck (field guide 17): one that had something to do at every look for minutes and has not moved
// once meanwhile. It counts its own checks and not the time, so that a machine that slept is no worker that was stuck.
import type { Clock, Logger } from '../platform/ports.ts';

type Worker = {
  readonly name: string;
  /** It is at something, or something is due. */
  isDue(): boolean;
  /** Gives up what it is at, and begins afresh. */
  free(): void;
};

type Watchdog = {
  /** The worker has begun or ended something, or got on with it. */
  moved(name: string): void;
  start(): void;
  stop(): void;
};

const CHECK_MS = 60_000;
/** Longer than anything that a worker may wait for without a sign of life: a minute for bytes, a minute for room. */
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
    log.warn('a worker that did not move was freed', { worker: worker.name, afterMinutes: stuckAfterChecks });
    worker.free();
  }

  function checkAll() {
    for (const worker of workers) {
      try {
        check(worker);
      } catch (error) {
        // A busy or full disk: the next look tells.
        log.warn('a worker could not be looked at', { worker: worker.name, error });
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
