// The account whose reports are uploaded, and its workers. Reports without an account go to the pilot who signs in;
// those of an account stay with it. Also determines why no report is uploaded, and which strips change with any of
// this.
import type { Failure } from '../../contract/failure.ts';
import type { AccountState } from '../../contract/state.ts';
import type { Identity } from '../account/tokens/identity.ts';
import { createPinnedTokens, type PinnedTokens, type SignedInAccounts } from '../account/signed-in-accounts.ts';
import { createAccountWorkers, type AccountWorkers } from './account-workers.ts';
import { failures } from '../messages/failures.ts';
import type { Logger } from '../platform/ports.ts';
import type { FlightClient } from '../service/flight-client.ts';
import type { Job } from '../storage/tables/jobs.ts';
import { jobStripId, stripIdsOfFlight } from '../../contract/strip.ts';
import type { ProfileContext } from './profile-context.ts';

/** How much of the work this process does. */
type AccountWork = Parameters<AccountWorkers['start']>[0];

export function createActiveAccount(
  context: ProfileContext,
  deps: {
    account: SignedInAccounts;
    client: FlightClient;
    work: AccountWork;
    restoreCopy(job: Job): Promise<void>;
    /** Why nothing can be written to disk: then nothing is uploaded either. */
    diskConcern(): Failure | null;
    events: {
      /** The account may be another; called before its workers start. */
      onAccount(state: AccountState): void;
      /** A report has its record. Runs in the transaction that stores this. */
      onSent(job: Job): void;
      /** Jobs have changed: what waits for them can continue. */
      onJobs(): void;
      onChange(stripIds: Iterable<string>): void;
      onProgress(stripId: string, sentBytes: number, totalBytes: number): void;
    };
  },
) {
  const { clock, log, profile, stores } = context;
  const { account, events } = deps;
  const progress = new Map<number, { sentBytes: number; totalBytes: number }>();

  let accountId: number | null = stores.accounts.current(profile.key)?.id ?? null;
  /** The sign-in that the workers follow. */
  let followed: string | null = null;
  /** While `starting`, the sign-in is an old one: its hold stays. Once `stopping`, the account is not followed. */
  let phase: 'starting' | 'running' | 'stopping' = 'starting';
  /** A change of the account could not be stored (a full disk). */
  let isBehind = false;
  let shownHold = '';

  const slot = createWorkersSlot({ log, open: openWorkers, work: deps.work });
  const { workers } = slot;

  const jobStrips = (ids: Iterable<number>) => [...ids].map(jobStripId);
  const flightStrips = (id: number, flightId: number) =>
    stripIdsOfFlight(stores.jobs.byFlight(id, flightId)?.id ?? null, flightId);
  /** All that wait: they show whose they are. */
  const waitingStrips = () => jobStrips(stores.jobs.idsOf('waiting', 500));

  /** A hold is shown on each waiting report. */
  function onState() {
    const why = hold();
    const holdKey = `${stores.pauseSwitch.isPaused()} ${why?.kind ?? ''} ${why?.requiredAction ?? ''}`;
    const isOther = holdKey !== shownHold;
    shownHold = holdKey;
    events.onChange(isOther ? waitingStrips() : []);
  }

  /** Why no report is uploaded: the disk, no sign-in, or what stopped the last attempt. */
  function hold(): Failure | null {
    const disk = deps.diskConcern();
    if (disk) return disk;
    if (account.identity() === null) {
      const state = account.state();
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

  function openWorkers(id: number) {
    // Until they have ended, workers use the tokens of their own pilot, even if another account is active by then.
    const tokens = createPinnedTokens(account.tokens());
    const opened = createAccountWorkers(context, {
      accountId: id,
      client: deps.client,
      tokens,
      restoreCopy: deps.restoreCopy,
      events: {
        onSent: events.onSent,
        onJobs(ids) {
          events.onJobs();
          for (const jobId of ids) if (stores.jobs.byId(jobId)?.state !== 'uploading') progress.delete(jobId);
          events.onChange(jobStrips(ids));
        },
        onFlights: (ids) => events.onChange(ids.flatMap((flightId) => flightStrips(id, flightId))),
        onProgress(jobId, sentBytes, totalBytes) {
          progress.set(jobId, { sentBytes, totalBytes });
          events.onProgress(jobStripId(jobId), sentBytes, totalBytes);
        },
        onState,
      },
    });
    return { workers: opened, tokens };
  }

  /** Follows a settled sign-in; while one is in progress it is not known yet who it is. */
  function onSignedIn(identity: Identity, since: number) {
    const signIn = account.tokens().signInId();
    const isSame = signIn === followed;
    const isNamed = !isSame || learnName(identity);
    if (isSame && isNamed && workers()?.accountId === accountId) return;
    followed = signIn;
    const unnamed = isNamed ? null : accountId;
    const { id } = stores.accounts.signedIn(profile.key, identity, clock.now(), account.item());
    activate(id, () => {
      if (unnamed !== null) transferJobs(unnamed, id, since);
    });
  }

  /** The service may name a pilot late. False if that pilot already has an account: that one is used. */
  function learnName({ subject, name }: Identity): boolean {
    if (accountId === null || subject === null || stores.accounts.byId(accountId)?.subject !== null) return true;
    return stores.accounts.learnName(profile.key, accountId, { subject, name });
  }

  function onAccount() {
    if (phase === 'stopping') return;
    const state = account.state();
    events.onAccount(state);
    const identity = account.identity();
    if (identity && state.status === 'signed-in') onSignedIn(identity, state.since);
    // A refresh was accepted again: reports need not wait for their next attempt.
    const held = deps.work.uploads && phase === 'running' ? workers()?.uploader.hold()?.failure.kind : null;
    if (held === 'application-refused' && state.status === 'signed-in' && state.concern === null)
      workers()?.uploader.wake({ resetBackoff: true });
    onState();
  }

  /** A full disk must not stop a sign-in or a refresh: the account is followed when there is room. */
  function followAccount() {
    try {
      onAccount();
      isBehind = false;
    } catch (error) {
      isBehind = true;
      log.warn("a change of the account couldn't be saved", { error });
    }
  }

  /** What was added and uploaded in this sign-in before the service named the pilot. */
  function transferJobs(unnamed: number, id: number, since: number) {
    const ids = stores.inTransaction(() => {
      const transferred = stores.jobs.transferJobs(unnamed, id, since, clock.now());
      stores.flights.transferJobs(unnamed, id);
      return transferred;
    });
    events.onChange(jobStrips(ids));
  }

  const adoptOrphans = (id: number) => stores.inTransaction(() => stores.jobs.adoptOrphans(id, clock.now()));

  function activate(id: number, beforeWork: () => void) {
    accountId = id;
    adoptOrphans(id);
    if (workers()?.accountId !== id) slot.start(id, beforeWork);
    else slot.followSignIn();
    if (phase !== 'starting') workers()?.refresh();
    // Other pilots' reports show whose they are.
    events.onChange(waitingStrips());
  }

  /** No account is active. Resolves when no call of the last one is in progress. */
  async function deactivate() {
    // Immediately: a pilot who signs in while the last call ends gets separate workers.
    accountId = null;
    followed = null;
    await slot.stop();
    events.onChange(waitingStrips());
  }

  const unsubscribe = account.subscribe(followAccount);

  return {
    workers,
    accountId: () => accountId,
    hold,
    progress: (jobId: number) => progress.get(jobId) ?? null,
    /** The hold may have changed. */
    onState,

    /** The stored account has been read. */
    begin() {
      if (account.identity()) followAccount();
      // The sign-in has ended: flights are still shown, and reports wait.
      else if (accountId !== null) slot.start(accountId);
      if (phase === 'starting') phase = 'running';
    },
    /** The pilot has signed out. */
    signedOut(): Promise<void> {
      if (accountId !== null) stores.accounts.signedOut(accountId);
      return deactivate();
    },
    /** The same, stored by another process. */
    signedOutElsewhere: deactivate,
    /** Another account is active. Resolves when no call of the previous one is in progress. */
    switched(id: number): Promise<unknown> {
      const ended = slot.stop();
      accountId = id;
      followed = null;
      if (account.identity()) followAccount();
      else slot.start(id);
      events.onChange(waitingStrips());
      return ended;
    },
    /** These are jobs now, or wait again. */
    onAdded(jobIds: readonly number[]) {
      workers()?.uploader.wake();
      events.onChange(jobStrips(jobIds));
    },
    /** Retries immediately; `interrupt`: calls in progress are on dead connections. */
    refresh(options: { interrupt?: boolean }) {
      if (isBehind) followAccount();
      if (options.interrupt) workers()?.interrupt();
      workers()?.refresh();
    },
    /** What another process added without an account is the signed-in pilot's. */
    adoptOrphans() {
      const id = accountId;
      if (id !== null && workers()?.accountId === id && account.identity() !== null) adoptOrphans(id);
    },
    /** Everything of the account that another process may have changed. */
    redraw() {
      const states = ['waiting', 'uploading', 'unconfirmed', 'rejected', 'held'] as const;
      const shown = states.flatMap((state) => stores.jobs.idsOf(state, 200));
      const id = accountId;
      const open = id === null ? [] : stores.flights.open(id).slice(0, 100);
      events.onChange([...jobStrips(shown), ...open.flatMap((flight) => flightStrips(id!, flight.id))]);
    },

    /** From now on the account is not followed, and no workers start. */
    stopFollowing() {
      phase = 'stopping';
      slot.close();
      unsubscribe();
    },
    close: slot.stop,
  };
}

type Opened = { readonly workers: AccountWorkers; readonly tokens: PinnedTokens };

/** The slot for one account's workers. The next ones start once the last ones have ended: two must not upload concurrently. */
function createWorkersSlot(deps: { log: Logger; open(accountId: number): Opened; work: AccountWork }) {
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
