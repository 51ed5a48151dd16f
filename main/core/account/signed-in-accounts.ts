// The pilots signed in with one service, each with separate tokens. For the rest of the program, the active one is the
// account. Switching needs no new sign-in, and a sign-in as another pilot leaves the active account running until it
// succeeds. The active account is in the database, so that every process on the data folder switches.
import { randomBytes } from 'node:crypto';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { isInProgress } from '../../contract/sign-in.ts';
import { failures } from '../messages/failures.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import { createSerialQueue } from '../platform/waits.ts';
import { firstItem, type createAccounts } from '../storage/tables/accounts.ts';
import type { Account } from './account.ts';
import type { Identity } from './tokens/identity.ts';
import type { AccessToken } from './tokens/token-session.ts';

export type SignedInAccounts = ReturnType<typeof createSignedInAccounts>;

export function createSignedInAccounts(deps: {
  profileKey: string;
  clock: Clock;
  log: Logger;
  accounts: ReturnType<typeof createAccounts>;
  /** The account whose tokens have a name that ends in `item`. */
  open(item: string): Account;
  /** Another account is active and its tokens are read. Resolves when no call of the previous one is in progress. */
  onOther(accountId: number): Promise<unknown>;
  /** The active account has signed out in another process. */
  onSignedOut(): Promise<unknown>;
}) {
  const { profileKey, clock, log, accounts } = deps;
  const listeners = new Set<() => void>();

  type Slot = { readonly item: string; readonly account: Account; readonly leave: () => void };
  const notify = () => {
    for (const listener of listeners) listener();
    void runExclusive(forgetOlder).catch((error: unknown) =>
      log.warn('what is left of an older sign-in could not be removed', { error }),
    );
  };
  function openSlot(item: string): Slot {
    const account = deps.open(item);
    return { item, account, leave: account.subscribe(notify) };
  }

  let seenInUse = accounts.current(profileKey)?.item ?? null;
  let inUse = openSlot(seenInUse ?? freeItem());
  /** A sign-in as another pilot, in progress or just ended. */
  let pendingSignIn: Slot | null = null;
  /** Accounts that are ending their calls. */
  const leaving = new Set<Promise<unknown>>();
  let isStopped = false;
  /** Serializes changes of the active account. */
  const runExclusive = createSerialQueue();

  /** A free name for tokens. */
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

  /** Makes the account of this slot the active one. */
  function activate(next: Slot, accountId: number) {
    const left = inUse;
    inUse = next;
    seenInUse = next.item;
    // Its workers may be uploading with its tokens: they stop first.
    stopLater(left, deps.onOther(accountId));
    notify();
  }

  /** Removes the tokens of this name, after a refresh that may be in progress, here or in another process. */
  async function clear(item: string): Promise<Result<null>> {
    const account = deps.open(item);
    const gone = await account.signOut();
    await account.stop();
    return gone;
  }

  /** Switches to the account of this name; changes nothing if the program stops midway. */
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

  /** The database has no active account: either it is signed out, or this process has not stored it yet. */
  async function rereadSession() {
    const { account } = inUse;
    if (account.identity() === null) return;
    await account.reread();
    const isSignedOut = account.identity() === null && accounts.current(profileKey) === null;
    if (isSignedOut && account === inUse.account && !isStopped) await deps.onSignedOut();
  }

  /**
   * Removes tokens of the active pilot's older sign-ins. The database has the order: a process that has not switched
   * yet must not remove the newer ones.
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
      const { id } = await storePilot(slot, result.value);
      activate(slot, id);
      await forgetOlder();
      return result;
    });
  }

  /** If the pilot cannot be stored (disk full), the sign-in fails: the tokens are removed. */
  async function storePilot({ item, account }: Slot, who: Identity) {
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
    /** The end of the name of the active tokens. */
    item: () => inUse.item,
    /** The tokens of the account that is active now, also after another one becomes active. */
    tokens: (): Tokens => inUse.account,

    state(): ReturnType<Account['state']> {
      return pendingSignIn && isInProgress(pendingSignIn.account.signInState())
        ? { status: 'signing-in' }
        : inUse.account.state();
    },
    signInState: () => pendingSignIn?.account.signInState() ?? inUse.account.signInState(),
    identity: () => inUse.account.identity(),
    start: () => inUse.account.start(),

    /** `otherPilot`: beside those who are signed in. `expected`: otherwise, the pilot it is for. */
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

    /** Switches to a signed-in account. */
    use: (accountId: number): Promise<Result<null>> =>
      runExclusive(async () => {
        const wanted = accounts.list(profileKey).find(({ id }) => id === accountId);
        if (!wanted) return failed(failures.notFound('account'));
        const store = () => accounts.use(profileKey, wanted.item);
        if (wanted.item !== inUse.item) return switchTo(wanted.item, wanted.id, store);
        // It is active here; another process may have switched to another one.
        store();
        seenInUse = wanted.item;
        return ok(null);
      }),

    /** Another process may have switched accounts, or signed out. */
    follow: (): Promise<unknown> =>
      runExclusive(async () => {
        const current = accounts.current(profileKey);
        if (!current) return rereadSession();
        if (current.item === seenInUse) return inUse.account.follow();
        seenInUse = current.item;
        return current.item === inUse.item ? undefined : switchTo(current.item, current.id);
      }),

    /** Signs out the active account. The others stay signed in, and none of them becomes active. */
    async signOut(): Promise<Result<null>> {
      pendingSignIn?.account.cancelSignIn();
      const slot = inUse;
      const result = await slot.account.signOut();
      if (result.ok && inUse === slot) seenInUse = null;
      return result;
    },
    /** Signs out an account that is not active. */
    signOutOther: (accountId: number): Promise<Result<null>> =>
      runExclusive(async () => {
        const other = accounts.list(profileKey).find(({ id }) => id === accountId);
        if (!other) return failed(failures.notFound('account'));
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

type Tokens = Pick<Account, 'accessToken' | 'rejected' | 'accepted' | 'signInId'>;

export type PinnedTokens = ReturnType<typeof createPinnedTokens>;

/**
 * The tokens of the present sign-in only, for the workers that follow it. An account may hold new tokens before it is
 * known whose they are.
 */
export function createPinnedTokens(tokens: Tokens) {
  let pinned = tokens.signInId();
  const ofPinned = (result: Result<AccessToken>) =>
    result.ok && result.value.signInId !== pinned ? failed(failures.signInNeeded()) : result;
  return {
    isSignedIn: () => pinned !== null && tokens.signInId() === pinned,
    /** The present sign-in is of the same pilot. */
    follow: () => void (pinned = tokens.signInId()),
    accessToken: async () => ofPinned(await tokens.accessToken()),
    rejected: async (value: string) => ofPinned(await tokens.rejected(value)),
    accepted: tokens.accepted,
  };
}
