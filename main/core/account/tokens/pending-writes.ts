// Writes again what the secret store rejected: until it is stored, another process, or the next start, reads a refresh
// token that is used up.
import type { Clock, Logger } from '../../platform/ports.ts';
import type { TokenKeeper } from './token-store.ts';
import type { RunExclusive } from '../../platform/serial-queue.ts';

/** The interval at which a failing secret store is tried again. */
export const storeAgainMs = 60_000;

export function createPendingWrites(deps: {
  clock: Clock;
  log: Logger;
  keeper: TokenKeeper;
  underLock: RunExclusive;
  onChange(): void;
}) {
  const { clock, log, keeper, underLock } = deps;
  let undo = () => {};
  let isStopped = false;

  /** Call it after each write, successful or not. */
  function plan() {
    undo();
    if (!isStopped && keeper.isBehind()) undo = clock.schedule(storeAgainMs, () => void pendingWrites());
  }

  async function pendingWrites() {
    try {
      await underLock(keeper.pendingWrites);
    } catch (error) {
      log.error("couldn't store the sign-in", { error });
    }
    plan();
    deps.onChange();
  }

  return {
    plan,
    now: pendingWrites,
    stop() {
      isStopped = true;
      undo();
    },
  };
}
