// The strips of one profile: by id, by bay and page, with their planned upload times.
import type { Page } from '../../contract/commands.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Bay, Strip, StripDetail } from '../../contract/strip.ts';
import { failures } from '../messages/failures.ts';
import { historyLine } from './history-messages.ts';
import type { Repositories } from '../storage/repositories.ts';
import { holdsAll, stripOf, type StripContext } from './strips.ts';
import type { Job } from '../storage/tables/jobs.ts';
import type { FlightBook } from '../flights/flight-book.ts';
import type { RequestScheduler } from '../pacing/request-scheduler.ts';
import type { Clock } from '../platform/ports.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { Uploader } from '../uploads/uploader.ts';
import { flightIdOf, jobIdOf } from '../../contract/strip.ts';

export type Board = ReturnType<typeof createBoard>;

const noFlights = { open: 0, final: 0, completed: 0, archived: 0, received: 0, today: 0 };

/** What the board needs of the active account's workers. */
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
  profile: Pick<ServiceProfile, 'key' | 'flightPage'>;
  active: {
    workers(): BoardWorkers | null;
    accountId(): number | null;
    hold(): Failure | null;
    progress(jobId: number): Strip['progress'];
  };
  canShowFile: boolean;
  /** Whether a process uploads these reports now: without one, no upload has a time. */
  isPlanned(): boolean;
  /** Whether any process on the data folder uploads now. */
  isSending(): boolean;
}) {
  const { clock, stores, profile, active } = deps;
  const { jobs, flights } = stores;

  /** An upload of a process that has died is shown as unconfirmed, before another process marks it so. */
  const isInterrupted = (job: Job) => job.state === 'uploading' && !deps.isSending();
  const asKnown = (job: Job): Job =>
    isInterrupted(job) ? { ...job, state: 'unconfirmed', reason: failures.answerLost(null) } : job;

  /** When the next report uploads, and from one to the next; null while none does, or while that is not known. */
  function plan() {
    const workers = active.workers();
    if (!workers || holdsAll(active.hold()) || stores.pauseSwitch.isPaused() || isLookupPending(workers)) return null;
    if (!deps.isPlanned()) return null;
    const waiting = jobs.waitingCount(active.accountId());
    if (waiting === 0) return null;
    return { waiting, ...workers.scheduler.plan(workers.uploader.hold()?.until ?? Number.NEGATIVE_INFINITY) };
  }

  /** All wait until a lost answer has been looked up, and how long that takes is not known. */
  const isLookupPending = (workers: BoardWorkers) =>
    workers.canRead() === true && jobs.ofAccount(workers.accountId, 'unconfirmed').length > 0;

  /** The planned upload time of each waiting report. */
  function uploadTimes(): ReadonlyMap<number, number> {
    const next = plan();
    if (next === null) return new Map();
    return new Map(jobs.waitingIds(active.accountId()).map((id, place) => [id, next.nextAt + place * next.everyMs]));
  }

  /** What strips need; made once for a batch of them. */
  function context(): StripContext {
    const workers = active.workers();
    let times: ReadonlyMap<number, number> | null = null;
    let signedIn: Set<number> | null = null;
    const usual = new Map<string, Strip['usually']>();
    return {
      canRead: workers?.canRead() ?? null,
      canShowFile: deps.canShowFile,
      hasFlightPages: profile.flightPage !== '',
      hold: active.hold(),
      accountId: active.accountId(),
      ownerName: (id) => stores.accounts.byId(id)?.name ?? null,
      isSignedIn(id) {
        signedIn ??= new Set(stores.accounts.list(profile.key).map((account) => account.id));
        return signedIn.has(id);
      },
      uploadsAt(id) {
        times ??= uploadTimes();
        return times.get(id) ?? null;
      },
      uploadOrder: jobs.uploadOrder,
      progress: active.progress,
      usually(stage) {
        if (!usual.has(stage)) usual.set(stage, workers?.book.usually(stage) ?? null);
        return usual.get(stage) ?? null;
      },
    };
  }

  function ofJob(stored: Job, given: StripContext) {
    const job = asKnown(stored);
    const account = job.accountId;
    const flight = job.flightId !== null && account !== null ? flights.byId(account, job.flightId) : null;
    return stripOf(job, flight, given);
  }

  function find(id: string, given: StripContext): Strip | null {
    const jobId = jobIdOf(id);
    if (jobId !== null) {
      const job = jobs.byId(jobId);
      return job && ofJob(job, given);
    }
    const flightId = flightIdOf(id);
    if (flightId === null) return null;
    // The logbook may show the flights of every pilot; the active one's come first.
    const accounts = [active.accountId(), ...stores.accounts.list(profile.key).map((account) => account.id)];
    for (const account of accounts) {
      const flight = account === null ? null : flights.byId(account, flightId);
      if (!flight) continue;
      // A flight that was uploaded from here is its report's strip.
      return jobs.byFlight(account!, flightId) ? null : stripOf(null, flight, given);
    }
    return null;
  }

  function ofFlight(account: number, flight: NonNullable<ReturnType<typeof flights.byId>>, given: StripContext) {
    return stripOf(jobs.byFlight(account, flight.id), flight, given);
  }

  /** Jobs that are not uploaded, `limit` strips behind `last`: the queue in its order, the others newest first. */
  function stillHere(
    bay: 'needs-attention' | 'queue' | 'not-uploaded',
    last: number | null,
    limit: number,
    given: StripContext,
  ) {
    const isNewestFirst = bay !== 'queue';
    const lastJob = last === null || isNewestFirst ? null : jobs.byId(last);
    const after = lastJob === null ? last : jobs.uploadOrder(lastJob);
    const ofState = (state: Job['state'], others: boolean | null = null) =>
      jobs.page(state, { after, limit, isNewestFirst, account: given.accountId, others });
    // Only the account that uploaded it can look up its record.
    const outcomeUnknown = [...ofState('unconfirmed', false), ...ofState('uploading', false).filter(isInterrupted)];
    const othersInterrupted = () => ofState('uploading', true).filter(isInterrupted);
    const hasOthers = (state: 'waiting' | 'unconfirmed') =>
      given.accountId !== null && jobs.othersWaiting(given.accountId, state) > 0;
    const found = {
      queue: () => [
        ...ofState('waiting', false),
        ...ofState('uploading').filter((job) => !isInterrupted(job)),
        ...(given.canRead === false ? [] : outcomeUnknown),
      ],
      'needs-attention': () => [
        ...ofState('rejected'),
        ...ofState('held'),
        ...(hasOthers('waiting') ? ofState('waiting', true) : []),
        ...(hasOthers('unconfirmed') ? ofState('unconfirmed', true) : []),
        ...(given.accountId === null ? [] : othersInterrupted()),
        ...(given.canRead === false ? outcomeUnknown : []),
      ],
      'not-uploaded': () => ofState('declined'),
    }[bay]();
    found.sort((one, other) => (isNewestFirst ? other.id - one.id : jobs.uploadOrder(one) - jobs.uploadOrder(other)));
    return found.slice(0, limit).map((job) => ofJob(job, given));
  }

  function counts() {
    const stored = jobs.counts();
    const account = active.accountId();
    const interrupted = stored.uploading === 0 ? [] : jobs.inStates('uploading').filter(isInterrupted);
    const byState = {
      ...stored,
      uploading: stored.uploading - interrupted.length,
      unconfirmed: stored.unconfirmed + interrupted.length,
    };
    const othersInterrupted = interrupted.filter(({ accountId }) => accountId !== null && accountId !== account).length;
    const others = account === null ? 0 : jobs.othersWaiting(account);
    const cannotLookUp = active.workers()?.canRead() === false;
    const othersUnconfirmed = account === null ? 0 : jobs.othersWaiting(account, 'unconfirmed') + othersInterrupted;
    const outcomeUnknown = cannotLookUp ? byState.unconfirmed : othersUnconfirmed;
    // Midnight UTC, as all of the board's times.
    const today = Math.floor(clock.now() / 86_400_000) * 86_400_000;
    const seen = account === null ? noFlights : flights.counts(account, today);
    const withoutFlight = account === null ? 0 : jobs.withoutFlightCount(account);
    return {
      byState,
      outcomes: {
        completed: seen.completed,
        completedToday: seen.today,
        archived: seen.archived,
        received: seen.received + withoutFlight,
      },
      bays: {
        'needs-attention': byState.rejected + byState.held + others + outcomeUnknown,
        queue: byState.waiting - others + byState.uploading + byState.unconfirmed - outcomeUnknown,
        'under-review': seen.open,
        completed: seen.final + withoutFlight,
        'not-uploaded': byState.declined,
      } satisfies Record<Bay, number>,
    };
  }

  return {
    plan,
    find: (id: string) => find(id, context()),
    findAll(ids: Iterable<string>): { strips: Strip[]; removed: string[] } {
      const given = context();
      const strips: Strip[] = [];
      const removed: string[] = [];
      for (const id of ids) {
        const strip = find(id, given);
        if (strip) strips.push(strip);
        else removed.push(id);
      }
      return { strips, removed };
    },
    detail(id: string): StripDetail | null {
      const strip = find(id, context());
      if (!strip) return null;
      const job = jobIdOf(id);
      const history = stores.history.of({
        jobId: job,
        accountId: active.accountId(),
        flightId: strip.flight?.id ?? flightIdOf(id),
      });
      // The flight's own history has the stages; the job's entry duplicates "uploaded".
      return { strip, history: history.map(historyLine) };
    },
    /** A page of one bay. `after` is the id of the last strip that the caller has. */
    page(bay: Bay, after: string | null, limit: number): Page {
      const given = context();
      const account = active.accountId();
      const pageOf = (found: Strip[], total: number): Page => {
        const strips = found.slice(0, limit);
        return { strips, next: found.length > limit ? (strips.at(-1)?.id ?? null) : null, total };
      };
      // The last strip may have left the bay meanwhile: its number determines its place.
      if (bay === 'queue' || bay === 'needs-attention' || bay === 'not-uploaded') {
        return pageOf(stillHere(bay, jobIdOf(after ?? ''), limit + 1, given), counts().bays[bay]);
      }
      if (account === null) return { strips: [], next: null, total: 0 };
      const lastFlight = after === null ? null : (flightOfStrip(after, account) ?? 0);
      if (bay === 'under-review') {
        const open = flights.openPage(account, lastFlight ?? Number.MAX_SAFE_INTEGER, limit + 1);
        return pageOf(
          open.map((flight) => ofFlight(account, flight, given)),
          flights.counts(account, clock.now()).open,
        );
      }

      const { final } = flights.counts(account, clock.now());
      const unknown = after === null ? jobs.withoutFlight(account).map((job) => ofJob(job, given)) : [];
      const before = lastFlight ?? Number.MAX_SAFE_INTEGER;
      const found = flights.completed(account, before, limit + 1);
      const strips = found.slice(0, limit).map((flight) => ofFlight(account, flight, given));
      const last = strips.at(-1);
      return {
        strips: [...unknown, ...strips],
        next: last && found.length > limit ? last.id : null,
        total: final + jobs.withoutFlightCount(account),
      };
    },
    counts,
  };

  function flightOfStrip(id: string, account: number): number | null {
    const job = jobIdOf(id);
    return job === null
      ? flightIdOf(id)
      : jobs.byId(job)?.accountId === account
        ? (jobs.byId(job)?.flightId ?? null)
        : null;
  }
}
