// The accounts of an open profile: who is signed in, whose reports are uploaded, and the workers of that account.
// Reports without an account go to the pilot who signs in; those of an account stay with it.
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { createAccount } from '../account/account.ts';
import { createLoopbackListener } from '../account/sign-in/loopback-listener.ts';
import { createPinnedTokens, createSignedInAccounts } from '../account/signed-in-accounts.ts';
import type { Identity } from '../account/tokens/identity.ts';
import type { StoredNote } from '../account/tokens/token-session.ts';
import { failures } from '../messages/failures.ts';
import type { Network } from '../platform/network/http-network.ts';
import { autoConsentBrowser } from '../service/auto-consent-browser.ts';
import type { FlightClient } from '../service/flight-client.ts';
import { tokensName } from '../service/profile.ts';
import { signInSubject } from '../storage/tables/learned-facts.ts';
import type { Intake } from '../uploads/intake/intake.ts';
import { createAccountWorkers, createWorkersSlot } from './account-workers.ts';
import { diskConcern, type ProfileContext } from './profile-context.ts';

export function createActiveAccount(
  context: ProfileContext,
  deps: {
    network: Pick<Network, 'fetch'>;
    client: FlightClient;
    intake: Pick<Intake, 'restore'>;
  },
) {
  const { profile, stores, work, events } = context;
  const { clock, log } = context.ports;
  const { accounts, stop: stopAccounts } = openAccounts(context, {
    ...deps,
    onOther: switchTo,
    onSignedOut: deactivate,
  });
  const slot = createWorkersSlot(
    (id) =>
      createAccountWorkers(context, {
        accountId: id,
        client: deps.client,
        tokens: createPinnedTokens(accounts.tokens()),
        intake: deps.intake,
      }),
    log,
  );
  const { workers } = slot;
  let accountId: number | null = stores.accounts.current(profile.key)?.id ?? null;
  /** The sign-in that the workers follow. */
  let followed: string | null = null;
  /** While `starting`, the sign-in is an old one: its hold stays. Once `stopping`, the account is not followed. */
  let phase: 'starting' | 'running' | 'stopping' = 'starting';
  /** A change of the account could not be stored (a full disk). */
  let isBehind = false;

  /** Why no report is uploaded: the disk, no sign-in, or what stopped the last attempt. */
  function hold(): Failure | null {
    const disk = diskConcern(context);
    if (disk) return disk;
    if (accounts.identity() === null) {
      const state = accounts.state();
      return (
        (state.status === 'signed-out' && state.reason?.requiredAction ? state.reason : null) ?? failures.signInNeeded()
      );
    }
    const held = workers()?.uploader.hold();
    if (!held) return null;
    const { failure, until } = held;
    // By the current wall clock: it may have been set since.
    const retryAt = Math.round(clock.now() + Math.max(0, until - clock.monotonic()));
    return failure.retryAt === undefined ? failure : { ...failure, retryAt };
  }

  /** A full disk must not stop a sign-in or a refresh: the account is followed when there is room. */
  function followAccount() {
    if (phase === 'stopping') return;
    try {
      onAccount();
      isBehind = false;
    } catch (error) {
      isBehind = true;
      log.warn("a change of the account couldn't be saved", { error });
    }
  }

  function onAccount() {
    const state = accounts.state();
    events.emit('account.changed', state);
    const identity = accounts.identity();
    if (identity && state.status === 'signed-in') onSignedIn(identity, state.since);
    // A refresh was accepted again: reports need not wait for their next attempt.
    const held = work === 'all' && phase === 'running' ? workers()?.uploader.hold()?.failure.kind : null;
    if (held === 'application-refused' && state.status === 'signed-in' && state.concern === null)
      workers()?.uploader.wake({ resetBackoff: true });
    events.emit('hold.changed');
  }

  /** Follows a settled sign-in; while one is in progress it is not known yet who it is. */
  function onSignedIn(identity: Identity, since: number) {
    const signIn = accounts.tokens().signInId();
    const isSame = signIn === followed;
    const isNamed = !isSame || learnName(identity);
    if (isSame && isNamed && workers()?.accountId === accountId) return;
    followed = signIn;
    const unnamed = isNamed ? null : accountId;
    const { id } = stores.accounts.signedIn(profile.key, identity, clock.now(), accounts.item());
    activate(id, () => {
      if (unnamed !== null) transferJobs(unnamed, id, since);
    });
  }

  /** The service may name a pilot late. False if that pilot already has an account: that one is used. */
  function learnName({ subject, name }: Identity): boolean {
    if (accountId === null || subject === null || stores.accounts.byId(accountId)?.subject !== null) return true;
    return stores.accounts.learnName(profile.key, accountId, { subject, name });
  }

  /** What was added and uploaded in this sign-in before the service named the pilot. */
  function transferJobs(unnamed: number, id: number, since: number) {
    const ids = stores.inTransaction(() => {
      const transferred = stores.jobs.transferJobs(unnamed, id, since, clock.now());
      stores.flights.transferJobs(unnamed, id);
      return transferred;
    });
    events.emit('jobs.changed', ids);
  }

  const adoptOrphans = (id: number) => stores.inTransaction(() => stores.jobs.adoptOrphans(id, clock.now()));

  function activate(id: number, beforeWork: () => void) {
    accountId = id;
    adoptOrphans(id);
    if (workers()?.accountId !== id) slot.start(id, beforeWork);
    else workers()?.followSignIn();
    if (phase !== 'starting') workers()?.refresh();
    events.emit('owner.changed');
  }

  /** No account is active. Resolves when no call of the last one is in progress. */
  async function deactivate() {
    // Immediately: a pilot who signs in while the last call ends gets separate workers.
    accountId = null;
    followed = null;
    await slot.stop();
    events.emit('owner.changed');
  }

  /** Another account is active. Resolves when no call of the previous one is in progress. */
  function switchTo(id: number): Promise<unknown> {
    const ended = slot.stop();
    accountId = id;
    followed = null;
    if (accounts.identity()) followAccount();
    else slot.start(id);
    events.emit('owner.changed');
    return ended;
  }

  const unsubscribe = accounts.subscribe(followAccount);
  events.on('jobs.added', () => workers()?.uploader.wake());

  return {
    accounts,
    workers,
    accountId: () => accountId,
    hold,

    async start() {
      await accounts.start();
      events.emit('account.changed', accounts.state());
      if (accounts.identity()) followAccount();
      // The sign-in has ended: flights are still shown, and reports wait.
      else if (accountId !== null) slot.start(accountId);
      if (phase === 'starting') phase = 'running';
    },

    /** As the pilot whose reports are here, if known. `otherPilot`: as any pilot, beside those who are signed in. */
    signIn(otherPilot: boolean): Promise<Result<null>> {
      const isAnyone = otherPilot || profile.kind === 'demo' || accountId === null;
      return accounts.signIn({ otherPilot, expected: isAnyone ? null : stores.accounts.byId(accountId!) });
    },
    /** Without an id: the active account. */
    async signOut(id?: number): Promise<Result<null>> {
      // Another process may have switched accounts.
      if (id !== undefined) await accounts.follow();
      if (id !== undefined && !accounts.isInUse(id)) return accounts.signOutOther(id);
      const item = accounts.item();
      const leaving = accountId;
      const result = await accounts.signOut();
      if (!result.ok) return result;
      const isStillActive = accounts.item() === item;
      // Another account may have become active meanwhile.
      const left = isStillActive ? accountId : leaving;
      if (left !== null) stores.accounts.signedOut(left);
      if (isStillActive) await deactivate();
      return ok(null);
    },

    /** Requested by the pilot. `isFixed`: the cause was in the settings. */
    tryAgain(isFixed: boolean) {
      accounts.tryAgain(isFixed);
      workers()?.uploader.wake({ resetBackoff: true });
    },
    /** Retries immediately; `interrupt`: calls in progress are on dead connections. */
    refresh(options: { interrupt?: boolean }) {
      accounts.tryAgain();
      if (isBehind) followAccount();
      if (options.interrupt) workers()?.interrupt();
      workers()?.refresh();
    },
    /** Another process wrote to the database: it may have added files, switched accounts or signed out. */
    onForeignChange() {
      const id = accountId;
      // What was added without an account is the signed-in pilot's.
      const isOurs = id !== null && workers()?.accountId === id && accounts.identity() !== null;
      if (work !== 'none' && isOurs) adoptOrphans(id);
      workers()?.uploader.wake();
      accounts.follow().catch((error: unknown) => log.warn('the active account could not be followed', { error }));
    },

    /** From now on the account is not followed, and no workers start. */
    stopFollowing() {
      phase = 'stopping';
      slot.close();
      unsubscribe();
    },
    async stop() {
      await slot.stop();
      await stopAccounts();
    },
  };
}

