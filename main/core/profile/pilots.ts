// The pilots of an open profile. Each has the tokens of a sign-in and the workers that use them, from the sign-in to the
// sign-out, whoever is shown. The shown pilot is what windows show, and whose new reports are; it is in the database, so
// that every process on the data folder agrees.
import { randomBytes } from 'node:crypto';
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import { isInProgress } from '../../contract/sign-in.ts';
import type { Account } from '../account/account.ts';
import type { Identity } from '../account/tokens/identity.ts';
import type { AccessToken } from '../account/tokens/token-session.ts';
import { failures } from '../messages/failures.ts';
import type { Network } from '../platform/network/http-network.ts';
import { createSerialQueue } from '../platform/waits.ts';
import type { FlightClient } from '../service/flight-client.ts';
import { firstItem } from '../storage/tables/accounts.ts';
import type { Intake } from '../uploads/intake/intake.ts';
import { createAccountOpener } from './account-opener.ts';
import { createAccountWorkers } from './account-workers.ts';
import { diskConcern, type ProfileContext } from './profile-context.ts';
import { createWorkerLifecycle, type Pilot } from './worker-lifecycle.ts';

export type Pilots = ReturnType<typeof createPilots>;

export function createPilots(
  context: ProfileContext,
  deps: {
    network: Pick<Network, 'fetch'>;
    client: FlightClient;
    intake: Pick<Intake, 'restore'>;
  },
) {
  const { profile, stores, work, events } = context;
  const { clock, log } = context.ports;
  const { accounts } = stores;
  const { openAccount, closeListener } = createAccountOpener(context, deps.network);
  /** By item. */
  const pilots = new Map<string, Pilot>();
  const inUse = accounts.current(profile.key);
  let shown = open(inUse?.item ?? freeItem(), inUse?.id ?? null);
  /** A sign-in as another pilot, in progress or just ended. */
  let pending: Pilot | null = null;
  /** While `starting`, a sign-in is an old one: its hold stays. Once `stopping`, no account is followed. */
  let phase: 'starting' | 'running' | 'stopping' = 'starting';
  /** A change of an account could not be stored (a full disk). */
  let isBehind = false;
  const closing = new Set<Promise<unknown>>();
  const { startWorkers, stopWorkers } = createWorkerLifecycle({
    pilots,
    create: (pilot, accountId) =>
      createAccountWorkers(context, { accountId, client: deps.client, tokens: tokensOf(pilot), intake: deps.intake }),
    isStopping: () => phase === 'stopping',
    log,
  });
  /** Serializes changes of the set of pilots. */
  const runExclusive = createSerialQueue();

  /** A free name for tokens. */
  function freeItem(): string {
    const isUsed = accounts.list(profile.key).some(({ item }) => item === firstItem) || pilots.has(firstItem);
    return isUsed ? randomBytes(4).toString('hex') : firstItem;
  }

  function open(item: string, id: number | null): Pilot {
    const account = openAccount(item);
    const pilot: Pilot = { item, account, id, signIn: null, workers: null };
    pilots.set(item, pilot);
    account.subscribe(() => follow(pilot));
    return pilot;
  }

  /** Ends its calls. Its tokens stay where they are. */
  function close(pilot: Pilot): Promise<unknown> {
    if (pilots.get(pilot.item) === pilot) pilots.delete(pilot.item);
    const closed = stopWorkers(pilot).then(() => pilot.account.stop());
    closing.add(closed);
    return closed.finally(() => closing.delete(closed));
  }

  /** A full disk must not stop a sign-in or a refresh: the account is followed when there is room. */
  function follow(pilot: Pilot) {
    if (phase === 'stopping' || pilots.get(pilot.item) !== pilot) return;
    try {
      if (pilot === shown || pilot === pending) events.emit('account.changed', state());
      if (pilot !== pending) followSignIn(pilot);
      events.emit('hold.changed');
      isBehind = false;
    } catch (error) {
      isBehind = true;
      log.warn("a change of the account couldn't be saved", { error });
    }
  }

  function followSignIn(pilot: Pilot) {
    const { account } = pilot;
    const identity = account.identity();
    const now = account.state();
    if (identity === null || now.status !== 'signed-in') return;
    signedInAs(pilot, identity, now.since);
    // A refresh was accepted again: reports need not wait for their next attempt.
    const held = work === 'all' && phase === 'running' ? pilot.workers?.uploader.hold()?.failure.kind : null;
    if (held === 'application-refused' && now.concern === null) pilot.workers?.uploader.wake({ resetBackoff: true });
  }

  /** Gives a sign-in that has ended its account and its workers; while it is in progress it isn't known whose it is. */
  function signedInAs(pilot: Pilot, identity: Identity, since: number) {
    const signIn = pilot.account.signInId();
    const isSame = signIn === pilot.signIn;
    const keepsAccount = !isSame || learnName(pilot.id, identity);
    if (isSame && keepsAccount && pilot.workers?.accountId === pilot.id) return;
    const formerId = keepsAccount ? null : pilot.id;
    const { id } = accounts.signedIn(profile.key, identity, clock.now(), pilot.item, pilot === shown);
    pilot.signIn = signIn;
    if (pilot === shown) adoptOrphans(id);
    if (pilot.workers?.accountId !== id)
      startWorkers(pilot, id, formerId, () => {
        if (formerId !== null) transferJobs(formerId, id, since);
      });
    if (phase !== 'starting') pilot.workers?.refresh();
    events.emit('owner.changed');
    void runExclusive(forgetOlder).catch((error: unknown) =>
      log.warn('what is left of an older sign-in could not be removed', { error }),
    );
  }

  /** The service may name a pilot late. False if that pilot already has an account: that one is used. */
  function learnName(id: number | null, { subject, name }: Identity): boolean {
    if (id === null || subject === null || accounts.byId(id)?.subject !== null) return true;
    return accounts.learnName(profile.key, id, { subject, name });
  }

  /** What was added and uploaded in this sign-in before the service named the pilot. */
  function transferJobs(formerId: number, id: number, since: number) {
    const ids = stores.inTransaction(() => {
      const transferred = stores.jobs.transferJobs(formerId, id, since, clock.now());
      stores.flights.transferJobs(formerId, id);
      return transferred;
    });
    events.emit('jobs.changed', ids);
  }

  const adoptOrphans = (id: number) => stores.inTransaction(() => stores.jobs.adoptOrphans(id, clock.now()));

  function show(pilot: Pilot) {
    if (pilot === shown) return;
    const left = shown;
    shown = pilot;
    // A place for a sign-in that nobody is signed in at.
    if (left.id === null) void close(left);
    if (pilot.id !== null && pilot.account.identity() !== null && work !== 'none') adoptOrphans(pilot.id);
    pilot.workers?.uploader.wake();
    events.emit('account.changed', state());
    events.emit('owner.changed');
    events.emit('hold.changed');
  }

  async function start(pilot: Pilot) {
    await pilot.account.start();
    if (phase === 'stopping') return;
    if (pilot.account.identity()) follow(pilot);
    // The sign-in has ended: flights are still shown, and reports wait.
    if (!pilot.workers && pilot.id !== null) startWorkers(pilot, pilot.id);
  }

  /** Another process may have signed pilots in or out, or shown another one. */
  async function followStored() {
    const stored = accounts.list(profile.key);
    for (const pilot of [...pilots.values()].filter((one) => one !== pending)) {
      const known = stored.find(({ item }) => item === pilot.item);
      if (known && pilot.id === null) {
        pilot.id = known.id;
        await start(pilot);
      } else if (known) await pilot.account.follow();
      else if (pilot.id !== null) await followSignOut(pilot);
    }
    for (const { item, id } of stored) if (!pilots.has(item) && phase !== 'stopping') await start(open(item, id));
    const current = accounts.current(profile.key);
    const wanted = current && pilots.get(current.item);
    if (wanted) show(wanted);
  }

  /** It is not in the database: either it is signed out, or this process has not stored it yet. */
  async function followSignOut(pilot: Pilot) {
    await pilot.account.reread();
    const isStored = accounts.list(profile.key).some(({ item }) => item === pilot.item);
    if (pilot.account.identity() === null && !isStored && phase !== 'stopping') await signedOut(pilot);
  }

  async function signedOut(pilot: Pilot) {
    // Immediately: a pilot who signs in while the last call ends gets separate workers.
    pilot.id = null;
    pilot.signIn = null;
    if (pilot === shown) await stopWorkers(pilot);
    else await close(pilot);
    events.emit('owner.changed');
  }

  /** Requested by the pilot. */
  async function endSignIn(pilot: Pilot): Promise<Result<null>> {
    const result = await pilot.account.signOut();
    if (!result.ok) return result;
    if (pilot.id !== null) accounts.signedOut(pilot.id);
    await signedOut(pilot);
    return ok(null);
  }

  /**
   * Removes tokens of the shown pilot's older sign-ins. The database has the order: a process that has not followed yet
   * must not remove the newer ones.
   */
  async function forgetOlder() {
    const { item } = shown;
    if (accounts.current(profile.key)?.item !== item) return;
    for (const older of accounts.olderItems(profile.key, item)) {
      const pilot = pilots.get(older) ?? open(older, null);
      const gone = await pilot.account.signOut();
      if (!gone.ok) log.warn('the tokens of an older sign-in could not be removed', { failure: gone.failure });
      await close(pilot);
      accounts.forget(profile.key, older);
    }
  }

  async function signInAnother(): Promise<Result<null>> {
    const pilot = open(freeItem(), null);
    endPending();
    pending = pilot;
    const result = await pilot.account.signIn(null);
    if (pending !== pilot || !result.ok) return result.ok ? ok(null) : result;
    return runExclusive(async () => {
      pending = null;
      const now = pilot.account.state();
      try {
        signedInAs(pilot, result.value, now.status === 'signed-in' ? now.since : clock.now());
        accounts.use(profile.key, pilot.item);
      } catch (error) {
        // It cannot be stored (disk full): the sign-in fails.
        await pilot.account.signOut();
        await close(pilot);
        throw error;
      }
      show(pilot);
      await forgetOlder();
      return ok(null);
    });
  }

  function endPending() {
    const left = pending;
    pending = null;
    left?.account.cancelSignIn(failures.signInSuperseded());
    if (left) void close(left);
  }

  function state(): ReturnType<Account['state']> {
    return pending && isInProgress(pending.account.signInState()) ? { status: 'signing-in' } : shown.account.state();
  }

  /** Why no report of this account is uploaded: the disk, no sign-in, or what stopped the last attempt. */
  function holdOf(id: number | null): Failure | null {
    const disk = diskConcern(context);
    if (disk) return disk;
    const pilot = signedInPilot(id) ?? (id === null || id === shown.id ? shown : null);
    if (!pilot || pilot.account.identity() === null) {
      const now = pilot?.account.state();
      return (
        (now?.status === 'signed-out' && now.reason?.requiredAction ? now.reason : null) ?? failures.signInNeeded()
      );
    }
    const held = pilot.workers?.uploader.hold();
    if (!held) return null;
    const { failure, until } = held;
    // By the current wall clock: it may have been set since.
    const retryAt = Math.round(clock.now() + Math.max(0, until - clock.monotonic()));
    return failure.retryAt === undefined ? failure : { ...failure, retryAt };
  }

  const signedInPilot = (id: number | null) =>
    id === null ? null : ([...pilots.values()].find((pilot) => pilot.id === id && pilot.workers) ?? null);
  const wake = (options?: { resetBackoff: boolean }) =>
    pilots.forEach(({ workers }) => workers?.uploader.wake(options));
  events.on('jobs.added', () => wake());

  return {
    /** The workers of the shown pilot, and of any. */
    workers: () => shown.workers,
    workersOf: (id: number | null) => signedInPilot(id)?.workers ?? null,
    /** The shown pilot: new reports are this one's. */
    accountId: () => shown.id,
    hold: () => holdOf(shown.id),
    /** Of every pilot. */
    holds: () => [...pilots.values()].map(({ id }) => holdOf(id)),
    holdOf,
    /** Why this pilot has to sign in again. */
    concernOf(id: number): Failure | null {
      const now = signedInPilot(id)?.account.state();
      return now?.status === 'signed-out' ? now.reason : null;
    },
    wake,

    state,
    signInState: () => (pending ?? shown).account.signInState() ?? shown.account.signInState(),
    identity: () => shown.account.identity(),
    cancelSignIn() {
      pending?.account.cancelSignIn();
      shown.account.cancelSignIn();
    },
    pasteRedirect: (address: string) => (pending ?? shown).account.pasteRedirect(address),

    async start() {
      const others = accounts.list(profile.key).filter(({ item }) => !pilots.has(item));
      await start(shown);
      events.emit('account.changed', state());
      for (const { item, id } of others) await start(open(item, id));
      if (phase === 'starting') phase = 'running';
    },

    /** As the pilot whose reports are here, if known. `otherPilot`: as any pilot, beside those who are signed in. */
    async signIn(otherPilot: boolean): Promise<Result<null>> {
      shown.account.cancelSignIn(failures.signInSuperseded());
      if (otherPilot && accounts.current(profile.key) !== null) return signInAnother();
      endPending();
      const isAnyone = otherPilot || profile.kind === 'demo' || shown.id === null;
      const result = await shown.account.signIn(isAnyone ? null : accounts.byId(shown.id!));
      return result.ok ? ok(null) : result;
    },

    /** Of the demonstration, whose pilots nobody chooses. Returns how it went for the shown one. */
    async signInAll(): Promise<Result<null>> {
      const absent = [...pilots.values()].filter(({ account }) => account.identity() === null);
      const results = new Map<Pilot, Result<unknown>>();
      for (const pilot of absent) results.set(pilot, await pilot.account.signIn(null));
      const result = results.get(shown);
      return result && !result.ok ? result : ok(null);
    },

    /** Shows a signed-in pilot. */
    async use(id: number): Promise<Result<null>> {
      if (!signedInPilot(id)) await runExclusive(followStored);
      const wanted = accounts.list(profile.key).find((account) => account.id === id);
      const pilot = wanted && pilots.get(wanted.item);
      if (!pilot) return failed(failures.notFound('account'));
      accounts.use(profile.key, wanted.item);
      show(pilot);
      return ok(null);
    },

    /** Without an id: the shown pilot. The others stay signed in, and none of them is shown. */
    async signOut(id?: number): Promise<Result<null>> {
      if (id !== undefined) await runExclusive(followStored);
      const pilot = id === undefined ? shown : [...pilots.values()].find((one) => one.id === id);
      if (!pilot) return failed(failures.notFound('account'));
      if (pilot === shown) pending?.account.cancelSignIn();
      return endSignIn(pilot);
    },
    async signOutEveryone(): Promise<Result<null>> {
      pending?.account.cancelSignIn();
      const ended = await Promise.all([...pilots.values()].map(endSignIn));
      return ended.find((one) => !one.ok) ?? ok(null);
    },

    /** Requested by the pilot. `isFixed`: the cause was in the settings. */
    tryAgain(isFixed: boolean) {
      for (const { account } of pilots.values()) account.tryAgain(isFixed);
      wake({ resetBackoff: true });
    },
    /** Retries immediately; `interrupt`: calls in progress are on dead connections. */
    refresh(options: { interrupt?: boolean }) {
      for (const pilot of pilots.values()) {
        pilot.account.tryAgain();
        if (isBehind) follow(pilot);
        if (options.interrupt) pilot.workers?.interrupt();
        pilot.workers?.refresh();
      }
    },
    /** Another process wrote to the database: it may have added files, signed pilots in or out, or shown another one. */
    onForeignChange() {
      // What was added without an account is the shown pilot's.
      if (work !== 'none' && shown.id !== null && shown.account.identity() !== null) adoptOrphans(shown.id);
      wake();
      runExclusive(followStored).catch((error: unknown) => log.warn('the accounts could not be followed', { error }));
    },

    /** From now on no account is followed, and no workers start. */
    stopFollowing() {
      phase = 'stopping';
    },
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
