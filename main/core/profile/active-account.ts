// The desk follows the account: whoever is signed in has one, opened when they are known, closed when they sign out, and
// never two that send at once. Says whose reports these are: those without an account go to whoever signs in, those of an
// account stay its own. Also says why no report leaves now, and which strips are drawn anew when any of this changes.
import type { Failure } from '../../contract/failure.ts';
import type { AccountState } from '../../contract/state.ts';
import type { AccountRoster } from '../account/signed-in-accounts.ts';
import { stripIdsOfFlight } from '../board/board.ts';
import { createDesk, type Desk } from './account-workers.ts';
import { failures } from '../messages/failures.ts';
import { createOwnTokens, type OwnTokens } from '../account/pinned-tokens.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { FlightClient } from '../service/flight-client.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { Job } from '../storage/tables/jobs.ts';
import { jobStripId } from '../board/strips.ts';

export function createAccountDesk(deps: {
  clock: Clock;
  log: Logger;
  profile: ServiceProfile;
  account: AccountRoster;
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

  let desk: Desk | null = null;
  let deskTokens: OwnTokens | null = null;
  /** The last desk has ended: two must not send at once. */
  let deskEnded: Promise<unknown> = Promise.resolve();
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
    const why = gate();
    const hold = `${stores.switches.isPaused()} ${why?.kind ?? ''} ${why?.needs ?? ''}`;
    const isOther = hold !== shownHold;
    shownHold = hold;
    deps.onChange(isOther ? waitingStrips() : plannedStrips());
  }

  /** Why no report leaves now: nothing can be written down, nobody is signed in, or what the last attempt met. */
  function gate(): Failure | null {
    const disk = deps.diskConcern();
    if (disk) return disk;
    if (account.identity() === null) {
      const state = account.state();
      return (state.status === 'signed-out' && state.reason?.needs ? state.reason : null) ?? failures.signInNeeded();
    }
    const held = desk?.uploader.gate();
    if (!held) return null;
    const { failure, until } = held;
    // By the wall clock as it stands now: it may have been set since.
    const retryAt = Math.round(clock.now() + Math.max(0, until - clock.monotonic()));
    return failure.retryAt === undefined ? failure : { ...failure, retryAt };
  }

  function openDesk(id: number): Desk {
    // A desk calls with the tokens of its own pilot until it has ended, whoever is in use by then.
    const tokens = createOwnTokens(account.tokens());
    deskTokens = tokens;
    return createDesk({
      clock,
      log,
      accountId: id,
      serviceName: profile.name,
      spoolDir: deps.spoolDir,
      stores,
      client: deps.client,
      tokens,
      isSignedIn: tokens.isSignedIn,
      maxFileBytes: deps.maxFileBytes,
      restoreCopy: deps.restoreCopy,
      noteSent: deps.noteSent,
      onJobs(ids) {
        deps.onJobs();
        for (const jobId of ids) if (stores.jobs.byId(jobId)?.state !== 'departing') progress.delete(jobId);
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

  function closeDesk(): Promise<unknown> {
    const left = desk;
    desk = null;
    if (left) deskEnded = Promise.allSettled([deskEnded, left.stop()]);
    return deskEnded;
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
      if (!isSameSignIn || !isNamed || desk?.accountId !== accountId) {
        followed = signIn;
        const unnamed = isNamed ? null : accountId;
        takeOver(stores.accounts.signedIn(profile.key, identity, clock.now(), account.item()).id, (id) => {
          if (unnamed !== null) handOn(unnamed, id, since);
        });
      }
    }
    // What the renewal met has passed: reports need not wait for their next try.
    const held = deps.work.uploads && !isBeginning ? desk?.uploader.gate()?.failure.kind : null;
    if (held === 'application-refused' && state.status === 'signed-in' && state.concern === null)
      desk?.uploader.wake({ afresh: true });
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
  function handOn(unnamed: number, id: number, since: number) {
    const ids = stores.inTransaction(() => {
      const handed = stores.jobs.handOn(unnamed, id, since, clock.now());
      stores.flights.handOn(unnamed, id);
      return handed;
    });
    deps.onChange(jobStrips(ids));
  }

  /** The desk of this account, at work as soon as the one before has ended. */
  function showDesk(id: number, beforeWork: (id: number) => void = () => {}) {
    const ended = closeDesk();
    const opened = openDesk(id);
    desk = opened;
    void ended.then(() => {
      try {
        beforeWork(id);
      } catch (error) {
        log.error('reports of a sign-in could not be handed on', { error: String(error) });
      }
      if (desk === opened && !isStopping) opened.start(deps.work);
    });
  }

  const adoptOrphans = (id: number) => stores.inTransaction(() => stores.jobs.adoptOrphans(id, clock.now()));

  function takeOver(id: number, beforeWork: (id: number) => void) {
    accountId = id;
    adoptOrphans(id);
    if (desk?.accountId !== id) showDesk(id, beforeWork);
    else deskTokens?.follow();
    if (!isBeginning) desk?.refresh();
    // Other pilots' reports show whose they are.
    deps.onChange(waitingStrips());
  }

  /** Nobody is in use. Resolves when nothing of whoever was is under way any more. */
  async function leave() {
    // At once: whoever signs in while the last call ends has a desk of their own.
    accountId = null;
    followed = null;
    await closeDesk();
    deps.onChange(waitingStrips());
  }

  const undoAccount = account.subscribe(followAccount);

  return {
    desk: () => desk,
    accountId: () => accountId,
    gate,
    progress: (jobId: number) => progress.get(jobId) ?? null,
    /** What may hold all reports back has changed. */
    onState,

    /** The account has been read: its desk begins. */
    begin() {
      if (account.identity()) followAccount();
      // Signed out since: what is known of this pilot is still shown, and reports go on waiting.
      else if (accountId !== null) showDesk(accountId);
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
      const ended = closeDesk();
      accountId = id;
      followed = null;
      if (account.identity()) followAccount();
      else showDesk(id);
      deps.onChange(waitingStrips());
      return ended;
    },
    /** These are jobs now, or wait again. */
    onTaken(jobIds: readonly number[]) {
      desk?.uploader.wake();
      deps.onChange([...jobStrips(jobIds), ...plannedStrips()]);
    },
    /** Look at everything anew; `interrupt`: what is under way leads nowhere. */
    refresh(options: { interrupt?: boolean }) {
      if (isAccountBehind) followAccount();
      if (options.interrupt) desk?.interrupt();
      desk?.refresh();
    },
    /** What another process took while it knew of nobody is the signed-in pilot's. */
    adoptOrphans() {
      const id = accountId;
      if (id !== null && desk?.accountId === id && account.identity() !== null) adoptOrphans(id);
    },
    /** Everything of the account that another process may have changed is drawn anew. */
    drawAnew() {
      const states = ['waiting', 'departing', 'unconfirmed', 'refused', 'held'] as const;
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
    close: closeDesk,
  };
}