/** With what their sign-ins and sessions need: one loopback listener for all, and a note for other processes. */
function openAccounts(
  { profile, stores, data, ports }: ProfileContext,
  deps: {
    network: Pick<Network, 'fetch'>;
    /** See `createSignedInAccounts`. */
    onOther(accountId: number): Promise<unknown>;
    onSignedOut(): Promise<unknown>;
  },
) {
  const { clock, log, secrets } = ports;
  const accountPorts = { clock, log, secrets, browser: profile.kind === 'demo' ? autoConsentBrowser : ports.browser };
  const listener = createLoopbackListener({ path: profile.redirectPath, port: profile.redirectPort, clock, log });

  /** A full disk must not stop a refresh: what could not be written is only unknown to other processes. */
  const noteOf = (item: string): StoredNote => ({
    read() {
      try {
        return stores.facts.read(signInSubject(item), 'session');
      } catch (error) {
        log.warn('the stored session could not be read', { error });
        return null;
      }
    },
    write(note) {
      try {
        stores.facts.write(signInSubject(item), 'session', note, clock.now());
      } catch (error) {
        log.warn('the session could not be stored', { error });
      }
    },
  });

  const accounts = createSignedInAccounts({
    profileKey: profile.key,
    clock,
    log,
    accounts: stores.accounts,
    open: (item) =>
      createAccount({
        profile,
        ports: accountPorts,
        fetch: deps.network.fetch,
        item: { tokensName: tokensName(profile.key, item), note: noteOf(item) },
        listener,
        failureOf: data.failureOf,
      }),
    onOther: deps.onOther,
    onSignedOut: deps.onSignedOut,
  });
  return {
    accounts,
    async stop() {
      await accounts.stop();
      await listener.close();
    },
  };
}
