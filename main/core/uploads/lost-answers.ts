// Looks up uploads whose answers were lost: lists the service's records once for all of them, and lets the rule in
// match-record.ts decide which job has one. Waits use the monotonic clock, which cannot be set.
import type { Failure } from '../../contract/failure.ts';
import type { Flight } from '../../contract/strip.ts';
import { failures } from '../messages/failures.ts';
import type { Clock } from '../platform/ports.ts';
import type { ListOutcome } from '../service/flight-client.ts';
import type { Attempt, Job, JobChange } from '../storage/tables/jobs.ts';
import {
  findRecords,
  latestRecordMs,
  lookupAfterMs,
  mayBeOf,
  type UnconfirmedAttempt,
  type Finding,
} from './match-record.ts';
import type { JobStore, UploadScheduler } from './uploader-ports.ts';

type LookupResult =
  /** Nothing was listed: too early, or no request may be sent yet. */
  | { readonly kind: 'rest'; readonly restMs: number }
  | { readonly kind: 'no-token'; readonly failure: Failure }
  /** The listing failed; `isRejected`: the service does not let us read flights. */
  | { readonly kind: 'failed'; readonly isRejected: boolean; readonly outcome: ListOutcome }
  /** `notFound`: jobs to be sent again. */
  | { readonly kind: 'done'; readonly notFound: readonly Job[] };

const LIMIT = 100;
/** Attempts for a report that the service rejects with an undocumented answer. */
const MOST_REJECTIONS = 3;
const LAST_LOOKUP = lookupAfterMs.length - 1;

