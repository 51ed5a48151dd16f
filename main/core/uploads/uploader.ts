// The one loop that sends. It picks the next job, waits for its departure, sends it, and writes down what came of it
// before anything else happens. Lost answers are looked up before the queue goes on. Rules: transitions.ts,
// confirmation.ts; the looking up itself: lost-answers.ts.
import type { Failure } from '../../contract/failure.ts';
import type { Flight } from '../../contract/strip.ts';
import { failures } from '../messages/failures.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { ListOutcome, UploadOutcome } from '../service/flight-client.ts';
import type { UploadFile } from '../service/multipart.ts';
import type { History } from '../storage/tables/log/history.ts';
import type { Attempt, Job, JobChange, Jobs } from '../storage/tables/jobs.ts';
import type { StoredHold } from '../storage/tables/learned-facts.ts';
import { createLostAnswers } from './lost-answers.ts';
import { createClockSkew } from './clock-skew.ts';
import type { CopyCheck } from './spool/spool-copy.ts';
import { createUploadHold } from './upload-hold.ts';
import {
  afterAttempt,
  holdWithoutToken,
  isServiceFailure,
  pauseAfterMs,
  retryDelayMs,
  type Hold,
  lookupFailure,
} from './transitions.ts';

/** How often an upload that takes long says that it is still under way. */
const HEARTBEAT_MS = 10_000;
const LOOK_WAIT_MS = 60_000;

type NoToken = { readonly kind: 'no-token'; readonly failure: Failure };

export type Uploader = ReturnType<typeof createUploader>;

