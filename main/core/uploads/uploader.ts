// The loop that uploads: picks the next job, waits until it may be sent, and makes one attempt at a time
// (upload-attempt.ts). Lost answers are looked up before the queue continues (lost-answers.ts). The rules are in
// after-attempt.ts, transitions.ts and match-record.ts.
import type { Job } from '../storage/tables/job.ts';
import { serviceSubject } from '../storage/tables/learned-facts.ts';
import {
  holdWithoutToken,
  lookupFailure,
  lostAnswerFailure,
  mayBelieve,
  pauseAfterMs,
  retryDelayMs,
} from './after-attempt.ts';
import { createLostAnswers } from './lost-answers.ts';
import { createReportWriter } from './report-writer.ts';
import { interrupted, unreadable } from './transitions.ts';
import { createUploadAttempts } from './upload-attempt.ts';
import type { UploaderDeps } from './uploader-deps.ts';
import { createUploadHold, holdFor } from './upload-hold.ts';

const longestListingWaitMs = 60_000;

export type Uploader = ReturnType<typeof createUploader>;

export function createUploader(deps: UploaderDeps) {
  const { account, service, stores, scheduler, events } = deps;
  const { clock, log } = deps.ports;
  const { jobs } = stores;
  const stopping = new AbortController();
  let inFlight: AbortController | null = null;
  let woken = new AbortController();
  let failedLookups = 0;
  let consecutiveErrors = 0;
  /** Jobs may be marked as uploading that are not: at the start, and after an error. */
  let needsRecovery = true;
  let firstListingAwaitedAt: number | null = null;
  let running: Promise<void> | null = null;

  const hold = createUploadHold({ clock, log, accountId: account.id, facts: stores.facts, onChange: events.onHold });

  const reports = createReportWriter(deps);
  const lostAnswers = createLostAnswers(deps, reports);
  const attempts = createUploadAttempts(deps, { hold, reports, lostAnswers });

  const moment = () => ({ now: clock.now(), monotonic: clock.monotonic() });

  /** Makes a call that `interrupt` and `stop` abort. */
  async function interruptible<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    inFlight = new AbortController();
    try {
      return await call(AbortSignal.any([inFlight.signal, stopping.signal]));
    } finally {
      inFlight = null;
    }
  }

  /** Looks up lost answers. Returns how long to rest afterwards. */
  async function lookUp(unconfirmed: readonly Job[]): Promise<number> {
    const result = await interruptible((signal) => lostAnswers.lookUp(unconfirmed, signal));
    switch (result.kind) {
      case 'rest':
        return result.restMs;
      case 'no-token': {
        failedLookups += 1;
        hold.set(holdWithoutToken(result.failure, { ...moment(), consecutiveFailures: failedLookups }));
        return 0;
      }
      case 'failed': {
        failedLookups += 1;
        if (result.isRejected) events.onReadingRejected();
        const restMs = retryDelayMs(failedLookups);
        const failure = lookupFailure(result.outcome, service.name);
        // All reports wait for this lookup, and show why.
        if (failure) hold.set(holdFor(failure, restMs, moment()));
        return restMs;
      }
      case 'done':
        if (failedLookups > 0) hold.set(null);
        failedLookups = 0;
        pauseBefore(result.notFound);
        return 0;
    }
  }

  /** Slower each time: a report whose answer is always lost must not be sent without a pause. */
  function pauseBefore(notFound: readonly Job[]) {
    const consecutiveFailures = hold.consecutiveFailures();
    const now = clock.now();
    const pauses = notFound.map(({ attempt }) => {
      const isSlowed = consecutiveFailures > 1 || attempt?.answered?.outcome === 'held-back';
      // Bounded: the wall clock may have been set back meanwhile.
      const passedMs = Math.max(0, now - (attempt?.endedAt ?? now));
      return { attempt, delayMs: isSlowed ? pauseAfterMs(attempt?.answered, consecutiveFailures) - passedMs : 0 };
    });
    const [longest] = pauses.toSorted((one, other) => other.delayMs - one.delayMs);
    if (longest === undefined || longest.delayMs <= 0) return;
    hold.set(holdFor(lostAnswerFailure(longest.attempt, service.name), longest.delayMs, moment()));
  }

  /** Rests until woken. No attempt will show when a temporary failure is over, so it is no longer shown. */
  function restWithoutAttempt(): number {
    const passed = hold.current();
    if (passed && passed.failure.requiredAction === undefined) hold.hide();
    return Number.POSITIVE_INFINITY;
  }

  /** One thing at a time. Returns how long to rest afterwards; infinity: until woken. */
  async function step(): Promise<number> {
    const monotonic = clock.monotonic();
    if (!account.isSignedIn()) return Number.POSITIVE_INFINITY;
    const current = hold.current();
    if (current && current.until > monotonic) return current.until - monotonic;
    const unconfirmed = jobs.ofAccount(account.id, 'unconfirmed');
    if (unconfirmed.length > 0 && account.canRead()) return lookUp(unconfirmed);
    if (account.canRead() === false) askPilot(unconfirmed);
    if (stores.switches.isPaused()) return restWithoutAttempt();
    // The first upload waits for the first listing: without it a lost answer could not be distinguished from older
    // records.
    if (!account.hasListed()) return Number.POSITIVE_INFINITY;
    const listingIn = firstListingWaitMs();
    if (listingIn > 0) return listingIn;
    const job = jobs.nextWaiting(account.id);
    if (!job) return restWithoutAttempt();
    const uploadIn = scheduler.nextUploadAt() - clock.monotonic();
    if (uploadIn > 0) return uploadIn;
    const started = await attempts.start(job);
    if (started) await interruptible((signal) => attempts.send(started, signal));
    return 0;
  }

  /** A first listing that failed is tried again soon, and worth waiting for, but not forever. */
  function firstListingWaitMs(): number {
    if (account.canRead() !== null) return 0;
    firstListingAwaitedAt ??= clock.monotonic();
    return firstListingAwaitedAt + longestListingWaitMs - clock.monotonic();
  }

  /** Flights can no longer be read: only the pilot can decide about these. */
  function askPilot(unconfirmed: readonly Job[]) {
    const believed = mayBelieve({
      canRead: false,
      hasEverRead: stores.facts.read(serviceSubject, 'has-read') === true,
    });
    for (const job of unconfirmed) {
      if (job.reason?.requiredAction === 'decision') continue;
      stores.inTransaction(() => reports.apply(job, unreadable(job, believed)));
    }
  }

  function markInterruptedAsUnconfirmed() {
    for (const job of jobs.inStates('uploading')) {
      stores.inTransaction(() => reports.apply(job, interrupted(job, clock.now(), account.canRead())));
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
        // A full disk or a busy database: the queue continues when it is over.
        needsRecovery = true;
        restMs = retryDelayMs((consecutiveErrors += 1));
        log.error('the uploader failed; continuing', { error });
      }
      if (restMs > 0) await clock.sleep(restMs, AbortSignal.any([woken.signal, stopping.signal]));
    }
  }

  return {
    start() {
      running ??= run();
    },
    hold: hold.current,
    /** For a process that does not upload, while no other one does. */
    markInterruptedAsUnconfirmed,
    /** Something changed that may let a report upload: a new job, a sign-in, the network, the pilot. */
    wake(options: { resetBackoff?: boolean } = {}) {
      if (options.resetBackoff) hold.forget();
      else hold.follow();
      woken.abort();
    },
    /** The machine slept, or the connection is known to be dead: aborts the call in flight. */
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
