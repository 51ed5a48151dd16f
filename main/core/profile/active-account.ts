// The desk follows the account: whoever is signed in has one, opened when they are known, closed when they sign out, and
// never two that send at once. Says whose reports these are: those without an account go to whoever signs in, those of an
// account stay its own. Also says why no report leaves now, and which strips are drawn anew when any of this changes.
import type { Failure } from '../../contract/failure.ts';
import type { AccountState } from '../../contract/state.ts';
import type { SignedInAccounts } from '../account/signed-in-accounts.ts';
import { createAccountWorkers, type AccountWorkers } from './account-workers.ts';
import { failures } from '../messages/failures.ts';
import { createPinnedTokens, type PinnedTokens } from '../account/pinned-tokens.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { FlightClient } from '../service/flight-client.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { Job } from '../storage/tables/jobs.ts';
import { jobStripId } from '../../contract/strip.ts';
import { stripIdsOfFlight } from '../../contract/strip.ts';

export function createActiveAccount(deps: {
  clock: Clock;
  log: Logger;
  profile: ServiceProfile;
  account: SignedInAccounts;
  client: FlightClient;
  stores: Repositories;
  spoolDir: string;
  maxFileBytes(): number;
  restoreCopy(job: Job): Promise<void>;
  /** Why nothing can be written down just now: then nothing is sent either. */
  diskConcern(): Failure | null;
  /** How much of a desk's work this process does. */
  work: { readonly uploads: boolean; readonly reading: boolean; readonly isAlone: boolean };
  /** The account may be another; called before the desk follows it. */
  noteAccount(state: AccountState): void;
  /** A report has its record; runs in the transaction that writes this down. */
  noteSent(job: Job): void;
  /** Jobs have changed: what waits for them can go on. */
  onJobs(): void;
  onChange(stripIds: Iterable<string>): void;
  onProgress(stripId: string, sentBytes: number, totalBytes: number): void;
}) {
  const { clock, log, profile, account, stores } = deps;
  const progress = new Map<number, { sentBytes: number; totalBytes: number }>();

  let workers: AccountWorkers | null = null;
  let workerTokens: PinnedTokens | null = null;
  /** The last desk has ended: two must not send at once. */
  let workersEnded: Promise<unknown> = Promise.resolve();
  let accountId: number | null = stores.accounts.current(profile.key)?.id ?? null;
  /** Which sign-in the desk follows: its tokens' place and its moment. */
  let followed: string | null = null;
  let isStopping = false;
  /** Until the account has been read: its sign-in is an old one, and goes on waiting for what it waited for. */
  let isBeginning = true;

  const jobStrips = (ids: Iterable<number>) => [...ids].map(jobStripId);
  const flightStrips = (id: number, flightId: number) =>
    stripIdsOfFlight(stores.jobs.byFlight(id, flightId)?.id ?? null, flightId);
  /** Waiting strips whose departure moves with every answer; those that are far back show theirs when they are looked at. */
  const plannedStrips = () => jobStrips(stores.jobs.waitingIds(accountId, 60));
  /** All that wait: whose they are is drawn anew when somebody signs in or out. */
  const waitingStrips = () => jobStrips(stores.jobs.idsOf('waiting', 500));

  let shownHold = '';
  /** What holds all reports back stands on each of them, far back too; otherwise only the next departures move. */
  function onState() {
    const why = hold();
    const holdKey = `${stores.pauseSwitch.isPaused()} ${why?.kind ?? ''} ${why?.requiredAction ?? ''}`;
    const isOther = holdKey !== shownHold;
    shownHold = holdKey;
    deps.onChange(isOther ? waitingStrips() : plannedStrips());
  }

  /** Why no report leaves now: nothing can be written down, nobody is signed in, or what the last attempt met. */
  function hold(): Failure | null {
    const disk = deps.diskConcern();
    if (disk) return disk;
    if (account.identity() === null) {
      const state = account.state();
      return (
        (state.status === 'signed-out' && state.reason?.requiredAction ? state.reason : null) ?? failures.signInNeeded()
      );
    }
    const held = workers?.uploader.hold();
    if (!held) return null;
    const { failure, until } = held;
    // By the wall clock as it stands now: it may have been set since.
    const retryAt = Math.round(clock.now() + Math.max(0, until - clock.monotonic()));
    return failure.retryAt === undefined ? failure : { ...failure, retryAt };
  }

  function openWorkers(id: number): AccountWorkers {
    // A desk calls with the tokens of its own pilot until it has ended, whoever is in use by then.
    const tokens = createPinnedTokens(account.tokens());
    workerTokens = tokens;
    return createAccountWorkers({
      clock,
      log,
      accountId: id,
      service: { name: profile.name, maxFileBytes: deps.maxFileBytes },
      spoolDir: deps.spoolDir,
      stores,
      client: deps.client,
      tokens,
      restoreCopy: deps.restoreCopy,
      noteSent: deps.noteSent,
      onJobs(ids) {
        deps.onJobs();
        for (const jobId of ids) if (stores.jobs.byId(jobId)?.state !== 'uploading') progress.delete(jobId);
        deps.onChange([...jobStrips(ids), ...plannedStrips()]);
      },
      onFlights: (ids) => deps.onChange(ids.flatMap((flightId) => flightStrips(id, flightId))),
      onProgress(jobId, sentBytes, totalBytes) {
        progress.set(jobId, { sentBytes, totalBytes });
        deps.onProgress(jobStripId(jobId), sentBytes, totalBytes);
      },
      onState,
    });
  }

  function stopWorkers(): Promise<unknown> {
    const left = workers;
    workers = null;
    if (left) workersEnded = Promise.allSettled([workersEnded, left.stop()]);
    return workersEnded;
  }

  /** The account changed: the desk follows it. */
  function onAccount() {
    if (isStopping) return;
    deps.noteAccount(account.state());
    const identity = account.identity();
    const state = account.state();
    // While a sign-in is under way it is not settled yet who it is.
    if (identity && state.status === 'signed-in') {
      const { since } = state;
      const signIn = `${account.item()} ${since}`;
      const isSameSignIn = signIn === followed;
      // False where the service named a pilot late who has an account already: that one goes on.
      let isNamed = true;
      if (
        isSameSignIn &&
        accountId !== null &&
        identity.subject !== null &&
        stores.accounts.byId(accountId)?.subject === null
      ) {
        isNamed = stores.accounts.learnName(profile.key, accountId, { subject: identity.subject, name: identity.name });
      }
      if (!isSameSignIn || !isNamed || workers?.accountId !== accountId) {
        followed = signIn;
        const unnamed = isNamed ? null : accountId;
        takeOver(stores.accounts.signedIn(profile.key, identity, clock.now(), account.item()).id, (id) => {
          if (unnamed !== null) transferJobs(unnamed, id, since);
        });
      }
    }
    // What the renewal met has passed: reports need not wait for their next try.
    const held = deps.work.uploads && !isBeginning ? workers?.uploader.hold()?.failure.kind : null;
    if (held === 'application-refused' && state.status === 'signed-in' && state.concern === null)
      workers?.uploader.wake({ resetBackoff: true });
    onState();
  }

  /** What could not be written down (a full disk) must not stop a sign-in or a renewal: it is followed when there is room. */
  let isAccountBehind = false;
  function followAccount() {
    try {
      onAccount();
      isAccountBehind = false;
    } catch (error) {
      isAccountBehind = true;
      log.warn('what became of the sign-in could not be written down', { error: String(error) });
    }
  }

  /** What was taken and sent during this sign-in, before the service said whose it is. */
  function transferJobs(unnamed: number, id: number, since: number) {
    const ids = stores.inTransaction(() => {
      const handed = stores.jobs.transferJobs(unnamed, id, since, clock.now());
      stores.flights.transferJobs(unnamed, id);
      return handed;
    });
    deps.onChange(jobStrips(ids));
  }

  /** The desk of this account, at work as soon as the one before has ended. */
  function startWorkers(id: number, beforeWork: (id: number) => void = () => {}) {
    const ended = stopWorkers();
    const opened = openWorkers(id);
    workers = opened;
    void ended.then(() => {
      try {
        beforeWork(id);
      } catch (error) {
        log.error('reports of a sign-in could not be handed on', { error: String(error) });
      }
      if (workers === opened && !isStopping) opened.start(deps.work);
    });
  }

  const adoptOrphans = (id: number) => stores.inTransaction(() => stores.jobs.adoptOrphans(id, clock.now()));

  function takeOver(id: number, beforeWork: (id: number) => void) {
    accountId = id;
    adoptOrphans(id);
    if (workers?.accountId !== id) startWorkers(id, beforeWork);
    else workerTokens?.follow();
    if (!isBeginning) workers?.refresh();
    // Other pilots' reports show whose they are.
    deps.onChange(waitingStrips());
  }

  /** Nobody is in use. Resolves when nothing of whoever was is under way any more. */
  async function leave() {
    // At once: whoever signs in while the last call ends has a desk of their own.
    accountId = null;
    followed = null;
    await stopWorkers();
    deps.onChange(waitingStrips());
  }

  const undoAccount = account.subscribe(followAccount);

  return {
    workers: () => workers,
    accountId: () => accountId,
    hold,
    progress: (jobId: number) => progress.get(jobId) ?? null,
    /** What may hold all reports back has changed. */
    onState,

    /** The account has been read: its desk begins. */
    begin() {
      if (account.identity()) followAccount();
      // Signed out since: what is known of this pilot is still shown, and reports go on waiting.
      else if (accountId !== null) startWorkers(accountId);
      isBeginning = false;
    },
    /** The pilot has signed out. */
    signedOut(): Promise<void> {
      if (accountId !== null) stores.accounts.signedOut(accountId);
      return leave();
    },
    /** The same, in another process, which has written it down. */
    signedOutElsewhere: leave,
    /** Another account is in use. Resolves when nothing of the one before is under way any more. */
    switched(id: number): Promise<unknown> {
      const ended = stopWorkers();
      accountId = id;
      followed = null;
      if (account.identity()) followAccount();
      else startWorkers(id);
      deps.onChange(waitingStrips());
      return ended;
    },
    /** These are jobs now, or wait again. */
    onAdded(jobIds: readonly number[]) {
      workers?.uploader.wake();
      deps.onChange([...jobStrips(jobIds), ...plannedStrips()]);
    },
    /** Look at everything anew; `interrupt`: what is under way leads nowhere. */
    refresh(options: { interrupt?: boolean }) {
      if (isAccountBehind) followAccount();
      if (options.interrupt) workers?.interrupt();
      workers?.refresh();
    },
    /** What another process took while it knew of nobody is the signed-in pilot's. */
    adoptOrphans() {
      const id = accountId;
      if (id !== null && workers?.accountId === id && account.identity() !== null) adoptOrphans(id);
    },
    /** Everything of the account that another process may have changed is drawn anew. */
    redraw() {
      const states = ['waiting', 'uploading', 'unconfirmed', 'rejected', 'held'] as const;
      const shown = states.flatMap((state) => stores.jobs.idsOf(state, 200));
      const id = accountId;
      const open = id === null ? [] : stores.flights.open(id).slice(0, 100);
      deps.onChange([...jobStrips(shown), ...open.flatMap((flight) => flightStrips(id!, flight.id))]);
    },

    /** From now on the account is not followed, and no desk starts. */
    stopFollowing() {
      isStopping = true;
      undoAccount();
    },
    close: stopWorkers,
  };
}
