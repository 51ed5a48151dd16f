// The strips of one profile: by id, by bay and page, with how many there are.
import type { Page } from '../../contract/commands.ts';
import type { StripDetail } from '../../contract/logbook.ts';
import { flightIdOf, jobIdOf, type Bay, type Strip } from '../../contract/strip.ts';
import { message } from '../../messages/message.ts';
import { failures } from '../messages/failures.ts';
import type { StoredFlight } from '../storage/tables/flights.ts';
import type { Job } from '../storage/tables/job.ts';
import type { BoardJob, BoardView } from '../storage/tables/jobs.ts';
import { historyLine } from './history-messages.ts';
import { createStripContexts, pilotName, type BoardDeps, type StripContexts } from './strip-contexts.ts';
import { stripOf } from './strips.ts';

export type Board = ReturnType<typeof createBoard>;

export function createBoard(deps: BoardDeps) {
  const { clock, stores, profile, pilots } = deps;
  const { jobs, flights } = stores;
  const contextsOf = createStripContexts(deps);
  const { view } = contextsOf;

  /** An upload of a process that has died is shown as unconfirmed, before another process marks it so. */
  const asKnown = (job: BoardJob, seen: BoardView): BoardJob =>
    job.state === 'uploading' && !seen.isSending
      ? { ...job, state: 'unconfirmed', reason: failures.answerLost(null) }
      : job;

  function ofJob(stored: BoardJob, contexts: StripContexts) {
    const job = asKnown(stored, contexts.seen);
    const account = job.accountId;
    const flight = job.flightId !== null && account !== null ? flights.byId(account, job.flightId) : null;
    return stripOf(job, flight, contexts.of(account));
  }

  function find(id: string, contexts: StripContexts): Strip | null {
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
    const accounts = [pilots.accountId(), ...stores.accounts.ofProfile(profile.key).map(({ id }) => id)];
    return accounts.find((account) => account !== null && flights.has(account, flightId)) ?? null;
  }

  const accountOf = (jobId: number | null, flightId: number | null) =>
    (jobId === null ? null : jobs.byId(jobId)?.accountId) ?? (flightId === null ? null : accountOfFlight(flightId));

  /** UTC, as all of the board's times. */
  const midnight = () => Math.floor(clock.now() / 86_400_000) * 86_400_000;

  function counts() {
    const seen = contextsOf.seen();
    const stored = jobs.counts();
    const interrupted = seen.isSending ? 0 : stored.uploading;
    const byState = {
      ...stored,
      uploading: stored.uploading - interrupted,
      unconfirmed: stored.unconfirmed + interrupted,
    };
    const flown = seen.accounts.map((account) => ({
      ...flights.counts(account, midnight()),
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

  /** In a day's time: the pilot's midnight is no longer ago, in any zone. */
  function completedLately({ seen }: StripContexts): number {
    const from = clock.now() - 86_400_000;
    return seen.accounts.reduce((sum, account) => sum + flights.completedSinceCount(account, from), 0);
  }

  /** The flights of all accounts that are shown, below `last`: the open ones newest first, the others last completed first. */
  function flightsBelow(
    bay: 'under-review' | 'completed',
    last: StoredFlight | null,
    limit: number,
    contexts: StripContexts,
  ) {
    const { accounts } = contexts.seen;
    const found = accounts.flatMap((account) =>
      (bay === 'completed'
        ? flights.completed(account, last, limit)
        : flights.openPage(account, last?.id ?? Number.MAX_SAFE_INTEGER, limit)
      ).map((flight) => ({ account, flight })),
    );
    if (accounts.length > 1)
      found.sort(
        ({ flight: one }, { flight: other }) => (other.completedAt ?? 0) - (one.completedAt ?? 0) || other.id - one.id,
      );
    return found
      .slice(0, limit)
      .map(({ account, flight }) => stripOf(uploaded(jobs.byFlight(account, flight.id)), flight, contexts.of(account)));
  }

  function flightOfStrip(id: string): StoredFlight | null {
    const job = jobIdOf(id);
    const flight = job === null ? flightIdOf(id) : (jobs.byId(job)?.flightId ?? null);
    const account = flight === null ? null : accountOfFlight(flight);
    return account === null ? null : flights.byId(account, flight!);
  }

  return {
    plan: contextsOf.plan,
    view,
    seen: contextsOf.seen,
    signedOut: contextsOf.signedOut,
    /** Whose the reports of an account are, as on their strips. */
    pilots() {
      const contexts = contextsOf.create();
      return (account: number | null) => contexts.of(account).whose.pilot;
    },
    find: (id: string) => find(id, contextsOf.create()),
    findAll(ids: Iterable<string>): { strips: Strip[]; removed: string[] } {
      const contexts = contextsOf.create();
      const strips: Strip[] = [];
      const removed: string[] = [];
      for (const id of ids) {
        const strip = find(id, contexts);
        if (strip) strips.push(strip);
        else removed.push(id);
      }
      return { strips, removed };
    },
    detail(id: string): Omit<StripDetail, 'row'> | null {
      const strip = find(id, contextsOf.create());
      if (!strip) return null;
      const jobId = jobIdOf(id);
      const flightId = strip.flight?.id ?? flightIdOf(id);
      const accountId = accountOf(jobId, flightId);
      // The flight's own history has the stages; the job's entry duplicates "uploaded".
      const history = stores.history.of({ jobId, accountId, flightId }).map(historyLine);
      const job = jobId === null ? null : jobs.byId(jobId);
      const byOthers = (job === null ? [] : jobs.uploadedByOthers(job)).map((other) => ({
        at: other.uploadedAt ?? other.since,
        message: message('history.sameImage', { name: pilotName(stores.accounts, profile, other.accountId!) }),
      }));
      return { strip, history: [...history, ...byOthers].toSorted((one, other) => one.at - other.at) };
    },
    /** Whose flight a strip shows, and which; null while it shows none. */
    flightOf(id: string): { readonly account: number; readonly id: number } | null {
      const flight = find(id, contextsOf.create())?.flight ?? null;
      const account = flight && accountOf(jobIdOf(id), flight.id);
      return flight && account !== null ? { account, id: flight.id } : null;
    },
    /** A page of one bay. `after` is the id of the last strip that the caller has. */
    page(bay: Bay, after: string | null, limit: number): Page {
      const contexts = contextsOf.create();
      const pageOf = (found: Strip[], size = limit): Page => {
        const strips = found.slice(0, size);
        return { strips, next: found.length > size ? (strips.at(-1)?.id ?? null) : null };
      };
      // The last strip may have left the bay meanwhile: its number determines its place.
      if (bay === 'queue' || bay === 'needs-attention' || bay === 'not-uploaded') {
        const found = jobs.bayPage(bay, contexts.seen, jobIdOf(after ?? ''), limit + 1);
        return pageOf(found.map((job) => ofJob(job, contexts)));
      }
      const last = after === null ? null : flightOfStrip(after);
      if (after !== null && last === null) return { strips: [], next: null };
      // The sums of today are of its whole list.
      const size = bay === 'completed' && after === null ? Math.max(limit, completedLately(contexts)) : limit;
      const page = pageOf(flightsBelow(bay, last, size + 1, contexts), size);
      if (bay === 'under-review' || after !== null) return page;
      const unknown = contexts.seen.accounts.flatMap((account) => jobs.withoutFlight(account));
      return { ...page, strips: [...unknown.map((job) => ofJob(uploaded(job), contexts)), ...page.strips] };
    },
    counts,
  };
}

/** A report that is with the service: its flight has the bay. */
const uploaded = <Found extends Job | null>(job: Found) => job && { ...job, bay: null, place: job.id };
