// The one loop that sends. It picks the next job, waits for its departure, sends it, and writes down what came of it
// before anything else happens. Lost answers are looked up before the queue goes on. Rules: transitions.ts, confirmation.ts.
import type { Failure } from '../../contract/failure.ts';
import type { Flight } from '../../contract/strip.ts';
import { failures } from '../failures.ts';
import type { Clock, Logger } from '../ports.ts';
import type { ListOutcome, UploadOutcome } from '../service/client.ts';
import type { UploadFile } from '../service/multipart.ts';
import type { Happenings } from '../storage/happenings.ts';
import type { Attempt, Job, Jobs } from '../storage/jobs.ts';
import { findRecord, lookAfterMs } from './confirmation.ts';
import { afterAttempt, gateWithoutToken, isTrouble, retryDelayMs, type Gate } from './transitions.ts';

type NoToken = { readonly kind: 'no-token'; readonly failure: Failure };

export function createUploader(deps: {
  clock: Clock;
  log: Logger;
  service: string;
  accountId: number;
  jobs: Jobs;
  happenings: Happenings;
  maxFileBytes(): number;
  isSignedIn(): boolean;
  isPaused(): boolean;
  canRead(): boolean | null;
  /** The highest flight id known: what came later may be ours. Means something once the service was looked at. */
  highestFlightId(): number;
  hasLooked(): boolean;
  /** Bytes of the spooled file, or null where it is gone. */
  spooledBytes(job: Job): Promise<number | null>;
  spoolPath(job: Job): string;
  nextUploadAt(): number;
  nextReadAt(): number;
  upload(
    file: UploadFile,
    onProgress: (sentBytes: number, totalBytes: number) => void,
    signal: AbortSignal,
  ): Promise<UploadOutcome | NoToken>;
  list(call: { beforeId?: number; limit: number; signal: AbortSignal }): Promise<ListOutcome | NoToken>;
  onJob(id: number): void;
  onProgress(id: number, sentBytes: number, totalBytes: number): void;
  /** The record of a job, from the upload's answer or found again; runs in the transaction that marks the job uploaded. */
  keepFlight(flight: Flight): void;
  inTransaction(work: () => void): void;
  onGate(gate: Gate | null): void;
}) {
  const { clock, jobs, happenings, accountId } = deps;
  const stopping = new AbortController();
  let inFlight: AbortController | null = null;
  let woken = new AbortController();
  let gate: Gate | null = null;
  let troublesInARow = 0;
  /** Looks in a row that did not come about. */
  let spoiltLooks = 0;
  let stumbles = 0;
  /** Jobs may be marked as departing that are not: at the start, and after a stumble. */
  let hasStale = true;
  /** How far the service's clock is ahead of ours, from records whose making we witnessed. */
  let serviceAheadMs: number | null = null;
  let running: Promise<void> | null = null;

  function setGate(next: Gate | null) {
    if (gate === next) return;
    gate = next;
    deps.onGate(next);
  }

  function settle(job: Job, flight: Flight, change: Parameters<Jobs['change']>[2], what: string) {
    const holder = jobs.byFlight(accountId, flight.id);
    deps.inTransaction(() => {
      // A service that began afresh gives its numbers anew. Its present word counts, and a record belongs to one report.
      if (holder && holder.id !== job.id) jobs.change(holder.id, clock.now(), { flightId: null });
      jobs.change(job.id, clock.now(), change);
      happenings.add({ accountId, jobId: job.id, flightId: flight.id }, clock.now(), what, { flightId: flight.id });
      deps.keepFlight(flight);
    });
    deps.onJob(job.id);
    if (holder && holder.id !== job.id) deps.onJob(holder.id);
  }

  async function depart(job: Job) {
    const bytes = await deps.spooledBytes(job);
    if (bytes !== job.bytes) {
      jobs.change(job.id, clock.now(), { state: 'held', reason: failures.fileGone(job.name) });
      happenings.add({ accountId, jobId: job.id }, clock.now(), 'file-gone');
      return deps.onJob(job.id);
    }
    const attempt: Attempt = { startedAt: clock.now(), endedAt: null, baselineId: deps.highestFlightId(), looks: 0 };
    // On disk before the first byte leaves: whatever happens to this process, the attempt is known.
    jobs.change(job.id, attempt.startedAt, {
      state: 'departing',
      reason: null,
      attempt,
      attempts: job.attempts + 1,
      accountId,
    });
    deps.onJob(job.id);

    inFlight = new AbortController();
    const file = { path: deps.spoolPath(job), name: job.name, bytes: job.bytes, mediaType: job.mediaType };
    const outcome = await deps.upload(
      file,
      (sent, total) => deps.onProgress(job.id, sent, total),
      AbortSignal.any([inFlight.signal, stopping.signal]),
    );
    inFlight = null;
    const now = clock.now();
    const monotonic = clock.monotonic();
    troublesInARow = isTrouble(outcome) ? troublesInARow + 1 : 0;
    deps.log.info('upload ended', { job: job.id, outcome: outcome.kind });

    const transition = afterAttempt({ ...job, attempt }, outcome, {
      now,
      monotonic,
      service: deps.service,
      troublesInARow,
      nextAt: now + Math.max(0, deps.nextUploadAt() - monotonic),
      canRead: deps.canRead(),
      maxFileBytes: deps.maxFileBytes(),
    });
    if (outcome.kind === 'accepted') {
      if (outcome.flight.createdAt !== null) serviceAheadMs = outcome.flight.createdAt - now;
      settle(job, outcome.flight, transition.change, 'uploaded');
    } else {
      deps.inTransaction(() => {
        jobs.change(job.id, now, transition.change);
        if (transition.happening) {
          happenings.add({ accountId, jobId: job.id }, now, transition.happening.what, transition.happening.details);
        }
      });
      deps.onJob(job.id);
    }
    setGate(transition.gate);
  }

  /** Looks for the record of a lost answer; answers how long until it is worth looking again. */
  async function confirm(job: Job): Promise<number> {
    const attempt = job.attempt ?? { startedAt: job.since, endedAt: job.since, baselineId: 0, looks: 0 };
    const dueIn = (attempt.endedAt ?? job.since) + (lookAfterMs[attempt.looks] ?? 0) - clock.now();
    // A wall clock that was set back must not make this wait for a day.
    if (dueIn > 0 && dueIn <= lookAfterMs[lookAfterMs.length - 1]!) return dueIn;
    const mayIn = deps.nextReadAt() - clock.monotonic();
    if (mayIn > 0) return mayIn;

    const looking = new AbortController();
    inFlight = looking;
    const records: Flight[] = [];
    for (let beforeId: number | undefined; ;) {
      const outcome = await deps.list({
        limit: 100,
        signal: AbortSignal.any([looking.signal, stopping.signal]),
        ...(beforeId !== undefined && { beforeId }),
      });
      if (outcome.kind === 'no-token') {
        spoiltLooks += 1;
        const moment = { now: clock.now(), monotonic: clock.monotonic(), troublesInARow: spoiltLooks };
        setGate(gateWithoutToken(outcome.failure, moment));
        return 0;
      }
      if (outcome.kind !== 'page') {
        spoiltLooks += 1;
        return retryDelayMs(spoiltLooks);
      }
      records.push(...outcome.flights);
      const oldest = outcome.flights.at(-1);
      const next = outcome.nextBeforeId;
      if (next === null || !oldest || oldest.id <= attempt.baselineId) break;
      // A listing that does not go back would never end.
      if (beforeId !== undefined && next >= beforeId) break;
      beforeId = next;
    }
    inFlight = null;
    spoiltLooks = 0;
    const finding = findRecord(attempt, records, jobs.ownedFlightIds(accountId, attempt.baselineId), serviceAheadMs);
    const now = clock.now();
    switch (finding.kind) {
      case 'found':
        settle(
          job,
          finding.flight,
          {
            state: 'uploaded',
            reason: null,
            attempt: null,
            flightId: finding.flight.id,
            uploadedAt: attempt.endedAt ?? now,
          },
          'found-again',
        );
        return 0;
      case 'not-yet':
        jobs.change(job.id, now, {
          attempt: { ...attempt, looks: attempt.looks + 1 },
          reason: failures.answerLost(now + finding.lookAgainInMs),
        });
        deps.onJob(job.id);
        return finding.lookAgainInMs;
      case 'not-there': {
        // It goes again, slower each time: what always ends like this must not go round without a pause.
        const trouble = failures.serviceTrouble(deps.service, 'no answer');
        const delayMs = retryDelayMs(troublesInARow) - (now - (attempt.endedAt ?? now));
        jobs.change(job.id, now, { state: 'waiting', reason: job.attempts > 1 ? trouble : null, attempt: null });
        happenings.add({ accountId, jobId: job.id }, now, 'not-arrived');
        deps.onJob(job.id);
        if (troublesInARow > 1 && delayMs > 0) {
          setGate({ failure: { ...trouble, retryAt: now + delayMs }, until: clock.monotonic() + delayMs });
        }
        return 0;
      }
      case 'ambiguous':
        jobs.change(job.id, now, { state: 'held', reason: failures.answerLostAmbiguous() });
        happenings.add({ accountId, jobId: job.id }, now, 'ambiguous');
        deps.onJob(job.id);
        return 0;
    }
  }

  /** One thing at a time; answers how long to rest after it (infinity: until woken). */
  async function step(): Promise<number> {
    const monotonic = clock.monotonic();
    if (!deps.isSignedIn()) return Number.POSITIVE_INFINITY;
    if (gate && gate.until > monotonic) return gate.until - monotonic;
    if (deps.canRead()) {
      const doubtful = jobs.inStates('unconfirmed').find((job) => job.accountId === accountId);
      if (doubtful) return confirm(doubtful);
    }
    if (deps.isPaused()) return Number.POSITIVE_INFINITY;
    // The first departure waits for the first look: without it a lost answer could not be told from older records.
    if (!deps.hasLooked()) return Number.POSITIVE_INFINITY;
    const job = jobs.nextWaiting(accountId);
    if (!job) return Number.POSITIVE_INFINITY;
    const departsIn = deps.nextUploadAt() - clock.monotonic();
    if (departsIn > 0) return departsIn;
    await depart(job);
    return 0;
  }

  /** What was on its way when the last run ended, or when this one stumbled, may have arrived. */
  function doubtStale() {
    for (const job of jobs.inStates('departing')) {
      jobs.change(job.id, clock.now(), {
        state: 'unconfirmed',
        reason: deps.canRead() === false ? failures.answerLostAndUnreadable() : failures.answerLost(null),
        attempt: { startedAt: job.since, baselineId: 0, ...job.attempt, endedAt: clock.now(), looks: 0 },
      });
      happenings.add({ accountId: job.accountId, jobId: job.id }, clock.now(), 'answer-lost', { code: 'restart' });
      deps.onJob(job.id);
    }
    hasStale = false;
  }

  async function run() {
    while (!stopping.signal.aborted) {
      woken = new AbortController();
      let restMs: number;
      try {
        if (hasStale) doubtStale();
        restMs = await step();
        stumbles = 0;
      } catch (error) {
        // A full disk, a busy database: whatever it is, the queue goes on when it is over.
        hasStale = true;
        inFlight = null;
        restMs = retryDelayMs((stumbles += 1));
        deps.log.error('the uploader stumbled', { error: error instanceof Error ? error.stack : String(error) });
      }
      if (restMs > 0) await clock.sleep(restMs, AbortSignal.any([woken.signal, stopping.signal]));
    }
  }

  return {
    start() {
      running ??= run();
    },
    gate: () => gate,
    /** Something changed that may let a report leave: a new job, a sign-in, the network, the pilot. `afresh` forgets the gate. */
    wake(options: { afresh?: boolean } = {}) {
      if (options.afresh) {
        troublesInARow = 0;
        setGate(null);
      }
      woken.abort();
    },
    /** The machine slept, or the connection is known to be dead: give up the call in flight and look anew. */
    interrupt() {
      inFlight?.abort();
      woken.abort();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
