// Everything that works for one account: its requests, its uploads, its flights. Made at sign-in, ended at sign-out.
import { join } from 'node:path';
import type { Flight } from '../contract/strip.ts';
import { wayKinds } from './failures.ts';
import { createFlightBook } from './flights/flight-book.ts';
import { createTracker } from './flights/tracker.ts';
import type { Clock, Logger } from './ports.ts';
import type { FlightClient } from './service/client.ts';
import type { Repositories } from './repositories.ts';
import type { Job } from './storage/jobs.ts';
import { createTraffic, type TokenSource } from './traffic.ts';
import { spooledBytes } from './uploads/spool-disk.ts';
import { createUploader } from './uploads/uploader.ts';

export type Desk = ReturnType<typeof createDesk>;

export function createDesk(deps: {
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
  /** A report has its record; runs in the transaction that writes this down. */
  noteSent(job: Job): void;
  onJobs(ids: readonly number[]): void;
  onFlights(ids: readonly number[]): void;
  onProgress(jobId: number, sentBytes: number, totalBytes: number): void;
  onState(): void;
}) {
  const { clock, log, accountId, stores, spoolDir } = deps;
  const { jobs, flights, happenings } = stores;

  const traffic = createTraffic({
    clock,
    accountId,
    requests: stores.requests,
    client: deps.client,
    tokens: deps.tokens,
    waiting: () => jobs.waitingIds(accountId).length,
    onChange: deps.onState,
  });
  const book = createFlightBook({ clock, accountId, flights, happenings, canRead: () => tracker.canRead() });
  const spoolPath = (job: { spool: string }) => join(spoolDir, job.spool);
  const hasWaiting = () => jobs.nextWaiting(accountId) !== null;

  const uploader = createUploader({
    clock,
    log,
    service: deps.serviceName,
    accountId,
    jobs,
    happenings,
    maxFileBytes: deps.maxFileBytes,
    isSignedIn: deps.isSignedIn,
    isPaused: () => stores.switches.isPaused(),
    canRead: () => tracker.canRead(),
    hasLooked: () => tracker.hasLooked(),
    highestFlightId: () => flights.highestId(accountId),
    spoolPath,
    spooledBytes: (job) => spooledBytes(spoolPath(job)),
    nextUploadAt: traffic.nextUploadAt,
    nextReadAt: () => traffic.nextReadAt(false),
    upload: traffic.upload,
    list: traffic.list,
    keepFlight(flight, job) {
      book.keep(flight, 'sent-from-here');
      deps.noteSent(job);
    },
    inTransaction: stores.inTransaction,
    onJob(id) {
      const flightId = jobs.byId(id)?.flightId;
      deps.onJobs([id]);
      // A record that was on the board as a flight of its own is this report's now.
      if (typeof flightId === 'number') deps.onFlights([flightId]);
      tracker.wake();
    },
    onProgress: deps.onProgress,
    onReadingRefused: () => tracker.wake({ lookNow: true }),
    onGate: () => deps.onState(),
  });

  /** Records above this may be of uploads under way: they are not called somebody else's before that is known. */
  function inDoubtAbove(): number {
    const doubtful = jobs.inStates('departing', 'unconfirmed').filter((job) => job.accountId === accountId);
    return doubtful.reduce((lowest, job) => Math.min(lowest, job.attempt?.baselineId ?? 0), Number.POSITIVE_INFINITY);
  }

  const tracker = createTracker({
    clock,
    log,
    isSignedIn: deps.isSignedIn,
    open: () => flights.open(accountId),
    nextReadAt: () => traffic.nextReadAt(hasWaiting()),
    list: traffic.list,
    read: traffic.read,
    onSeen(seen: readonly Flight[]) {
      const doubtAbove = inDoubtAbove();
      const changed: number[] = [];
      stores.inTransaction(() => {
        for (const flight of seen) {
          const isOurs = flights.byId(accountId, flight.id) !== null || flight.id <= doubtAbove;
          if (isOurs && book.keep(flight, 'seen')) changed.push(flight.id);
        }
      });
      if (changed.length > 0) deps.onFlights(changed);
    },
    onReached() {
      // What could not be reached a moment ago can be: reports need not wait for their next try.
      const gate = uploader.gate();
      if (gate && wayKinds.has(gate.failure.kind)) uploader.wake({ afresh: true });
    },
    onFirstLook: () => uploader.wake(),
    onAbsent(id) {
      if (book.markAbsent(id)) deps.onFlights([id]);
    },
    onReading(canRead) {
      log.info('reading flights', { canRead });
      // What is drawn of open flights depends on it, and a lost answer can be looked up now, or not.
      for (const flight of flights.open(accountId)) book.keep(flight.record, 'drawn-anew');
      deps.onFlights(flights.open(accountId).map((flight) => flight.id));
      deps.onJobs(jobs.inStates('unconfirmed').map((job) => job.id));
      uploader.wake();
      deps.onState();
    },
  });

  return {
    accountId,
    traffic,
    uploader,
    tracker,
    book,
    start(work: { uploads: boolean; reading: boolean }) {
      if (work.uploads) uploader.start();
      if (work.reading) tracker.start();
    },
    /** Signed in anew, the network is back, the machine woke up: begin afresh at once. */
    refresh() {
      uploader.wake({ afresh: true });
      tracker.wake({ lookNow: true });
    },
    /** The machine slept: what is under way is on dead connections. */
    interrupt() {
      uploader.interrupt();
      tracker.interrupt();
    },
    async stop() {
      await Promise.all([uploader.stop(), tracker.stop()]);
    },
  };
}
