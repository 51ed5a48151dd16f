// The strips of one profile: by id, by bay and page, with their planned upload times.
import type { Page } from '../../contract/commands.ts';
import type { Failure } from '../../contract/failure.ts';
import { type Bay, type Strip, type StripDetail, flightIdOf, jobIdOf } from '../../contract/strip.ts';
import { failures } from '../messages/failures.ts';
import { historyLine } from './history-messages.ts';
import type { Repositories } from '../storage/repositories.ts';
import { holdsAll, stripOf, type StripContext } from './strips.ts';
import type { StoredFlight } from '../storage/tables/flights.ts';
import type { BoardJob, BoardView, Job } from '../storage/tables/jobs.ts';
import { message, type Name } from '../../messages/message.ts';
import type { FlightBook } from '../flights/flight-book.ts';
import type { RequestScheduler } from '../pacing/request-scheduler.ts';
import type { Clock } from '../platform/ports.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { Uploader } from '../uploads/uploader.ts';

export type Board = ReturnType<typeof createBoard>;

/** What the board needs of a pilot's workers. */
type BoardWorkers = {
  readonly accountId: number;
  canRead(): boolean | null;
  readonly uploader: Pick<Uploader, 'hold'>;
  readonly scheduler: Pick<RequestScheduler, 'plan'>;
  readonly book: Pick<FlightBook, 'usually'>;
};