export function createUploader(deps: {
  clock: Clock;
  log: Logger;
  service: string;
  accountId: number;
  jobs: Jobs;
  history: History;
  maxFileBytes(): number;
  isSignedIn(): boolean;
  isPaused(): boolean;
  canRead(): boolean | null;
  /** Whether flights of this service were ever read. */
  hasEverRead(): boolean;
  /** The highest flight id known: what came later may be ours. Means something once the service was looked at. */
  highestFlightId(): number;
  /** Whether nothing newer than that was on the service a moment ago. */
  isHighestSure(): boolean;
  hasLooked(): boolean;
  /** Hashes the copy in the spool, and takes it again from the original where it is not whole. */
  checkCopy(job: Job): Promise<CopyCheck>;
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
  keepFlight(flight: Flight, job: Job): void;
  inTransaction<T>(work: () => T): T;
  /** Why no report leaves, as every process on the data folder knows it. */
  storedHold: { read(): StoredHold | null; write(hold: StoredHold | null): void };
  /** A look for a lost answer was told that nothing can be read here. */
  onReadingRefused(): void;
  onHold(hold: Hold | null): void;
}) {
  const { clock, jobs, history, accountId } = deps;
  const stopping = new AbortController();
  let inFlight: AbortController | null = null;
  let woken = new AbortController();
  /** Looks in a row that did not come about. */
  let failedLookups = 0;
  let consecutiveErrors = 0;
  /** Jobs may be marked as departing that are not: at the start, and after a stumble. */
  let needsRecovery = true;
  let triedToLookAt: number | null = null;
  let running: Promise<void> | null = null;

  const hold = createUploadHold({ clock, stored: deps.storedHold, onChange: deps.onHold });

  /** Runs in a transaction. */
  function settle(job: Job, flight: Flight, change: JobChange, what: string) {
    const holder = jobs.byFlight(accountId, flight.id);
    // A service that began afresh gives its numbers anew. Its present word counts, and a record belongs to one report.
    if (holder && holder.id !== job.id) {
      jobs.change(holder.id, clock.now(), { flightId: null });
      deps.onJob(holder.id);
    }
    jobs.change(job.id, clock.now(), change);
    history.add({ accountId, jobId: job.id, flightId: flight.id }, clock.now(), what, { flightId: flight.id });
    deps.keepFlight(flight, job);
    deps.onJob(job.id);
  }

  const lostAnswers = createLostAnswers({
    clock,
    accountId,
    jobs,
    history,
    nextReadAt: deps.nextReadAt,
    list: deps.list,
    inTransaction: deps.inTransaction,
    settle: (job, flight, change) => settle(job, flight, change, 'found-again'),
    onJob: deps.onJob,
  });
  const serviceClock = createClockSkew(clock);

  async function depart(chosen: Job) {
    const copy = await deps.checkCopy(chosen);
    const begunAt = clock.monotonic();
    const attempt: Attempt = {
      startedAt: clock.now(),
      endedAt: null,
      baselineId: deps.highestFlightId(),
      looks: 0,
      isBaselineSure: deps.canRead() === true && deps.isHighestSure(),
      aheadMs: serviceClock.aheadMs(),
    };
    const job = deps.inTransaction(() => claim(chosen.id, copy, attempt));
    deps.onJob(chosen.id);
    if (job) await send(job, attempt, begunAt);
  }

  /** The job on disk as departing, with its attempt, before the first byte leaves; null where it does not leave after all. */
  function claim(id: number, copy: CopyCheck, attempt: Attempt): Job | null {
    const job = jobs.byId(id);
    // The pilot may have taken it off the board meanwhile, here or in another process.
    if (job?.state !== 'waiting' || job.accountId !== accountId) return null;
    const noteCopy = (what: string) => history.add({ accountId, jobId: id }, attempt.startedAt, what);
    if (copy.found !== 'whole') noteCopy(copy.found === 'missing' ? 'file-gone' : 'copy-damaged');
    if (copy.now !== 'whole') {
      const reason = copy.now === 'missing' ? failures.fileGone() : failures.copyDamaged();
      jobs.change(id, attempt.startedAt, { state: 'held', reason });
      return null;
    }
    if (copy.found !== 'whole') noteCopy('copy-restored');
    jobs.change(id, attempt.startedAt, { state: 'uploading', reason: null, attempt, attempts: job.attempts + 1 });
    history.add({ accountId, jobId: id }, attempt.startedAt, 'uploading', { attempt: job.attempts + 1 });
    return job;
  }

  async function send(job: Job, attempt: Attempt, begunAt: number) {
    inFlight = new AbortController();
    const { name, bytes, mediaType, sha256 } = job;
    const file = { path: deps.spoolPath(job), name, bytes, mediaType, sha256 };
    const lastedMs = () => clock.monotonic() - begunAt;
    const undoBeats = beats(() => jobs.change(job.id, clock.now(), { attempt: { ...attempt, lastedMs: lastedMs() } }));
    const outcome = await deps
      .upload(
        file,
        (sent, total) => deps.onProgress(job.id, sent, total),
        AbortSignal.any([inFlight.signal, stopping.signal]),
      )
      .finally(undoBeats);
    inFlight = null;
    const now = clock.now();
    const monotonic = clock.monotonic();
    const consecutiveFailures = isServiceFailure(outcome) ? hold.consecutiveFailures() + 1 : 0;
    deps.log.info('upload ended', { job: job.id, outcome: outcome.kind });

    const transition = afterAttempt({ ...job, attempt: { ...attempt, lastedMs: lastedMs() } }, outcome, {
      now,
      monotonic,
      service: deps.service,
      consecutiveFailures,
      nextAt: now + Math.max(0, deps.nextUploadAt() - monotonic),
      canRead: deps.canRead(),
      hasEverRead: deps.hasEverRead(),
      maxFileBytes: deps.maxFileBytes(),
    });
    if (transition.change.state === 'unconfirmed') lostAnswers.begin(job.id);
    deps.inTransaction(() => {
      hold.keep(transition.hold, consecutiveFailures);
      if (outcome.kind === 'accepted') return settle(job, outcome.flight, transition.change, 'uploaded');
      jobs.change(job.id, now, transition.change);
      if (transition.historyEntry) {
        history.add({ accountId, jobId: job.id }, now, transition.historyEntry.what, transition.historyEntry.details);
      }
      deps.onJob(job.id);
    });
    if (outcome.kind === 'accepted') serviceClock.witness(outcome.flight);
    hold.change(transition.hold, consecutiveFailures);
  }

  /** Says now and then that the attempt is still under way: after a cut, a record made much later is none of its. */
  function beats(note: () => void): () => void {
    let undo = () => {};
    const beat = () => {
      undo = clock.schedule(HEARTBEAT_MS, () => {
        try {
          note();
        } catch (error) {
          deps.log.warn('an upload under way could not be noted', { error: String(error) });
        }
        beat();
      });
    };
    beat();
    return () => undo();
  }

  /** Looks for the records of lost answers; answers how long to rest after it. */
  async function clearUp(doubtful: readonly Job[]): Promise<number> {
    inFlight = new AbortController();
    const result = await lostAnswers.look(doubtful, AbortSignal.any([inFlight.signal, stopping.signal]));
    inFlight = null;
    switch (result.kind) {
      case 'rest':
        return result.restMs;
      case 'no-token': {
        failedLookups += 1;
        const moment = { now: clock.now(), monotonic: clock.monotonic(), consecutiveFailures: failedLookups };
        hold.set(holdWithoutToken(result.failure, moment));
        return 0;
      }
      case 'spoilt': {
        failedLookups += 1;
        if (result.isRejected) deps.onReadingRefused();
        const restMs = retryDelayMs(failedLookups);
        const failure = lookupFailure(result.outcome, deps.service);
        // All reports wait for this look, and show why.
        if (failure) {
          hold.set({ failure: { ...failure, retryAt: clock.now() + restMs }, until: clock.monotonic() + restMs });
        }
        return restMs;
      }
      case 'looked':
        if (failedLookups > 0) hold.set(null);
        failedLookups = 0;
        goAgain(result.notThere);
        return 0;
    }
  }

  /** They go again, slower each time: what always ends like this must not go round without a pause. */
  function goAgain(notThere: readonly Job[]) {
    const consecutiveFailures = hold.consecutiveFailures();
    for (const job of notThere) {
      const now = clock.now();
      const answered = job.attempt?.answered;
      const trouble = answered?.failure ?? failures.serviceError(deps.service, 'no answer');
      // A wall clock that was set back meanwhile must not make this a day.
      const delayMs = pauseAfterMs(answered, consecutiveFailures) - Math.max(0, now - (job.attempt?.endedAt ?? now));
      jobs.change(job.id, now, { reason: job.attempts > 1 ? trouble : null });
      deps.onJob(job.id);
      const isSlowed = consecutiveFailures > 1 || answered?.says === 'held-back';
      if (isSlowed && delayMs > 0) {
        hold.set({ failure: { ...trouble, retryAt: now + delayMs }, until: clock.monotonic() + delayMs });
      }
    }
  }

  /** One thing at a time; answers how long to rest after it (infinity: until woken). */
  async function step(): Promise<number> {
    const monotonic = clock.monotonic();
    if (!deps.isSignedIn()) return Number.POSITIVE_INFINITY;
    const current = hold.current();
    if (current && current.until > monotonic) return current.until - monotonic;
    const doubtful = jobs.inStates('unconfirmed').filter((job) => job.accountId === accountId);
    if (doubtful.length > 0 && deps.canRead()) return clearUp(doubtful);
    if (deps.canRead() === false) askPilot(doubtful);
    if (deps.isPaused()) return Number.POSITIVE_INFINITY;
    // The first departure waits for the first look: without it a lost answer could not be told from older records.
    if (!deps.hasLooked()) return Number.POSITIVE_INFINITY;
    const looksIn = longestWaitForLook();
    if (looksIn > 0) return looksIn;
    const job = jobs.nextWaiting(accountId);
    if (!job) return Number.POSITIVE_INFINITY;
    const departsIn = deps.nextUploadAt() - clock.monotonic();
    if (departsIn > 0) return departsIn;
    await depart(job);
    return 0;
  }

  /** A first look that met trouble is soon tried again, and worth waiting for; but not for ever. */
  function longestWaitForLook(): number {
    if (deps.canRead() !== null) return 0;
    triedToLookAt ??= clock.monotonic();
    return triedToLookAt + LOOK_WAIT_MS - clock.monotonic();
  }

  /** What could be looked up a while ago cannot be any more: only the pilot can tell. */
  function askPilot(doubtful: readonly Job[]) {
    for (const job of doubtful) {
      if (job.reason?.requiredAction === 'decision') continue;
      const { says, failure } = job.attempt?.answered ?? {};
      const isUnavailable = says === 'unavailable' && !deps.hasEverRead();
      // It could not be known yet that nobody can look; now that it is, a 503 is believed.
      if (isUnavailable) jobs.change(job.id, clock.now(), { state: 'waiting', attempt: null, reason: failure! });
      else jobs.change(job.id, clock.now(), { reason: failures.answerLostAndUnreadable(failure?.code) });
      deps.onJob(job.id);
    }
  }

  /** What was on its way when the last run ended, or when this one stumbled, may have arrived. */
  function markInterruptedAsUnconfirmed() {
    for (const job of jobs.inStates('uploading')) {
      jobs.change(job.id, clock.now(), {
        state: 'unconfirmed',
        reason: deps.canRead() === false ? failures.answerLostAndUnreadable() : failures.answerLost(null),
        attempt: {
          startedAt: job.since,
          baselineId: 0,
          ...job.attempt,
          endedAt: clock.now(),
          looks: 0,
          lastedMs: (job.attempt?.lastedMs ?? 0) + HEARTBEAT_MS,
        },
      });
      history.add({ accountId: job.accountId, jobId: job.id }, clock.now(), 'answer-lost', { code: 'restart' });
      deps.onJob(job.id);
    }
    needsRecovery = false;
  }

  async function run() {
    while (!stopping.signal.aborted) {
      woken = new AbortController();
      let restMs: number;
      try {
        hold.resume();
        if (needsRecovery) markInterruptedAsUnconfirmed();
        restMs = await step();
        consecutiveErrors = 0;
      } catch (error) {
        // A full disk, a busy database: whatever it is, the queue goes on when it is over.
        needsRecovery = true;
        inFlight = null;
        restMs = retryDelayMs((consecutiveErrors += 1));
        deps.log.error('the uploader stumbled', { error: error instanceof Error ? error.stack : String(error) });
      }
      if (restMs > 0) await clock.sleep(restMs, AbortSignal.any([woken.signal, stopping.signal]));
    }
  }

  return {
    start() {
      running ??= run();
    },
    hold: hold.current,
    /** For a process that does not send, while no other one does: what seems to be on its way may have arrived. */
    markInterruptedAsUnconfirmed,
    /** Something changed that may let a report leave: a new job, a sign-in, the network, the pilot. `afresh` forgets the gate. */
    wake(options: { resetBackoff?: boolean } = {}) {
      if (options.resetBackoff) hold.forget();
      else hold.follow();
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
