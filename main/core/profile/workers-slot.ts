// The slot for one account's workers. The next ones start once the last ones have ended: two must not upload
// concurrently.
import type { Logger } from '../platform/ports.ts';
import type { PinnedTokens } from '../account/pinned-tokens.ts';
import type { AccountWorkers } from './account-workers.ts';

type Opened = { readonly workers: AccountWorkers; readonly tokens: PinnedTokens };

export function createWorkersSlot(deps: {
  log: Logger;
  open(accountId: number): Opened;
  /** How much of the work this process does. */
  work: Parameters<AccountWorkers['start']>[0];
}) {
  let current: Opened | null = null;
  let ended: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function stop(): Promise<unknown> {
    const left = current;
    current = null;
    if (left) ended = Promise.allSettled([ended, left.workers.stop()]);
    return ended;
  }

  return {
    workers: () => current?.workers ?? null,
    /** `beforeWork` runs when the workers before have ended. */
    start(accountId: number, beforeWork = () => {}) {
      const lastEnded = stop();
      const opened = deps.open(accountId);
      current = opened;
      void lastEnded.then(() => {
        try {
          beforeWork();
        } catch (error) {
          deps.log.error('reports of a sign-in could not be transferred', { error });
        }
        if (current === opened && !isClosed) opened.workers.start(deps.work);
      });
    },
    /** The present sign-in is of the workers' own pilot. */
    followSignIn: () => current?.tokens.follow(),
    /** Resolves when no worker has a call in progress. */
    stop,
    /** From now on no workers start. */
    close() {
      isClosed = true;
    },
  };
}