export function createLostAnswers(deps: {
  clock: Clock;
  accountId: number;
  store: Pick<JobStore, 'jobs' | 'history' | 'inTransaction'>;
  scheduler: Pick<UploadScheduler, 'nextReadAt' | 'list'>;
  /** Stores the record and the change of a job. Runs in the transaction. */
  settle(job: Job, flight: Flight, change: JobChange): void;
  onJob(id: number): void;
}) {
  const { clock, accountId, store, scheduler } = deps;
  const { jobs, history } = store;
  /** When the grace time of a job began, and when its attempt ended at the latest (monotonic). */
  const graces = new Map<number, { readonly from: number; readonly endedAt: number }>();

  function graceOf(job: Job, attempt: Attempt) {
    const known = graces.get(job.id);
    if (known) return known;
    // Its attempt was made in an earlier run, or could not be looked up until now: the grace time begins here.
    const monotonic = clock.monotonic();
    const agoMs = clock.now() - (attempt.startedAt + (attempt.lastedMs ?? 0));
    const grace = { from: monotonic, endedAt: monotonic - Math.max(0, agoMs) };
    graces.set(job.id, grace);
    return grace;
  }

  const attemptOf = (job: Job): Attempt =>
    job.attempt ?? { startedAt: job.since, endedAt: job.since, baselineId: 0, lookups: 0 };

  const dueAt = (job: Job, attempt: Attempt) =>
    graceOf(job, attempt).from + lookupAfterMs[Math.min(attempt.lookups, LAST_LOOKUP)]!;

  /** The records back to where the attempts began. Stops early where there are too many to tell them apart. */
  async function listSince(attempts: readonly Attempt[], owned: ReadonlySet<number>, signal: AbortSignal) {
    const records: Flight[] = [];
    let isReadable = true;
    for (let beforeId: number | undefined; ;) {
      const outcome = await scheduler.list({ limit: LIMIT, signal, ...(beforeId !== undefined && { beforeId }) });
      if (outcome.kind !== 'page') return outcome;
      records.push(...outcome.flights);
      const oldest = outcome.flights.at(-1);
      const next = outcome.nextBeforeId;
      const newestId = records[0]?.id ?? 0;
      const mayConcern = (flight: Flight) => attempts.some((attempt) => mayBeOf(flight, attempt, newestId, owned));
      // A record that cannot be parsed may be the one.
      const unread = (outcome.unreadIds ?? []).filter((id) => !owned.has(id));
      isReadable &&= !unread.some((id) => attempts.some((attempt) => id > attempt.baselineId));
      const isEnd = next === null || !oldest || attempts.every((attempt) => isBefore(oldest, attempt, newestId));
      // A listing that does not go back would never end.
      const isLoop = next !== null && beforeId !== undefined && next >= beforeId;
      if (isEnd || isLoop || !isReadable || records.filter(mayConcern).length > attempts.length) {
        return { kind: 'listing', listing: { records, isWhole: isEnd && isReadable } } as const;
      }
      beforeId = next;
    }
  }

  /**
   * Until when other reports may have made a record that is not known to be theirs: the pilot is asked about them, has
   * confirmed that the service has them, or they were uploaded in another sign-in that may be the same pilot's.
   */
  function rivalsOf(unconfirmed: readonly Job[], attempts: readonly Attempt[]): number {
    const since = Math.min(...attempts.map((attempt) => attempt.startedAt)) - latestRecordMs;
    const ids = new Set(unconfirmed.map((job) => job.id));
    const rivals = jobs.withoutRecord(accountId, since).filter((job) => !ids.has(job.id));
    const ends = rivals.map(({ attempt, since: decidedAt }) =>
      attempt === null ? decidedAt : (attempt.endedAt ?? attempt.startedAt + (attempt.lastedMs ?? 0)),
    );
    return Math.max(...ends, Number.NEGATIVE_INFINITY) + latestRecordMs;
  }

  function apply(job: Job, finding: Finding, isDue: boolean): 'not-found' | null {
    // The pilot may have decided during the lookup, here or in another process.
    const present = jobs.byId(job.id);
    if (present?.state !== 'unconfirmed' || present.attempt?.startedAt !== job.attempt?.startedAt) {
      graces.delete(job.id);
      return null;
    }
    const attempt = attemptOf(job);
    const now = clock.now();
    const answer = attempt.answered?.failure.code;
    // Refused by its status: one lookup is enough, and it is not uploaded again.
    const isRefused = attempt.answered?.outcome === 'refused';
    if (finding.kind === 'not-yet' && !isRefused) {
      const lookups = isDue ? Math.min(attempt.lookups + 1, LAST_LOOKUP) : attempt.lookups;
      const next = { ...attempt, lookups };
      const inMs = Math.max(0, dueAt(job, next) - clock.monotonic());
      jobs.change(job.id, now, { attempt: next, reason: failures.answerLost(now + inMs, answer) });
      return null;
    }
    graces.delete(job.id);
    if (finding.kind === 'found') {
      const { flight } = finding;
      const uploadedAt = attempt.startedAt + (attempt.lastedMs ?? 0);
      deps.settle(job, flight, { state: 'uploaded', reason: null, attempt: null, flightId: flight.id, uploadedAt });
      return null;
    }
    if (finding.kind === 'ambiguous') {
      const reason = finding.isSeveral ? failures.answerLostAmbiguous(answer) : failures.answerLostUnclear(answer);
      jobs.change(job.id, now, { state: 'held', reason });
      history.add({ accountId, jobId: job.id }, now, finding.isSeveral ? 'ambiguous' : 'unclear');
      return null;
    }
    if (isRefused) {
      const reason = attempt.answered!.failure;
      jobs.change(job.id, now, { state: 'rejected', attempt: null, reason });
      history.add({ accountId, jobId: job.id }, now, 'rejected', { code: reason.code });
      return null;
    }
    if (attempt.answered?.outcome === 'rejected' && isRejectedForGood(job, attempt.answered.failure, now)) return null;
    jobs.change(job.id, now, { state: 'waiting', attempt: null });
    history.add({ accountId, jobId: job.id }, now, 'not-arrived');
    return 'not-found';
  }

  /** Rejected with an undocumented 4xx, and no record: after a few attempts, only the pilot can retry. */
  function isRejectedForGood(job: Job, { code = '' }: Failure, now: number): boolean {
    history.add({ accountId, jobId: job.id }, now, 'not-added', { code });
    if (history.countOf(job.id, 'not-added') < MOST_REJECTIONS) return false;
    const reason = failures.notAcceptedByService(code);
    jobs.change(job.id, now, { state: 'rejected', attempt: null, reason });
    return true;
  }

  return {
    /** The attempt has just ended without an answer. */
    begin(jobId: number) {
      graces.set(jobId, { from: clock.monotonic(), endedAt: clock.monotonic() });
    },

    /** Looks up the records of these unconfirmed jobs once. */
    async lookUp(unconfirmed: readonly Job[], signal: AbortSignal): Promise<LookupResult> {
      const dueIn = Math.min(...unconfirmed.map((job) => dueAt(job, attemptOf(job)))) - clock.monotonic();
      const mayIn = scheduler.nextReadAt() - clock.monotonic();
      if (Math.max(dueIn, mayIn) > 0) return { kind: 'rest', restMs: Math.max(dueIn, mayIn) };

      const attempts = unconfirmed.map(attemptOf);
      const rivalsUntil = rivalsOf(unconfirmed, attempts);
      const sought: readonly UnconfirmedAttempt[] = unconfirmed.map((job) => {
        const attempt = attemptOf(job);
        const monotonic = clock.monotonic();
        const isRecent = monotonic - graceOf(job, attempt).endedAt <= latestRecordMs;
        const hasRival = attempt.startedAt <= rivalsUntil;
        return { jobId: job.id, attempt, isDue: dueAt(job, attempt) <= monotonic, isRecent, hasRival };
      });
      const owned = jobs.ownedFlightIds(accountId, Math.min(...attempts.map((attempt) => attempt.baselineId)));
      const outcome = await listSince(attempts, owned, signal);
      if (outcome.kind === 'no-token') return outcome;
      if (outcome.kind !== 'listing') {
        const isRejected = outcome.kind === 'absent' || outcome.kind === 'scope-missing';
        return { kind: 'failed', isRejected, outcome };
      }

      const findings = findRecords(sought, outcome.listing, owned);
      // One transaction: after a crash between two of them, the rest alone could be matched differently.
      const notFound = store.inTransaction(() =>
        unconfirmed.filter((job, index) => apply(job, findings.get(job.id)!, sought[index]!.isDue) === 'not-found'),
      );
      for (const job of unconfirmed) deps.onJob(job.id);
      return { kind: 'done', notFound };
    },
  };
}

/** Whether everything further back in the listing is older than the attempt. */
function isBefore(flight: Flight, attempt: Attempt, newestId: number): boolean {
  if (newestId >= attempt.baselineId && flight.id <= attempt.baselineId) return true;
  if (typeof attempt.aheadMs !== 'number' || flight.createdAt === null) return false;
  return flight.createdAt - attempt.aheadMs < attempt.startedAt - AN_HOUR_MS;
}

const AN_HOUR_MS = 3_600_000;
