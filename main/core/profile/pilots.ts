// The pilots of an open profile. Each has the tokens of a sign-in and the workers that use them, from the sign-in to the
// sign-out, whoever is shown. The shown pilot is what windows show, and whose new reports are; it is in the database, so
// that every process on the data folder agrees.
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import { isInProgress } from '../../contract/sign-in.ts';
import type { CommandInput } from '../../contract/commands.ts';
import type { Account } from '../account/account.ts';
import type { Identity } from '../account/tokens/identity.ts';
import { failures } from '../messages/failures.ts';
import { createSerialQueue } from '../platform/waits.ts';
import { createOpenPilots, type Pilot, type PilotDeps } from './open-pilots.ts';
import { diskConcern, type ProfileContext } from './profile-context.ts';
import { createSignInOwner } from './sign-in-owner.ts';

export type Pilots = ReturnType<typeof createPilots>;

export function createPilots(context: ProfileContext, deps: PilotDeps) {
  const { profile, stores, role, events } = context;
  const { clock, log } = context.ports;
  const { accounts } = stores;
  const openPilots = createOpenPilots(context, deps, follow);
  const owner = createSignInOwner(context);
  const inUse = accounts.current(profile.key);
  let shown = openPilots.add(inUse?.id ?? null, inUse?.item);
  /** A sign-in as another pilot, in progress or just ended. */
  let pending: Pilot | null = null;
  /** Until then, a sign-in is an old one: its hold stays. */
  let isStarted = false;
  /** Serializes changes of the set of pilots. */
  const runExclusive = createSerialQueue();

  /** A full disk must not stop a sign-in or a refresh: the account is followed again when there is room. */
  function follow(pilot: Pilot) {
    try {
      if (pilot === shown || pilot === pending) events.emit('account.changed', state());
      if (pilot !== pending) followSignIn(pilot);
      events.emit('hold.changed');
    } catch (error) {
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
    const held = role.uploads && isStarted ? pilot.workers?.uploader.hold()?.failure.kind : null;
    if (held === 'application-refused' && now.concern === null) pilot.workers?.uploader.wake({ resetBackoff: true });
  }

  /** A sign-in that has ended gets its account and its workers; while it is in progress it isn't known whose it is. */
  function signedInAs(pilot: Pilot, identity: Identity, since: number) {
    const claimed = owner.claim(pilot, identity, pilot === shown);
    if (!claimed) return;
    const { id, formerId } = claimed;
    pilot.signIn = pilot.account.signInId();
    if (pilot === shown) owner.adoptOrphans(id);
    if (pilot.workers?.accountId !== id)
      openPilots.startWorkers(pilot, id, formerId, () => {
        if (formerId !== null) owner.transfer(formerId, id, since);
      });
    if (isStarted) pilot.workers?.refresh();
    events.emit('owner.changed');
    void runExclusive(forgetOlder).catch((error: unknown) =>
      log.warn('what is left of an older sign-in could not be removed', { error }),
    );
  }

  function show(pilot: Pilot) {
    if (pilot === shown) return;
    const left = shown;
    shown = pilot;
    // A place for a sign-in that nobody is signed in at.
    if (left.id === null) void openPilots.close(left);
    if (pilot.id !== null && pilot.account.identity() !== null && role.isLeader) owner.adoptOrphans(pilot.id);
    pilot.workers?.uploader.wake();
    events.emit('account.changed', state());
    events.emit('owner.changed');
    events.emit('hold.changed');
  }

  async function start(pilot: Pilot) {
    await pilot.account.start();
    if (openPilots.isStopping()) return;
    if (pilot.account.identity()) follow(pilot);
    // The sign-in has ended: flights are still shown, and reports wait.
    if (!pilot.workers && pilot.id !== null) openPilots.startWorkers(pilot, pilot.id);
  }

  /** Another process may have signed pilots in or out, or shown another one. */
  async function followStored() {
    const stored = accounts.list(profile.key);
    for (const pilot of openPilots.all().filter((one) => one !== pending)) {
      const known = stored.find(({ item }) => item === pilot.item);
      if (known && pilot.id === null) {
        pilot.id = known.id;
        await start(pilot);
      } else if (known) await pilot.account.follow();
      else if (pilot.id !== null) await followSignOut(pilot);
    }
    for (const { item, id } of stored)
      if (!openPilots.byItem(item) && !openPilots.isStopping()) await start(openPilots.add(id, item));
    const current = accounts.current(profile.key);
    const wanted = current && openPilots.byItem(current.item);
    if (wanted) show(wanted);
  }

  /** It is not in the database: either it is signed out, or this process has not stored it yet. */
  async function followSignOut(pilot: Pilot) {
    await pilot.account.reread();
    const isStored = accounts.list(profile.key).some(({ item }) => item === pilot.item);
    if (pilot.account.identity() === null && !isStored && !openPilots.isStopping()) await signedOut(pilot);
  }

  async function signedOut(pilot: Pilot) {
    // Immediately: a pilot who signs in while the last call ends gets separate workers.
    pilot.id = null;
    pilot.signIn = null;
    if (pilot === shown) await openPilots.stopWorkers(pilot);
    else await openPilots.close(pilot);
    events.emit('owner.changed');
  }

  /** Requested by the pilot. */
  async function endSignIn(pilot: Pilot): Promise<Result<null>> {
    const result = await pilot.account.signOut();
    if (!result.ok) return result;
    if (pilot.id !== null) accounts.signedOut(pilot.id, clock.now());
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
      const pilot = openPilots.byItem(older) ?? openPilots.add(null, older);
      const gone = await pilot.account.signOut();
      if (!gone.ok) log.warn('the tokens of an older sign-in could not be removed', { failure: gone.failure });
      await openPilots.close(pilot);
      accounts.forget(profile.key, older);
    }
  }

  /** @param expected null: any pilot */
  async function signInAnother(expected: Identity | null): Promise<Result<null>> {
    const pilot = openPilots.add(null);
    endPending();
    pending = pilot;
    const result = await pilot.account.signIn(expected);
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
        await openPilots.close(pilot);
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
    if (left) void openPilots.close(left);
  }

  function state(): ReturnType<Account['state']> {
    if (pending && isInProgress(pending.account.signInState())) return { status: 'signing-in' };
    const now = shown.account.state();
    if (now.status !== 'signed-out' || shown.id !== null) return now;
    // Whose reports are shown.
    return { ...now, name: accounts.lastUsed(profile.key)?.name ?? null };
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
    id === null ? null : (openPilots.all().find((pilot) => pilot.id === id && pilot.workers) ?? null);
  const wake = (options?: { resetBackoff: boolean }) =>
    openPilots.all().forEach(({ workers }) => workers?.uploader.wake(options));
  events.on('jobs.added', () => wake());

  /** Shows a signed-in pilot. */
  async function use(id: number): Promise<Result<null>> {
    if (!signedInPilot(id)) await runExclusive(followStored);
    const wanted = accounts.list(profile.key).find((account) => account.id === id);
    const pilot = wanted && openPilots.byItem(wanted.item);
    if (!pilot) return failed(failures.notFound('account'));
    accounts.use(profile.key, wanted.item);
    show(pilot);
    return ok(null);
  }

  return {
    use,
    /** The workers of the shown pilot, and of any. */
    workers: () => shown.workers,
    workersOf: (id: number | null) => signedInPilot(id)?.workers ?? null,
    /** The shown pilot: new reports are this one's. */
    accountId: () => shown.id,
    hold: () => holdOf(shown.id),
    /** Of every pilot. */
    holds: () => openPilots.all().map(({ id }) => holdOf(id)),
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
      const others = accounts.list(profile.key).filter(({ item }) => !openPilots.byItem(item));
      await start(shown);
      events.emit('account.changed', state());
      for (const { item, id } of others) await start(openPilots.add(id, item));
      isStarted = true;
    },

    /** As the pilot whose reports are here, if known, unless another one is named or wanted. */
    async signIn({ otherPilot = false, pilot }: CommandInput<'account.signIn'>): Promise<Result<null>> {
      shown.account.cancelSignIn(failures.signInSuperseded());
      const wanted = pilot ?? (otherPilot ? null : shown.id);
      // Nobody chooses the demonstration's pilot.
      const expected = wanted === null || profile.kind === 'demo' ? null : accounts.byId(wanted);
      const isBeside = otherPilot || pilot !== undefined;
      if (isBeside && accounts.current(profile.key) !== null) return signInAnother(expected);
      endPending();
      const result = await shown.account.signIn(expected);
      return result.ok ? ok(null) : result;
    },

    /** Of the demonstration, whose pilots nobody chooses. Returns how it went for the shown one. */
    async signInAll(): Promise<Result<null>> {
      const absent = openPilots.all().filter(({ account }) => account.identity() === null);
      const results = new Map<Pilot, Result<unknown>>();
      for (const pilot of absent) results.set(pilot, await pilot.account.signIn(null));
      const result = results.get(shown);
      return result && !result.ok ? result : ok(null);
    },

    /** Without an id: the shown pilot. The others stay signed in, and one of them is shown. */
    async signOut(id?: number): Promise<Result<null>> {
      if (id !== undefined) await runExclusive(followStored);
      const pilot = id === undefined ? shown : openPilots.all().find((one) => one.id === id);
      if (!pilot) return failed(failures.notFound('account'));
      if (pilot === shown) pending?.account.cancelSignIn();
      const result = await endSignIn(pilot);
      const [other] = accounts.list(profile.key);
      return result.ok && pilot === shown && other ? use(other.id) : result;
    },
    async signOutEveryone(): Promise<Result<null>> {
      pending?.account.cancelSignIn();
      const ended = await Promise.all(openPilots.all().map(endSignIn));
      return ended.find((one) => !one.ok) ?? ok(null);
    },

    /** Requested by the pilot. `isFixed`: the cause was in the settings. */
    tryAgain(isFixed: boolean) {
      for (const { account } of openPilots.all()) account.tryAgain(isFixed);
      wake({ resetBackoff: true });
    },
    /** Retries immediately; `interrupt`: calls in progress are on dead connections. */
    refresh(options: { interrupt?: boolean }) {
      for (const pilot of openPilots.all()) {
        pilot.account.tryAgain();
        follow(pilot);
        if (options.interrupt) pilot.workers?.interrupt();
        pilot.workers?.refresh();
      }
    },
    /** Another process wrote to the database: it may have added files, signed pilots in or out, or shown another one. */
    onForeignChange() {
      // What was added without an account is the shown pilot's.
      if (role.isLeader && shown.id !== null && shown.account.identity() !== null) owner.adoptOrphans(shown.id);
      wake();
      runExclusive(followStored).catch((error: unknown) => log.warn('the accounts could not be followed', { error }));
    },

    stopFollowing: openPilots.stopFollowing,
    stop: openPilots.stop,
  };
}
