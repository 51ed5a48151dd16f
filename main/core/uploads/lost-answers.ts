// Looks up uploads whose answers were lost: lists the service's records once for all of them, and lets the rule in
// match-record.ts decide about each. Waits use the monotonic clock, which cannot be set.
import type { Failure } from '../../contract/failure.ts';
import type { Flight } from '../../contract/strip.ts';
import { failures } from '../messages/failures.ts';
import type { ListOutcome } from '../service/outcomes.ts';
import type { Attempt, Job, JobChange } from '../storage/tables/jobs.ts';
import { findRecord, lookupAfterMs, unexplainedIn, windowOf, type Finding } from './match-record.ts';
import type { JobStore, UploaderDeps, UploadScheduler } from './uploader-ports.ts';

type LookupResult =
  /** Nothing was listed: too early, or no request may be sent yet. */
  | { readonly kind: 'rest'; readonly restMs: number }
  | { readonly kind: 'no-token'; readonly failure: Failure }
  /** The listing failed; `isRejected`: the service does not let us read flights. */
  | { readonly kind: 'failed'; readonly isRejected: boolean; readonly outcome: ListOutcome }
  /** `notFound`: jobs to be sent again. */
  | { readonly kind: 'done'; readonly notFound: readonly Job[] };

const limit = 100;
/** Attempts for a report that the service rejects with an undocumented answer. */
const mostRejections = 3;
const lastLookup = lookupAfterMs.length - 1;

