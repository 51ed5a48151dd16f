// One attempt: it is on disk before the first byte is sent, and its outcome is on disk before anything else happens.
import type { Flight } from '../../contract/flight.ts';
import type { Attempt, Job } from '../storage/tables/job.ts';
import { neededMs, serviceSubject } from '../storage/tables/learned-facts.ts';
import { afterAttempt, isServiceFailure } from './after-attempt.ts';
import { contains, windowOf } from './match-record.ts';
import type { LostAnswers } from './lost-answers.ts';
import { applyTransition, type ReportWriter } from './report-writer.ts';
import type { CopyCheck } from './spool/spool.ts';
import { attemptBegins } from './transitions.ts';
import type { UploadHold } from './upload-hold.ts';
import type { UploaderDeps } from './uploader-deps.ts';

/** How often an upload in progress is noted on disk: after a crash, a record made later may not be of this attempt. */
const heartbeatMs = 2_000;

type Started = { readonly job: Job; readonly attempt: Attempt };

export function createUploadAttempts(
  deps: UploaderDeps,
  queue: { hold: UploadHold; reports: ReportWriter; lostAnswers: Pick<LostAnswers, 'begin'> },
) {
  const { account, service, spool, stores, scheduler, events } = deps;
  const { clock, log } = deps.ports;
  const { hold, reports, lostAnswers } = queue;
  const { jobs, facts } = stores;

  /** Begins the attempt, in a transaction; null if the job is not uploaded after all. */
  function claim(id: number, copy: CopyCheck, attempt: Attempt): Job | null {
    const job = jobs.byId(id);
    // The pilot may have removed it meanwhile, here or in another process.
    if (job?.state !== 'waiting' || job.accountId !== account.id) return null;
    const begins = attemptBegins(job, attempt, copy);
    applyTransition(stores, job, begins, attempt.startedAt);
    return begins.change.state === 'uploading' ? job : null;
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
    const owner = jobs.byFlight(account.id, id);
    if (!owner || owner.id === job.id) return false;
    const window = windowOf(attempt, neededMs(facts));
    return createdAt === null || window === null || !contains(window, createdAt);
  }

  return {
    /** Checks the copy and stores the attempt; null if the job is not uploaded. */
    async start(chosen: Job): Promise<Started | null> {
      const copy = await spool.check(chosen);
      const attempt: Attempt = {
        startedAt: clock.now(),
        endedAt: null,
        baselineId: Math.max(stores.flights.highestId(account.id), scheduler.newestListedId()),
        lookups: 0,
        sentAt: service.timeAt(clock.monotonic()),
      };
      const job = stores.inTransaction(() => claim(chosen.id, copy, attempt));
      events.onJob(chosen.id);
      return job && { job, attempt };
    },

    async send({ job, attempt }: Started, signal: AbortSignal): Promise<void> {
      const { name, bytes, mediaType, sha256 } = job;
      const file = { path: spool.pathOf(job), name, bytes, mediaType, sha256 };
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
        canRead: account.canRead(),
        hasEverRead: facts.read(serviceSubject, 'has-read') === true,
        maxFileBytes: service.sizeLimit.maxBytes(),
      });
      if (transition.change.state === 'unconfirmed') lostAnswers.begin(job.id, sent.firstAt);
      const tookMs = monotonic - sent.lastAt;
      stores.inTransaction(() => {
        hold.set(transition.hold, consecutiveFailures);
        if (outcome.kind === 'accepted') {
          service.sizeLimit.note(job.bytes, 'accepted');
          reports.keepRecord(job, outcome.flight, transition);
          if (tookMs > neededMs(facts)) facts.write(serviceSubject, 'needed-ms', Math.ceil(tookMs), now);
        } else reports.apply(job, transition);
      });
    },
  };
}
