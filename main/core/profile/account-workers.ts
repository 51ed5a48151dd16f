// Everything that works for one account: its requests, its uploads, its flights. Made at sign-in, ended at sign-out.
import { join } from 'node:path';
import type { Flight } from '../../contract/strip.ts';
import { settleOnAbort } from './settle-on-abort.ts';
import { connectivityFailures } from '../messages/failures.ts';
import { createFlightBook } from '../flights/flight-book.ts';
import { createTracker } from '../flights/tracker.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { FlightClient } from '../service/flight-client.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { Job } from '../storage/tables/jobs.ts';
import { accountSubject, serviceSubject } from '../storage/tables/learned-facts.ts';
import { createRequestScheduler, type TokenSource } from '../pacing/request-scheduler.ts';
import { checkCopy } from '../uploads/spool/spool-copy.ts';
import { createNewestFlight } from '../uploads/newest-flight.ts';
import { createUploader } from '../uploads/uploader.ts';
import { createWatchdog } from './watchdog.ts';

const nothingCame = () => ({ kind: 'stopped', mayHaveArrived: false }) as const;

export type AccountWorkers = ReturnType<typeof createAccountWorkers>;

export function createAccountWorkers(deps: {
  clock: Clock;
  log: Logger;
  accountId: number;
  serviceName: string;
  spoolDir: string;
  stores: Repositories;
  client: FlightClient;
  tokens: TokenSource;
  isSignedIn(): boolean;
  maxFileBytes(): number;
  /** Takes a report's copy again from its original, where that still has its content. */
  restoreCopy(job: Job): Promise<void>;
  /** A report has its record; runs in the transaction that writes this down. */
  noteSent(job: Job): void;
  onJobs(ids: readonly number[]): void;
  onFlights(ids: readonly number[]): void;
  onProgress(jobId: number, sentBytes: number, totalBytes: number): void;
  onState(): void;
}) {
  const { clock, log, accountId, stores, spoolDir } = deps;
  const { jobs, flights, history } = stores;
  const subject = accountSubject(accountId);
  /** As this process has seen it, else as another one has written it down (A4). */
  const canRead = () => tracker.canRead() ?? stores.facts.read(subject, 'can-read');

  /** Uploads between their first byte and their answer: not while it waits for a token or for room. */
  let withService = 0;
  const scheduler = createRequestScheduler({
    clock,
    accountId,
    requests: stores.requests,
    client: {
      ...deps.client,
      async upload(call) {
        // Counted: one that was given up may end while the next is on its way.
        withService += 1;
        return deps.client.upload(call).finally(() => (withService -= 1));
      },
    },
    tokens: deps.tokens,
    waiting: () => jobs.waitingCount(accountId),
    onChange: deps.onState,
  });
  const book = createFlightBook({ clock, accountId, flights, history, canRead });
  /** The newest record that any listing has shown: what is sent from now on comes after it, whosever it is. */
  const newest = createNewestFlight(clock);
  async function list(call: Parameters<typeof scheduler.list>[0]) {
    const outcome = await scheduler.list(call);
    if (outcome.kind === 'page') newest.listed(outcome, call.beforeId === undefined);
    return outcome;
  }
  const spoolPath = (job: { spool: string }) => join(spoolDir, job.spool);

  /** What each worker waits for just now. */
  const inProgress = { uploads: 0, flights: 0 };
  async function attend<T>(worker: keyof typeof inProgress, work: Promise<T>): Promise<T> {
    inProgress[worker] += 1;
    watchdog.moved(worker);
    try {
      return await work;
    } finally {
      inProgress[worker] -= 1;
      watchdog.moved(worker);
    }
  }

  const uploader = createUploader({
    clock,
    log,
    service: deps.serviceName,
    accountId,
    jobs,
    history,
    maxFileBytes: deps.maxFileBytes,
    isSignedIn: deps.isSignedIn,
    isPaused: () => stores.pauseSwitch.isPaused(),
    canRead: () => tracker.canRead(),
    hasEverRead: () => stores.facts.read(serviceSubject, 'has-read') === true,
    hasLooked: () => tracker.hasLooked(),
    highestFlightId: () => Math.max(flights.highestId(accountId), newest.id()),
    isHighestSure: () => newest.isSure(),
    spoolPath,
    checkCopy: (job) =>
      attend(
        'uploads',
        checkCopy(job, spoolPath(job), () => deps.restoreCopy(job)),
      ),
    nextUploadAt: scheduler.nextUploadAt,
    nextReadAt: () => scheduler.nextReadAt(false),
    async upload(file, onProgress, signal) {
      let hasLeft = false;
      const call = scheduler.upload(
        file,
        (sent, total) => {
          hasLeft = true;
          watchdog.moved('uploads');
          onProgress(sent, total);
        },
        signal,
      );
      return attend(
        'uploads',
        settleOnAbort(clock, call, signal, () => ({ kind: 'stopped', mayHaveArrived: withService > 0 && hasLeft })),
      );
    },
    list: (call) => attend('uploads', settleOnAbort(clock, list(call), call.signal, nothingCame)),
    keepFlight(flight, job) {
      book.keep(flight, 'sent-from-here');
      deps.noteSent(job);
    },
    inTransaction: stores.inTransaction,
    storedHold: {
      read: () => stores.facts.read(subject, 'hold'),
      write: (hold) => stores.facts.write(subject, 'hold', hold, clock.now()),
    },
    onJob(id) {
      const flightId = jobs.byId(id)?.flightId;
      deps.onJobs([id]);
      // A record that was on the board as a flight of its own is this report's now.
      if (typeof flightId === 'number') deps.onFlights([flightId]);
      tracker.wake();
    },
    onProgress: deps.onProgress,
    onReadingRefused: () => tracker.wake({ lookNow: true }),
    onHold: () => deps.onState(),
  });

  /** Records above this may be of uploads under way: they are not called somebody else's before that is known. */
  function inDoubtAbove(): number {
    const doubtful = jobs.inStates('uploading', 'unconfirmed').filter((job) => job.accountId === accountId);
    return doubtful.reduce((lowest, job) => Math.min(lowest, job.attempt?.baselineId ?? 0), Number.POSITIVE_INFINITY);
  }

  const tracker = createTracker({
    clock,
    log,
    isSignedIn: deps.isSignedIn,
    open: () => flights.watched(accountId),
    records: {
      reach: (fromId, records) => flights.reach(accountId, fromId, records),
      between: (lowId, highId) => flights.between(accountId, lowId, highId),
    },
    nextReadAt: () => scheduler.nextReadAt(true),
    readEveryMs: scheduler.readEveryMs,
    list: (call) =>
      attend('flights', settleOnAbort(clock, list({ ...call, lowPriority: true }), call.signal, nothingCame)),
    read: (call) =>
      attend('flights', settleOnAbort(clock, scheduler.read({ ...call, lowPriority: true }), call.signal, nothingCame)),
    onSeen(seen: readonly Flight[]) {
      const doubtAbove = inDoubtAbove();
      const changed: number[] = [];
      stores.inTransaction(() => {
        for (const flight of seen) {
          const isOurs = flights.has(accountId, flight.id) || flight.id <= doubtAbove;
          if (isOurs && book.keep(flight, 'seen')) changed.push(flight.id);
        }
      });
      if (changed.length > 0) deps.onFlights(changed);
    },
    onReached() {
      // What could not be reached a moment ago can be: reports need not wait for their next try.
      const hold = uploader.hold();
      if (hold && connectivityFailures.has(hold.failure.kind)) uploader.wake({ resetBackoff: true });
    },
    onFirstLook: () => uploader.wake(),
    onAbsent(id) {
      if (book.markAbsent(id)) deps.onFlights([id]);
    },
    onReading(canRead) {
      log.info('reading flights', { canRead });
      if (canRead) stores.facts.write(serviceSubject, 'has-read', true, clock.now());
      // What is drawn of open flights depends on it, and a lost answer can be looked up now, or not.
      for (const flight of flights.open(accountId)) book.keep(flight.record, 'drawn-anew');
      deps.onFlights(flights.open(accountId).map((flight) => flight.id));
      deps.onJobs(jobs.inStates('unconfirmed').map((job) => job.id));
      uploader.wake();
      deps.onState();
      stores.facts.write(subject, 'can-read', canRead, clock.now());
    },
  });

  /** A report could leave now, by everything that is known. */
  function isDeparture(): boolean {
    const hold = uploader.hold();
    const isOpen = hold === null || hold.until <= clock.monotonic();
    const mayLeave = deps.isSignedIn() && !stores.pauseSwitch.isPaused() && tracker.hasLooked() && isOpen;
    return mayLeave && jobs.waitingCount(accountId) > 0;
  }

  const hasRoom = (at: number) => at <= clock.monotonic();
  const watchdog = createWatchdog({
    clock,
    log,
    workers: [
      {
        name: 'uploads',
        isDue: () => (inProgress.uploads > 0 || isDeparture()) && hasRoom(scheduler.nextUploadAt()),
        free() {
          uploader.interrupt();
          uploader.wake({ resetBackoff: true });
        },
      },
      {
        name: 'flights',
        isDue: () => inProgress.flights > 0 && hasRoom(scheduler.nextReadAt(true)),
        free: () => tracker.interrupt(),
      },
    ],
  });

  function markInterruptedAsUnconfirmed() {
    try {
      uploader.markInterruptedAsUnconfirmed();
    } catch (error) {
      // A full disk: the process that sends next does it, and the board says the same meanwhile.
      log.warn('what was on its way could not be marked as unconfirmed', { error: String(error) });
    }
  }

  return {
    accountId,
    scheduler,
    uploader,
    tracker,
    book,
    canRead,
    /** `isAlone`: no other process sends while this one lives. */
    start(work: { uploads: boolean; reading: boolean; isAlone: boolean }) {
      if (work.uploads) uploader.start();
      else if (work.isAlone) markInterruptedAsUnconfirmed();
      if (work.reading) tracker.start();
      watchdog.start();
    },
    /** Signed in anew, the network is back, the machine woke up: begin afresh at once. */
    refresh() {
      uploader.wake({ resetBackoff: true });
      tracker.wake({ lookNow: true });
    },
    /** The machine slept: what is under way is on dead connections. */
    interrupt() {
      uploader.interrupt();
      tracker.interrupt();
    },
    async stop() {
      watchdog.stop();
      await Promise.all([uploader.stop(), tracker.stop()]);
    },
  };
}
