// Starts and ends the workers of pilots. Two workers of one account never upload at once.
import type { Account } from '../account/account.ts';
import type { Logger } from '../platform/ports.ts';
import type { AccountWorkers } from './account-workers.ts';

export type Pilot = {
  /** The end of the name of its tokens. */
  readonly item: string;
  readonly account: Account;
  /** Of the account in the database; null before the first sign-in, and after a sign-out. */
  id: number | null;
  /** The sign-in that is known to be this pilot's. The item may hold another one before it is known whose it is. */
  signIn: string | null;
  workers: AccountWorkers | null;
};

export function createWorkerLifecycle(deps: {
  pilots: ReadonlyMap<string, Pilot>;
  create(pilot: Pilot, accountId: number): AccountWorkers;
  isStopping(): boolean;
  log: Logger;
}) {
  /** When the last workers of an account have ended, by its id. */
  const ended = new Map<number, Promise<unknown>>();

  function stopWorkers(pilot: Pilot): Promise<unknown> {
    const { workers } = pilot;
    pilot.workers = null;
    if (!workers) return Promise.resolve();
    const stopped = Promise.allSettled([ended.get(workers.accountId), workers.stop()]);
    ended.set(workers.accountId, stopped);
    return stopped;
  }

  /** `beforeWork` runs when the last workers of this account, and of `after`, have ended. */
  function startWorkers(pilot: Pilot, id: number, after: number | null = null, beforeWork = () => {}) {
    void stopWorkers(pilot);
    for (const other of deps.pilots.values()) if (other.id === id) void stopWorkers(other);
    const workers = deps.create(pilot, id);
    pilot.id = id;
    pilot.workers = workers;
    void Promise.all([ended.get(id), after === null ? null : ended.get(after)]).then(() => {
      try {
        beforeWork();
      } catch (error) {
        deps.log.error('reports of a sign-in could not be transferred', { error });
      }
      if (pilot.workers === workers && !deps.isStopping()) workers.start();
    });
  }

  return { startWorkers, stopWorkers };
}
