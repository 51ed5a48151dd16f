// Looks up uploads whose answers were lost: lists the service's records once for all of them, and lets the rule in
// match-record.ts decide about each. Waits use the monotonic clock, which cannot be set.
import type { Failure } from '../../contract/failure.ts';
import type { Flight } from '../../contract/flight.ts';
import type { ListOutcome } from '../service/outcomes.ts';
import type { Attempt, Job } from '../storage/tables/job.ts';
import { neededMs } from '../storage/tables/learned-facts.ts';
import { lostAnswerFailure } from './after-attempt.ts';
import { findRecord, lookupAfterMs, unexplainedIn, windowOf, type Finding } from './match-record.ts';
import type { ReportWriter } from './report-writer.ts';
import { attemptOf, inferred, lookedUp, notArrived, rejected, undecided } from './transitions.ts';
import type { UploaderDeps } from './uploader-deps.ts';

type LookupResult =
  /** Nothing was listed: too early, or no request may be sent yet. */
  | { readonly kind: 'rest'; readonly restMs: number }
  | { readonly kind: 'no-token'; readonly failure: Failure }
  /** The listing failed; `isRejected`: the service does not let us read flights. */
  | { readonly kind: 'failed'; readonly isRejected: boolean; readonly outcome: ListOutcome }
  /** `notFound`: jobs to be sent again. */
  | { readonly kind: 'done'; readonly notFound: readonly Job[] };

const limit = 100;
const lastLookup = lookupAfterMs.length - 1;

export type LostAnswers = ReturnType<typeof createLostAnswers>;

