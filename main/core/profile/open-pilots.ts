// The pilots that this process has open: each with the tokens of a sign-in, and with the workers that use them. Two
// workers of one account never upload at once.
import { randomBytes } from 'node:crypto';
import { failed, type Result } from '../../contract/failure.ts';
import type { Account } from '../account/account.ts';
import type { AccessToken } from '../account/tokens/token-session.ts';
import { failures } from '../messages/failures.ts';
import type { Network } from '../platform/network/http-network.ts';
import type { FlightClient } from '../service/flight-client.ts';
import { firstItem } from '../storage/tables/accounts.ts';
import type { Intake } from '../uploads/intake/intake.ts';
import { createAccountOpener } from './account-opener.ts';
import { createAccountWorkers, type AccountWorkers } from './account-workers.ts';
import type { ProfileContext } from './profile-context.ts';

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

export type PilotDeps = {
  network: Pick<Network, 'fetch'>;
  client: FlightClient;
  intake: Pick<Intake, 'restore'>;
};

export function createOpenPilots(context: ProfileContext, deps: PilotDeps, onChange: (pilot: Pilot) => void) {
  const { profile, stores } = context;
  const { log } = context.ports;
  const { openAccount, closeListener } = createAccountOpener(context, deps.network);
  /** By item. */
  const pilots = new Map<string, Pilot>();
  const closing = new Set<Promise<unknown>>();
  /** When the last workers of an account have ended, by its id. */
  const ended = new Map<number, Promise<unknown>>();
  let isStopping = false;

  /** Without a name for its tokens: under a free one. */
  function add(id: number | null, item = freeItem()): Pilot {
    const account = openAccount(item);
    const pilot: Pilot = { item, account, id, signIn: null, workers: null };
    pilots.set(item, pilot);
    account.subscribe(() => {
      if (!isStopping && pilots.get(item) === pilot) onChange(pilot);
    });
    return pilot;
  }

  function freeItem(): string {
    const isUsed = stores.accounts.list(profile.key).some(({ item }) => item === firstItem) || pilots.has(firstItem);
    return isUsed ? randomBytes(4).toString('hex') : firstItem;
  }

  /** Ends its calls. Its tokens stay where they are. */
  function close(pilot: Pilot): Promise<unknown> {
    if (pilots.get(pilot.item) === pilot) pilots.delete(pilot.item);
    const closed = stopWorkers(pilot).then(() => pilot.account.stop());
    closing.add(closed);
    return closed.finally(() => closing.delete(closed));
  }

  function stopWorkers(pilot: Pilot): Promise<unknown> {
    const { workers } = pilot;
    pilot.workers = null;
    if (!workers) return Promise.resolve();
    const stopped = Promise.allSettled([ended.get(workers.accountId), workers.stop()]);
    ended.set(workers.accountId, stopped);
    return stopped;
  }

  /** `beforeWork` runs when the last workers of this account, and of `after`, have ended. */
  function startWorkers(pilot: Pilot, accountId: number, after: number | null = null, beforeWork = () => {}) {
    void stopWorkers(pilot);
    for (const other of pilots.values()) if (other.id === accountId) void stopWorkers(other);
    const { client, intake } = deps;
    const workers = createAccountWorkers(context, { accountId, client, tokens: tokensOf(pilot), intake });
    pilot.id = accountId;
    pilot.workers = workers;
    void Promise.all([ended.get(accountId), after === null ? null : ended.get(after)]).then(() => {
      try {
        beforeWork();
      } catch (error) {
        log.error('reports of a sign-in could not be transferred', { error });
      }
      if (pilot.workers === workers && !isStopping) workers.start();
    });
  }

  return {
    add,
    close,
    startWorkers,
    stopWorkers,
    all: () => [...pilots.values()],
    byItem: (item: string) => pilots.get(item) ?? null,
    /** From now on no change is told, and no workers start. */
    stopFollowing() {
      isStopping = true;
    },
    isStopping: () => isStopping,
    async stop() {
      for (const pilot of pilots.values()) void close(pilot);
      await Promise.all(closing);
      await closeListener();
    },
  };
}

/** The tokens of the pilot's own sign-in only. */
function tokensOf(pilot: Pilot) {
  const { account } = pilot;
  const own = (result: Result<AccessToken>) =>
    result.ok && result.value.signInId !== pilot.signIn ? failed(failures.signInNeeded()) : result;
  return {
    isSignedIn: () => pilot.signIn !== null && account.signInId() === pilot.signIn,
    accessToken: async () => own(await account.accessToken()),
    rejected: async (value: string) => own(await account.rejected(value)),
    accepted: account.accepted,
  };
}