export function createBoard(deps: {
  clock: Clock;
  stores: Repositories;
  profile: Pick<ServiceProfile, 'key' | 'name' | 'flightPage'>;
  pilots: {
    /** The shown pilot. */
    accountId(): number | null;
    workersOf(accountId: number | null): BoardWorkers | null;
    holdOf(accountId: number | null): Failure | null;
  };
  progress(jobId: number): Strip['progress'];
  canShowFile: boolean;
  /** Whether a process uploads these reports now: without one, no upload has a time. */
  isPlanned(): boolean;
  /** Whether any process on the data folder uploads now. */
  isSending(): boolean;
}) {
  const { clock, stores, profile, pilots } = deps;
  const { jobs, flights } = stores;

  /** An upload of a process that has died is shown as unconfirmed, before another process marks it so. */
  const asKnown = (job: BoardJob, seen: BoardView): BoardJob =>
    job.state === 'uploading' && !seen.isSending
      ? { ...job, state: 'unconfirmed', reason: failures.answerLost(null) }
      : job;

  /** When the account's next report uploads, and from one to the next; null while none does, or while that is not known. */
  function plan(account: number | null) {
    const workers = pilots.workersOf(account);
    if (!workers || holdsAll(pilots.holdOf(account)) || stores.switches.isPaused() || isLookupPending(workers))
      return null;
    if (!deps.isPlanned()) return null;
    const waiting = jobs.waitingCount(account);
    if (waiting === 0) return null;
    return { waiting, ...workers.scheduler.plan(workers.uploader.hold()?.until ?? Number.NEGATIVE_INFINITY) };
  }

  /** All wait until a lost answer has been looked up, and how long that takes is not known. */
  const isLookupPending = (workers: BoardWorkers) =>
    workers.canRead() === true && jobs.ofAccount(workers.accountId, 'unconfirmed').length > 0;

  /** The planned upload time of each waiting report of the account. */
  function uploadTimes(account: number | null): ReadonlyMap<number, number> {
    const next = plan(account);
    if (next === null) return new Map();
    return new Map(jobs.waitingIds(account).map((id, place) => [id, next.nextAt + place * next.everyMs]));
  }

  const canReadOf = (account: number | null) => pilots.workersOf(account)?.canRead() ?? null;

  /** Whose flights are shown, and which reports are not: those of signed-in pilots whom the pilot did not choose. */
  function view() {
    const shown = pilots.accountId();
    const signedIn = stores.accounts.list(profile.key).map(({ id }) => id);
    const accounts = stores.switches.showsEveryone() ? signedIn : shown === null ? [] : [shown];
    return { shown, signedIn, accounts, hidden: signedIn.filter((id) => !accounts.includes(id)) };
  }

  /** What decides which bay a report is in. */
  function boardView() {
    const whose = view();
    const known = [whose.shown, ...whose.signedIn].filter((id) => id !== null);
    return {
      ...whose,
      unreadable: known.filter((id) => canReadOf(id) === false),
      // Asked only where it matters: it takes a look at a lock.
      isSending: jobs.idsOf('uploading', 1).length === 0 || deps.isSending(),
    };
  }

  /** What strips need, by account; made once for a batch of them. */
  function createContexts() {
    const seen = boardView();
    const { hidden, shown } = seen;
    const names = pilotNames(stores.accounts, profile);
    const made = new Map<number | null, StripContext>();
    function contextOf(account: number | null): StripContext {
      let times: ReadonlyMap<number, number> | null = null;
      const usual = new Map<string, Strip['usually']>();
      const workers = pilots.workersOf(account ?? shown);
      const isSignedOut = account !== null && shown !== null && account !== shown && !names.has(account);
      return {
        canRead: canReadOf(account ?? shown),
        canShowFile: deps.canShowFile,
        hasFlightPages: profile.flightPage !== '',
        hold: pilots.holdOf(account ?? shown),
        pilot:
          account !== null && (names.size > 1 || isSignedOut)
            ? {
                id: account,
                name: names.get(account) ?? nameOf(stores.accounts.byId(account)?.name ?? null, profile, 1),
              }
            : null,
        isSignedOut,
        isShown: account === null || !hidden.includes(account),
        uploadsAt(id) {
          times ??= uploadTimes(account);
          return times.get(id) ?? null;
        },
        uploadOrder: jobs.uploadOrder,
        progress: deps.progress,
        usually(stage) {
          if (!usual.has(stage)) usual.set(stage, workers?.book.usually(stage) ?? null);
          return usual.get(stage) ?? null;
        },
      };
    }
    return {
      seen,
      of(account: number | null): StripContext {
        const found = made.get(account) ?? contextOf(account);
        made.set(account, found);
        return found;
      },
    };
  }
  type Contexts = ReturnType<typeof createContexts>;

  function ofJob(stored: BoardJob, contexts: Contexts) {
    const job = asKnown(stored, contexts.seen);
    const account = job.accountId;
    const flight = job.flightId !== null && account !== null ? flights.byId(account, job.flightId) : null;
    return stripOf(job, flight, contexts.of(account));
  }

  function find(id: string, contexts: Contexts): Strip | null {
    const jobId = jobIdOf(id);
    if (jobId !== null) {
      const job = jobs.onBoard(jobId, contexts.seen);
      return job && ofJob(job, contexts);
    }
    const flightId = flightIdOf(id);
    const account = flightId === null ? null : accountOfFlight(flightId);
    if (flightId === null || account === null) return null;
    // A flight that was uploaded from here is its report's strip.
    return jobs.byFlight(account, flightId)
      ? null
      : stripOf(null, flights.byId(account, flightId), contexts.of(account));
  }

  /** The logbook may show the flights of every pilot; the shown one's come first. */
  function accountOfFlight(flightId: number): number | null {
    const accounts = [pilots.accountId(), ...stores.accounts.list(profile.key).map((account) => account.id)];
    return accounts.find((account) => account !== null && flights.has(account, flightId)) ?? null;
  }

  function counts() {
    const seen = boardView();
    const stored = jobs.counts();
    const interrupted = seen.isSending ? 0 : stored.uploading;
    const byState = {
      ...stored,
      uploading: stored.uploading - interrupted,
      unconfirmed: stored.unconfirmed + interrupted,
    };
    // Midnight UTC, as all of the board's times.
    const today = Math.floor(clock.now() / 86_400_000) * 86_400_000;
    const flown = seen.accounts.map((account) => ({
      ...flights.counts(account, today),
      withoutFlight: jobs.withoutFlightCount(account),
    }));
    const sum = (of: keyof (typeof flown)[number]) => flown.reduce((all, one) => all + one[of], 0);
    return {
      byState,
      outcomes: {
        completed: sum('completed'),
        completedToday: sum('today'),
        archived: sum('archived'),
        received: sum('received') + sum('withoutFlight'),
      },
      bays: {
        ...jobs.bayCounts(seen),
        'under-review': sum('open'),
        completed: sum('final') + sum('withoutFlight'),
      } satisfies Record<Bay, number>,
    };
  }

  /** A page of the flights of all accounts that are shown, newest first. */
  function newest(
    accounts: readonly number[],
    limit: number,
    read: (account: number) => StoredFlight[],
    contexts: Contexts,
  ) {
    const found = accounts.flatMap((account) => read(account).map((flight) => ({ account, flight })));
    if (accounts.length > 1) found.sort((one, other) => other.flight.id - one.flight.id);
    return found
      .slice(0, limit)
      .map(({ account, flight }) => stripOf(uploaded(jobs.byFlight(account, flight.id)), flight, contexts.of(account)));
  }

  return {
    /** When the next report of the shown pilots uploads, how many wait, and how far apart they are on average. */
    plan() {
      const plans = view()
        .accounts.map(plan)
        .filter((one) => one !== null);
      if (plans.length < 2) return plans[0] ?? null;
      const waiting = plans.reduce((sum, one) => sum + one.waiting, 0);
      const nextAt = Math.min(...plans.map((one) => one.nextAt));
      const lastAt = Math.max(...plans.map((one) => one.nextAt + (one.waiting - 1) * one.everyMs));
      return { waiting, nextAt, everyMs: (lastAt - nextAt) / (waiting - 1) };
    },
    view,
    /** Pilots who are signed out, and how many reports wait for them. */
    signedOut() {
      const shown = pilots.accountId();
      const names = pilotNames(stores.accounts, profile);
      if (shown === null) return [];
      return jobs
        .unfinishedByAccount()
        .filter(({ id }) => id !== shown && !names.has(id))
        .map((one) => ({ ...one, name: nameOf(stores.accounts.byId(one.id)?.name ?? null, profile, 1) }));
    },
    find: (id: string) => find(id, createContexts()),
    findAll(ids: Iterable<string>): { strips: Strip[]; removed: string[] } {
      const contexts = createContexts();
      const strips: Strip[] = [];
      const removed: string[] = [];
      for (const id of ids) {
        const strip = find(id, contexts);
        if (strip) strips.push(strip);
        else removed.push(id);
      }
      return { strips, removed };
    },
    detail(id: string): StripDetail | null {
      const strip = find(id, createContexts());
      if (!strip) return null;
      const jobId = jobIdOf(id);
      const flightId = strip.flight?.id ?? flightIdOf(id);
      const accountId =
        (jobId === null ? null : jobs.byId(jobId)?.accountId) ?? (flightId === null ? null : accountOfFlight(flightId));
      // The flight's own history has the stages; the job's entry duplicates "uploaded".
      const history = stores.history.of({ jobId, accountId, flightId });
      return { strip, history: history.map(historyLine) };
    },
    /** A page of one bay. `after` is the id of the last strip that the caller has. */
    page(bay: Bay, after: string | null, limit: number): Page {
      const contexts = createContexts();
      const { accounts } = contexts.seen;
      const pageOf = (found: Strip[], total: number): Page => {
        const strips = found.slice(0, limit);
        return { strips, next: found.length > limit ? (strips.at(-1)?.id ?? null) : null, total };
      };
      // The last strip may have left the bay meanwhile: its number determines its place.
      if (bay === 'queue' || bay === 'needs-attention' || bay === 'not-uploaded') {
        const found = jobs.bayPage(bay, contexts.seen, jobIdOf(after ?? ''), limit + 1);
        return pageOf(
          found.map((job) => ofJob(job, contexts)),
          jobs.bayCounts(contexts.seen)[bay],
        );
      }
      const before = after === null ? Number.MAX_SAFE_INTEGER : (flightOfStrip(after) ?? 0);
      const read = bay === 'under-review' ? flights.openPage : flights.completed;
      const found = newest(accounts, limit + 1, (account) => read(account, before, limit + 1), contexts);
      const page = pageOf(found, counts().bays[bay]);
      if (bay === 'under-review' || after !== null) return page;
      const unknown = accounts.flatMap((account) => jobs.withoutFlight(account));
      return { ...page, strips: [...unknown.map((job) => ofJob(uploaded(job), contexts)), ...page.strips] };
    },
    counts,
  };

  function flightOfStrip(id: string): number | null {
    const job = jobIdOf(id);
    return job === null ? flightIdOf(id) : (jobs.byId(job)?.flightId ?? null);
  }
}

/** A report that is with the service: its flight has the bay. */
const uploaded = <Found extends Job | null>(job: Found) => job && { ...job, bay: null };

type NamedProfile = Pick<ServiceProfile, 'key' | 'name'>;

const nameOf = (name: string | null, profile: NamedProfile, n: number): Name =>
  name ?? message('shared.pilotAt', { service: profile.name, n });

/** The names of the signed-in pilots, by account. Pilots whom the service does not name are numbered. */
export function pilotNames(accounts: Pick<Repositories['accounts'], 'list'>, profile: NamedProfile) {
  let unnamed = 0;
  const named = accounts.list(profile.key).map(({ id, name }) => {
    if (name === null) unnamed += 1;
    return [id, nameOf(name, profile, unnamed)] as const;
  });
  return new Map<number, Name>(named);
}
