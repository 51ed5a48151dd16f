// The pilots who are signed in with one service, each with tokens of their own, and which of them is in use: to everybody
// else it is one account. Going over to another needs no new sign-in while that one's tokens live; a sign-in as another
// pilot leaves the present one at work until it has come about. Which it is stands in the database, so that every process
// on the data folder goes over together.
import { randomBytes } from 'node:crypto';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { isInProgress } from '../../contract/sign-in.ts';
import type { Account, Identity } from './account.ts';
import { failures } from '../messages/failures.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import { createSerialQueue } from '../platform/serial-queue.ts';
import { firstItem, type createAccounts } from '../storage/tables/accounts.ts';

export type SignedInAccounts = ReturnType<typeof createSignedInAccounts>;

export function createSignedInAccounts(deps: {
  profileKey: string;
  clock: Clock;
  log: Logger;
  accounts: ReturnType<typeof createAccounts>;
  /** The account whose tokens have a name with this end in the secret store. */
  open(item: string): Account;
  /** Another account is in use, and it is read already. Resolves when nothing of the one before is under way any more. */
  onOther(accountId: number): Promise<unknown>;
  /** Whoever was in use has signed out in another process. */
  onSignedOut(): Promise<unknown>;
}) {
  const { profileKey, clock, log, accounts } = deps;
  const listeners = new Set<() => void>();

  type Slot = { readonly item: string; readonly account: Account; readonly leave: () => void };
  const notify = () => {
    for (const listener of listeners) listener();
    void runExclusive(forgetOlder).catch((error: unknown) =>
      log.warn('what is left of an older sign-in could not be removed', { error: String(error) }),
    );
  };
  function openSlot(item: string): Slot {
    const account = deps.open(item);
    return { item, account, leave: account.subscribe(notify) };
  }

  let seenInUse = accounts.current(profileKey)?.item ?? null;
  let inUse = openSlot(seenInUse ?? freeItem());
  /** A sign-in as another pilot, under way or just ended, beside the one in use. */
  let pendingSignIn: Slot | null = null;
  /** Those left end what they are at. */
  const leaving = new Set<Promise<unknown>>();
  let isStopped = false;
  /** One change of the account in use after the other. */
  const runExclusive = createSerialQueue();

  /** A place for tokens that no account has. */
  function freeItem(): string {
    const used = accounts.list(profileKey).map(({ item }) => item);
    return used.includes(firstItem) ? randomBytes(4).toString('hex') : firstItem;
  }

  function stopLater(left: Slot, after: Promise<unknown>) {
    left.leave();
    const ending = after.catch(() => {}).then(() => left.account.stop());
    leaving.add(ending);
    void ending.finally(() => leaving.delete(ending));
  }

  /** The account at this seat is the one in use from here on. */
  function activate(next: Slot, accountId: number) {
    const left = inUse;
    inUse = next;
    seenInUse = next.item;
    // Its desk may be at an upload, with its tokens: it ends before they are put down.
    stopLater(left, deps.onOther(accountId));
    notify();
  }

  /** What is kept at this place goes, after a renewal that is on its way there, here or in another process. */
  async function clear(item: string): Promise<Result<null>> {
    const account = deps.open(item);
    const gone = await account.signOut();
    await account.stop();
    return gone;
  }

  /** Goes over to the account at this place; nothing is changed where the work ends meanwhile. */
  async function switchTo(item: string, accountId: number, beforeActivating = () => {}): Promise<Result<null>> {
    const next = openSlot(item);
    await next.account.start();
    if (isStopped) {
      await next.account.stop();
      return failed(failures.cancelled());
    }
    beforeActivating();
    activate(next, accountId);
    return ok(null);
  }

  /** Nobody is in use by the database: is what is held here signed out, or not written down yet? */
  async function lookForSignOut() {
    const { account } = inUse;
    if (account.identity() === null) return;
    await account.lookAgain();
    const isSignedOut = account.identity() === null && accounts.current(profileKey) === null;
    if (isSignedOut && account === inUse.account && !isStopped) await deps.onSignedOut();
  }

  /**
   * Tokens of an older sign-in of the pilot in use are of no use any more. Which is the newer one the database says: a
   * process that has not gone over yet must not take the one for the other.
   */
  async function forgetOlder() {
    const { item } = inUse;
    if (accounts.current(profileKey)?.item !== item) return;
    for (const older of accounts.olderItems(profileKey, item)) {
      const gone = await clear(older);
      if (!gone.ok) log.warn('the tokens of an older sign-in could not be removed', { failure: gone.failure });
      accounts.forget(profileKey, older);
    }
  }

  async function signInAnother(): Promise<Result<Identity>> {
    const left = pendingSignIn;
    const slot = openSlot(freeItem());
    pendingSignIn = slot;
    left?.account.cancelSignIn(failures.signInSuperseded());
    if (left) stopLater(left, Promise.resolve());
    const result = await slot.account.signIn(null);
    if (pendingSignIn !== slot || !result.ok) return result;
    return runExclusive(async () => {
      pendingSignIn = null;
      const { id } = await writtenDown(slot, result.value);
      activate(slot, id);
      await forgetOlder();
      return result;
    });
  }

  /** A pilot who cannot be written down (a full disk) has not signed in: nothing is left of it. */
  async function writtenDown({ item, account }: Slot, who: Identity) {
    try {
      const stored = accounts.signedIn(profileKey, who, clock.now(), item);
      accounts.use(profileKey, item);
      return stored;
    } catch (error) {
      await account.signOut();
      await account.stop();
      throw error;
    }
  }

  return {
    /** The name's end of the tokens in use: with the moment of the sign-in it names one sign-in. */
    item: () => inUse.item,
    /** Tokens of the account in use now, for whoever works for that account alone. */
    tokens: (): Pick<Account, 'accessToken' | 'rejected' | 'accepted' | 'signInId'> => inUse.account,

    state(): ReturnType<Account['state']> {
      return pendingSignIn && isInProgress(pendingSignIn.account.signInState())
        ? { status: 'signing-in' }
        : inUse.account.state();
    },
    signInState: () => pendingSignIn?.account.signInState() ?? inUse.account.signInState(),
    identity: () => inUse.account.identity(),
    start: () => inUse.account.start(),

    /** @param otherPilot beside whoever is signed in; `expected`: whose sign-in it is to be otherwise */
    async signIn({ otherPilot, expected }: { otherPilot: boolean; expected: Identity | null }): Promise<Result<null>> {
      inUse.account.cancelSignIn(failures.signInSuperseded());
      const isBeside = otherPilot && accounts.current(profileKey) !== null;
      if (!isBeside && pendingSignIn) {
        pendingSignIn.account.cancelSignIn(failures.signInSuperseded());
        stopLater(pendingSignIn, Promise.resolve());
        pendingSignIn = null;
      }
      const result = isBeside ? await signInAnother() : await inUse.account.signIn(otherPilot ? null : expected);
      return result.ok ? ok(null) : result;
    },
    cancelSignIn() {
      pendingSignIn?.account.cancelSignIn();
      inUse.account.cancelSignIn();
    },
    pasteRedirect: (address: string) => (pendingSignIn ?? inUse).account.pasteRedirect(address),

    /** Goes over to an account that signed in before. */
    use: (accountId: number): Promise<Result<null>> =>
      runExclusive(async () => {
        const wanted = accounts.list(profileKey).find(({ id }) => id === accountId);
        if (!wanted) return failed(failures.notFound('That account'));
        const writeDown = () => accounts.use(profileKey, wanted.item);
        if (wanted.item !== inUse.item) return switchTo(wanted.item, wanted.id, writeDown);
        // Here it is already; another process may have gone over to somebody else a moment ago.
        writeDown();
        seenInUse = wanted.item;
        return ok(null);
      }),

    /** Another process may have gone over to another account, or signed out. */
    follow: (): Promise<unknown> =>
      runExclusive(async () => {
        const current = accounts.current(profileKey);
        if (!current) return lookForSignOut();
        if (current.item === seenInUse) return inUse.account.follow();
        seenInUse = current.item;
        return current.item === inUse.item ? undefined : switchTo(current.item, current.id);
      }),

    /** Signs out whoever is in use; the others stay signed in, and none of them is in use by itself. */
    async signOut(): Promise<Result<null>> {
      pendingSignIn?.account.cancelSignIn();
      const slot = inUse;
      const result = await slot.account.signOut();
      if (result.ok && inUse === slot) seenInUse = null;
      return result;
    },
    /** Signs out one that is not in use. */
    signOutOther: (accountId: number): Promise<Result<null>> =>
      runExclusive(async () => {
        const other = accounts.list(profileKey).find(({ id }) => id === accountId);
        if (!other) return failed(failures.notFound('That account'));
        const gone = await clear(other.item);
        if (gone.ok) accounts.signedOut(other.id);
        notify();
        return gone;
      }),
    isInUse: (accountId: number) =>
      accounts.list(profileKey).some(({ id, item }) => id === accountId && item === inUse.item),

    tryAgain: (isFixed?: boolean) => inUse.account.tryAgain(isFixed),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async stop() {
      isStopped = true;
      pendingSignIn?.leave();
      inUse.leave();
      await Promise.all([pendingSignIn?.account.stop(), inUse.account.stop(), ...leaving]);
    },
  };
}