export function createLostAnswers(
  deps: Pick<UploaderDeps, 'stores'> & {
    ports: Pick<UploaderDeps['ports'], 'clock'>;
    account: Pick<UploaderDeps['account'], 'id'>;
    service: Pick<UploaderDeps['service'], 'name' | 'timeAt'>;
    scheduler: Pick<UploaderDeps['scheduler'], 'nextReadAt' | 'list'>;
  },
  reports: ReportWriter,
) {
  const { account, service, stores, scheduler } = deps;
  const { clock } = deps.ports;
  const { jobs, facts } = stores;
  /** When the grace time of a job began, and its first byte was sent (monotonic; null: in an earlier run). */
  const graces = new Map<number, { readonly from: number; readonly sentAt: number | null }>();

  function graceOf(job: Job) {
    // Its attempt was made in an earlier run, or could not be looked up until now: the grace time begins here.
    if (!graces.has(job.id)) graces.set(job.id, { from: clock.monotonic(), sentAt: null });
    return graces.get(job.id)!;
  }

  /** With the time of its first byte, which the answer to a later request may have shown. */
  function timedAttemptOf(job: Job): Attempt {
    const attempt = attemptOf(job);
    const sentAt = graces.get(job.id)?.sentAt ?? null;
    return attempt.sentAt || sentAt === null ? attempt : { ...attempt, sentAt: service.timeAt(sentAt) };
  }

  /** The last lookup is not before the service has had twice the time that it was ever seen to need. */
  function dueAt(job: Job, lookups: number) {
    const afterMs = lookupAfterMs[Math.min(lookups, lastLookup)]!;
    return graceOf(job).from + (lookups >= lastLookup ? Math.max(afterMs, 2 * neededMs(facts)) : afterMs);
  }

  /** The records back to the lowest baseline. Stops early where even the highest leaves several unexplained. */
  async function listSince(baselineIds: readonly number[], owned: ReadonlySet<number>, signal: AbortSignal) {
    const [lowest, highest] = [Math.min(...baselineIds), Math.max(...baselineIds)];
    const records: Flight[] = [];
    let isReadable = true;
    for (let beforeId: number | undefined; ;) {
      const outcome = await scheduler.list({ limit, signal, ...(beforeId !== undefined && { beforeId }) });
      if (outcome.kind !== 'page') return outcome;
      records.push(...outcome.flights);
      const oldest = outcome.flights.at(-1);
      const next = outcome.nextBeforeId;
      // A record that cannot be parsed may be the one; without an id of its own it has that of a newer one.
      const isParsed = (id: number) => outcome.flights.some((flight) => flight.id === id);
      isReadable &&= !(outcome.unreadIds ?? []).some((id) => id > lowest && (!owned.has(id) || isParsed(id)));
      const isEnd = next === null || !oldest || (records[0]!.id >= highest && oldest.id <= lowest);
      // A listing that does not go back would never end.
      const isLoop = next !== null && beforeId !== undefined && next >= beforeId;
      const isSeveral = unexplainedIn({ records }, { baselineId: highest }, owned).length > 1;
      if (isEnd || isLoop || !isReadable || isSeveral) {
        return { kind: 'listing', listing: { records, isWhole: isEnd && isReadable } } as const;
      }
      beforeId = next;
    }
  }

  function apply(job: Job, attempt: Attempt, finding: Finding, isDue: boolean): 'not-found' | null {
    // The pilot may have decided during the lookup, here or in another process.
    const present = jobs.byId(job.id);
    if (present?.state !== 'unconfirmed' || present.attempt?.startedAt !== job.attempt?.startedAt) {
      graces.delete(job.id);
      return null;
    }
    const answered = attempt.answered;
    // Refused by its status: one lookup is enough, and it is not uploaded again.
    const isRefused = answered?.outcome === 'refused';
    if (finding.kind === 'not-yet' && !isRefused) {
      const lookups = isDue ? Math.min(attempt.lookups + 1, lastLookup) : attempt.lookups;
      const inMs = Math.max(0, dueAt(job, lookups) - clock.monotonic());
      reports.apply(job, lookedUp({ ...attempt, lookups }, clock.now() + inMs));
      return null;
    }
    graces.delete(job.id);
    if (finding.kind === 'inferred') {
      reports.keepRecord(job, finding.flight, inferred(attempt, finding.flight));
      return null;
    }
    if (finding.kind === 'unknown') {
      reports.apply(job, undecided(attempt, finding.isSeveral));
      return null;
    }
    if (isRefused) {
      reports.apply(job, rejected(answered.failure));
      return null;
    }
    // Why it is sent again is shown from the second time on.
    const shown = job.attempts > 1 ? lostAnswerFailure(attempt, service.name) : null;
    const next = notArrived(attempt, shown, stores.history.countOf(job.id, 'not-added'));
    reports.apply(job, next);
    return next.change.state === 'waiting' ? 'not-found' : null;
  }

  return {
    /** The attempt whose first byte was sent at `sentAt` (monotonic) has just ended without an answer. */
    begin(jobId: number, sentAt: number) {
      graces.set(jobId, { from: clock.monotonic(), sentAt });
    },

    /** Looks up the records of these unconfirmed jobs once. */
    async lookUp(unconfirmed: readonly Job[], signal: AbortSignal): Promise<LookupResult> {
      const lookupsOf = (job: Job) => job.attempt?.lookups ?? 0;
      const dueIn = Math.min(...unconfirmed.map((job) => dueAt(job, lookupsOf(job)))) - clock.monotonic();
      const mayIn = scheduler.nextReadAt(false) - clock.monotonic();
      if (Math.max(dueIn, mayIn) > 0) return { kind: 'rest', restMs: Math.max(dueIn, mayIn) };

      const due = new Set(unconfirmed.filter((job) => dueAt(job, lookupsOf(job)) <= clock.monotonic()));
      const baselineIds = unconfirmed.map((job) => job.attempt?.baselineId ?? 0);
      const owned = jobs.ownedFlightIds(account.id, Math.min(...baselineIds));
      const outcome = await listSince(baselineIds, owned, signal);
      if (outcome.kind === 'no-token') return outcome;
      if (outcome.kind !== 'listing') {
        const isRejected = outcome.kind === 'absent' || outcome.kind === 'scope-missing';
        return { kind: 'failed', isRejected, outcome };
      }

      const longestMs = neededMs(facts);
      // Also those that the pilot is asked about, and of accounts that may be the same pilot's.
      const windows = new Map(
        [...jobs.unconfirmedOf(account.id), ...unconfirmed].map((job) => [
          job.id,
          windowOf(timedAttemptOf(job), longestMs),
        ]),
      );
      // One transaction: after a crash between two of them, the rest alone could be matched differently.
      const notFound = stores.inTransaction(() =>
        unconfirmed.filter((job) => {
          const attempt = timedAttemptOf(job);
          const finding = findRecord(attempt, outcome.listing, {
            owned,
            window: windows.get(job.id) ?? null,
            otherWindows: [...windows].flatMap(([id, window]) => (id === job.id ? [] : [window])),
            isLastLookup: due.has(job) && attempt.lookups >= lastLookup,
          });
          return apply(job, attempt, finding, due.has(job)) === 'not-found';
        }),
      );
      return { kind: 'done', notFound };
    },
  };
}