export function createLostAnswers(
  deps: Pick<UploaderDeps, 'clock' | 'accountId'> & {
    store: Pick<JobStore, 'jobs' | 'history' | 'inTransaction'>;
    scheduler: Pick<UploadScheduler, 'nextReadAt' | 'list'>;
    service: Pick<UploaderDeps['service'], 'timeAt' | 'needed'>;
    events: Pick<UploaderDeps['events'], 'onJob'>;
  },
  queue: {
    /** Stores the record and the change of a job. Runs in the transaction. */
    settle(job: Job, flight: Flight, change: JobChange): void;
    /** Rejects a report that its answer refused. Runs in the transaction. */
    reject(job: Job, reason: Failure): void;
  },
) {
  const { clock, accountId, store, scheduler, service, events } = deps;
  const { jobs, history } = store;
  /** When the grace time of a job began, and its first byte was sent (monotonic; null: in an earlier run). */
  const graces = new Map<number, { readonly from: number; readonly sentAt: number | null }>();

  function graceOf(job: Job) {
    // Its attempt was made in an earlier run, or could not be looked up until now: the grace time begins here.
    if (!graces.has(job.id)) graces.set(job.id, { from: clock.monotonic(), sentAt: null });
    return graces.get(job.id)!;
  }

  /** With the time of its first byte, which the answer to a later request may have shown. */
  function attemptOf(job: Job): Attempt {
    const attempt = job.attempt ?? { startedAt: job.since, endedAt: job.since, baselineId: 0, lookups: 0 };
    const sentAt = graces.get(job.id)?.sentAt ?? null;
    return attempt.sentAt || sentAt === null ? attempt : { ...attempt, sentAt: service.timeAt(sentAt) };
  }

  /** The last lookup is not before the service has had twice the time that it was ever seen to need. */
  function dueAt(job: Job, lookups: number) {
    const afterMs = lookupAfterMs[Math.min(lookups, lastLookup)]!;
    return graceOf(job).from + (lookups >= lastLookup ? Math.max(afterMs, 2 * service.needed.readMs()) : afterMs);
  }

  /** The records back to the lowest baseline. Stops early where even the highest leaves several unexplained. */
  async function listSince(baselineIds: readonly number[], owned: ReadonlySet<number>, signal: AbortSignal) {
    const [lowest, highest] = [Math.min(...baselineIds), Math.max(...baselineIds)];
    const records: Flight[] = [];
    let isReadable = true;
    for (let beforeId: number | undefined; ;) {
      const outcome = await scheduler.list({ limit: limit, signal, ...(beforeId !== undefined && { beforeId }) });
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
    const now = clock.now();
    const subject = { accountId, jobId: job.id };
    const answer = attempt.answered?.failure.code;
    // Refused by its status: one lookup is enough, and it is not uploaded again.
    const isRefused = attempt.answered?.outcome === 'refused';
    if (finding.kind === 'not-yet' && !isRefused) {
      const lookups = isDue ? Math.min(attempt.lookups + 1, lastLookup) : attempt.lookups;
      const inMs = Math.max(0, dueAt(job, lookups) - clock.monotonic());
      jobs.change(job.id, now, { attempt: { ...attempt, lookups }, reason: failures.answerLost(now + inMs, answer) });
      return null;
    }
    graces.delete(job.id);
    if (finding.kind === 'inferred') {
      const { flight } = finding;
      const uploadedAt = attempt.startedAt + (attempt.lastedMs ?? 0);
      const change = {
        state: 'uploaded',
        evidence: 'inferred',
        reason: null,
        flightId: flight.id,
        uploadedAt,
      } as const;
      // The attempt stays: if the pilot says that it is another flight, whether the report arrived is open again.
      queue.settle(job, flight, { ...change, attempt });
      return null;
    }
    if (finding.kind === 'unknown') {
      const reason = finding.isSeveral ? failures.answerLostAmbiguous(answer) : failures.answerLostUnclear(answer);
      jobs.change(job.id, now, { state: 'held', reason, attempt });
      history.add(subject, now, finding.isSeveral ? 'ambiguous' : 'unclear');
      return null;
    }
    if (isRefused) {
      queue.reject(job, attempt.answered!.failure);
      return null;
    }
    if (attempt.answered?.outcome === 'rejected' && isRejectedForGood(job, attempt.answered.failure, now)) return null;
    jobs.change(job.id, now, { state: 'waiting', attempt: null });
    history.add(subject, now, 'not-arrived');
    return 'not-found';
  }

  /** Rejected with an undocumented 4xx, and no record: after a few attempts, only the pilot can retry. */
  function isRejectedForGood(job: Job, { code = '' }: Failure, now: number): boolean {
    history.add({ accountId, jobId: job.id }, now, 'not-added', { code });
    if (history.countOf(job.id, 'not-added') < mostRejections) return false;
    const reason = failures.notAcceptedByService(code);
    jobs.change(job.id, now, { state: 'rejected', attempt: null, reason });
    return true;
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
      const mayIn = scheduler.nextReadAt() - clock.monotonic();
      if (Math.max(dueIn, mayIn) > 0) return { kind: 'rest', restMs: Math.max(dueIn, mayIn) };

      const due = new Set(unconfirmed.filter((job) => dueAt(job, lookupsOf(job)) <= clock.monotonic()));
      const baselineIds = unconfirmed.map((job) => job.attempt?.baselineId ?? 0);
      const owned = jobs.ownedFlightIds(accountId, Math.min(...baselineIds));
      const outcome = await listSince(baselineIds, owned, signal);
      if (outcome.kind === 'no-token') return outcome;
      if (outcome.kind !== 'listing') {
        const isRejected = outcome.kind === 'absent' || outcome.kind === 'scope-missing';
        return { kind: 'failed', isRejected, outcome };
      }

      const neededMs = service.needed.readMs();
      // Also those that the pilot is asked about, and of accounts that may be the same pilot's.
      const windows = new Map(
        [...jobs.unconfirmedOf(accountId), ...unconfirmed].map((job) => [job.id, windowOf(attemptOf(job), neededMs)]),
      );
      // One transaction: after a crash between two of them, the rest alone could be matched differently.
      const notFound = store.inTransaction(() =>
        unconfirmed.filter((job) => {
          const attempt = attemptOf(job);
          const finding = findRecord(attempt, outcome.listing, {
            owned,
            window: windows.get(job.id) ?? null,
            otherWindows: [...windows].flatMap(([id, window]) => (id === job.id ? [] : [window])),
            isLastLookup: due.has(job) && attempt.lookups >= lastLookup,
          });
          return apply(job, attempt, finding, due.has(job)) === 'not-found';
        }),
      );
      for (const job of unconfirmed) events.onJob(job.id);
      return { kind: 'done', notFound };
    },
  };
}
