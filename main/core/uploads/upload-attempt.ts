// One attempt: it is on disk before the first byte is sent, and its outcome is on disk before anything else happens.
import type { Flight } from '../../contract/strip.ts';
import { failures } from '../messages/failures.ts';
import type { Attempt, Job, JobChange } from '../storage/tables/jobs.ts';
import type { CopyCheck } from './spool/spool.ts';
import { contains, windowOf } from './match-record.ts';
import { afterAttempt, isServiceFailure, type Hold } from './transitions.ts';
import type { UploaderDeps } from './uploader-ports.ts';
import type { Clock } from '../platform/ports.ts';
import type { StoredHold } from '../storage/tables/learned-facts.ts';

/** How often an upload in progress is noted on disk: after a crash, a record made later may not be of this attempt. */
const heartbeatMs = 2_000;

type Started = { readonly job: Job; readonly attempt: Attempt };

export function createUploadAttempts(
  deps: UploaderDeps,
  queue: {
    hold: UploadHold;
    /** Stores the record of a job. Runs in a transaction. */
    settle(job: Job, flight: Flight, change: JobChange): void;
    /** Called before the job is marked as unconfirmed; `sentAt`: when its first byte was sent (monotonic). */
    onUnconfirmed(jobId: number, sentAt: number): void;
    /** Called after a change without a record, in its transaction. */
    onChanged(job: Job, change: JobChange): void;
  },
) {
  const { clock, log, accountId, service, store, scheduler, flights, events } = deps;
  const { hold } = queue;
  const { jobs, history } = store;

  /** Marks the job as uploading, in a transaction; null if it is not uploaded after all. */
  function claim(id: number, copy: CopyCheck, attempt: Attempt): Job | null {
    const job = jobs.byId(id);
    // The pilot may have removed it meanwhile, here or in another process.
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

  /** Calls `note` again and again until the returned function is called. */
  function heartbeat(note: () => void): () => void {
    let undo = () => {};
    const noteAgain = () => {
      undo = clock.schedule(heartbeatMs, () => {
        try {
          note();
        } catch (error) {
          log.warn('an upload in progress could not be noted', { error });
        }
        noteAgain();
      });
    };
    noteAgain();
    return () => undo();
  }

  /** A record that another report has, and that was not made just now: a service that numbers anew makes new ones. */
  function isOfAnother({ id, createdAt }: Flight, job: Job, attempt: Attempt): boolean {
    const owner = jobs.byFlight(accountId, id);
    if (!owner || owner.id === job.id) return false;
    const window = windowOf(attempt, service.needed.readMs());
    return createdAt === null || window === null || !contains(window, createdAt);
  }

  return {
    /** Checks the copy and stores the attempt; null if the job is not uploaded. */
    async start(chosen: Job): Promise<Started | null> {
      const copy = await store.checkCopy(chosen);
      const attempt: Attempt = {
        startedAt: clock.now(),
        endedAt: null,
        baselineId: flights.highestId(),
        lookups: 0,
        sentAt: service.timeAt(clock.monotonic()),
      };
      const job = store.inTransaction(() => claim(chosen.id, copy, attempt));
      events.onJob(chosen.id);
      return job && { job, attempt };
    },

    async send({ job, attempt }: Started, signal: AbortSignal): Promise<void> {
      const { name, bytes, mediaType, sha256 } = job;
      const file = { path: store.spoolPath(job), name, bytes, mediaType, sha256 };
      // Of the last request: with another token it is sent once more.
      let sent = { bytes: 0, firstAt: clock.monotonic(), lastAt: clock.monotonic() };
      const onProgress = (sentBytes: number, totalBytes: number) => {
        const lastAt = clock.monotonic();
        sent = { bytes: sentBytes, firstAt: sentBytes >= sent.bytes && sent.bytes > 0 ? sent.firstAt : lastAt, lastAt };
        events.onProgress(job.id, sentBytes, totalBytes);
      };
      const attemptSoFar = (): Attempt => ({
        ...attempt,
        sentAt: service.timeAt(sent.firstAt),
        lastedMs: clock.monotonic() - sent.firstAt,
      });
      const stopHeartbeat = heartbeat(() => jobs.change(job.id, clock.now(), { attempt: attemptSoFar() }));
      const answered = await scheduler.upload(file, onProgress, signal).finally(stopHeartbeat);
      const outcome =
        answered.kind === 'accepted' && isOfAnother(answered.flight, job, attemptSoFar())
          ? ({ kind: 'accepted-unread', code: 'HTTP 200, flight of another report' } as const)
          : answered;
      const now = clock.now();
      const monotonic = clock.monotonic();
      const consecutiveFailures = isServiceFailure(outcome) ? hold.consecutiveFailures() + 1 : 0;
      log.info('upload ended', { job: job.id, outcome: outcome.kind });

      const transition = afterAttempt({ ...job, attempt: attemptSoFar() }, outcome, {
        now,
        monotonic,
        service: service.name,
        consecutiveFailures,
        nextAt: now + Math.max(0, scheduler.nextUploadAt() - monotonic),
        canRead: flights.canRead(),
        hasEverRead: flights.hasEverRead(),
        maxFileBytes: service.sizeLimit.maxBytes(),
      });
      if (transition.change.state === 'unconfirmed') queue.onUnconfirmed(job.id, sent.firstAt);
      store.inTransaction(() => {
        hold.keep(transition.hold, consecutiveFailures);
        if (outcome.kind === 'accepted') service.sizeLimit.note(job.bytes, 'accepted');
        if (outcome.kind === 'accepted') return queue.settle(job, outcome.flight, transition.change);
        jobs.change(job.id, now, transition.change);
        queue.onChanged(job, transition.change);
        if (transition.historyEntry) {
          history.add({ accountId, jobId: job.id }, now, transition.historyEntry.what, transition.historyEntry.details);
        }
        events.onJob(job.id);
      });
      const neededMs = monotonic - sent.lastAt;
      if (outcome.kind === 'accepted' && neededMs > service.needed.readMs()) service.needed.write(neededMs);
      hold.change(transition.hold, consecutiveFailures);
    },
  };
}

// Why nothing is uploaded, until when, and how many attempts in a row have failed. It is on disk, so that the next
// process continues to wait: where lost answers cannot be looked up, each new attempt may add an unconfirmed report.

/** Longer than any attempt takes: a temporary failure that was not repeated within this has passed. */
const expiresAfterMs = 5 * 60_000;

type UploadHold = ReturnType<typeof createUploadHold>;

export function createUploadHold(deps: {
  clock: Clock;
  /** Each throws database errors. */
  stored: { read(): StoredHold | null; write(hold: StoredHold | null): void };
  onChange(hold: Hold | null): void;
}) {
  const { clock, stored } = deps;
  /** Null while another process uploads: then what that one has written counts. */
  let own: { hold: Hold | null; consecutiveFailures: number } | null = null;

  function read(): { hold: Hold | null; consecutiveFailures: number } {
    const found = stored.read();
    if (found === null) return { hold: null, consecutiveFailures: 0 };
    const { failure, until, keptAt, consecutiveFailures } = found;
    const now = clock.now();
    if (failure.requiredAction === undefined && now > until + expiresAfterMs)
      return { hold: null, consecutiveFailures: 0 };
    // Bounded: the wall clock may have been set back since.
    const leftMs = Math.max(0, Math.min(until - now, until - keptAt));
    return { hold: { failure, until: clock.monotonic() + leftMs }, consecutiveFailures };
  }

  /** A hold until the pilot signs in is not stored: it follows from the sign-in. */
  const isKept = (hold: Hold | null): hold is Hold => hold !== null && Number.isFinite(hold.until);

  function keep(hold: Hold | null, consecutiveFailures: number) {
    const now = Math.round(clock.now());
    const until = isKept(hold) ? Math.round(now + Math.max(0, hold.until - clock.monotonic())) : 0;
    stored.write(isKept(hold) ? { failure: hold.failure, until, keptAt: now, consecutiveFailures } : null);
  }

  function change(hold: Hold | null, consecutiveFailures: number) {
    const before = own?.hold ?? null;
    own = { hold, consecutiveFailures };
    if (before !== hold) deps.onChange(hold);
  }

  const consecutiveFailures = () => (own ?? read()).consecutiveFailures;

  return {
    current: (): Hold | null => (own ?? read()).hold,
    consecutiveFailures,
    /** Stores it, in the caller's transaction; call `change` once that is committed. */
    keep,
    change,
    set(hold: Hold | null) {
      change(hold, consecutiveFailures());
      keep(hold, consecutiveFailures());
    },
    /** This process uploads from here on, and continues to wait if another one left off. */
    resume() {
      own ??= read();
    },
    /** The cause was removed, or the pilot wants to retry: the next attempt may be made immediately, in any process. */
    forget() {
      if (own) change(null, 0);
      stored.write(null);
    },
    /** Another process may have forgotten it. */
    follow() {
      if (own && isKept(own.hold) && stored.read() === null) change(null, 0);
    },
  };
}
