// Everything that works for one account: its requests, its uploads, its flights. Made at sign-in, ended at sign-out.
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Flight } from '../../contract/flight.ts';
import { connectivityFailures } from '../messages/failures.ts';
import { createFlightBook } from '../flights/flight-book.ts';
import { stageOf } from '../flights/stages.ts';
import { createBackFill } from '../flights/back-fill.ts';
import { createTracker } from '../flights/tracker.ts';
import type { FlightClient } from '../service/flight-client.ts';
import { accountSubject, serviceSubject } from '../storage/tables/learned-facts.ts';
import { createRequestScheduler, type TokenSource } from '../pacing/request-scheduler.ts';
import { checkCopy } from '../uploads/spool/spool.ts';
import { applyTransition } from '../uploads/report-writer.ts';
import { losesFlight } from '../uploads/transitions.ts';
import { createUploader } from '../uploads/uploader.ts';
import type { Intake } from '../uploads/intake/intake.ts';
import type { ProfileContext } from './profile-context.ts';

/** Deleted flights in one transaction: after a restart of the service's numbering it is all of them. */
const markedAtOnce = 200;

export type AccountWorkers = ReturnType<typeof createAccountWorkers>;

export function createAccountWorkers(
  context: ProfileContext,
  deps: {
    accountId: number;
    client: FlightClient;
    tokens: TokenSource & { isSignedIn(): boolean };
    intake: Pick<Intake, 'restore'>;
  },
) {
  const { stores, spoolDir, role, events } = context;
  const { clock, log } = context.ports;
  const { accountId, client, tokens } = deps;
  const { jobs, flights, history } = stores;
  const subject = accountSubject(accountId);
  const jobsChanged = (ids: readonly number[]) => events.emit('jobs.changed', ids);
  const flightsChanged = (ids: readonly number[]) => events.emit('flights.changed', accountId, ids);
  const stateChanged = () => events.emit('view.changed', []);
  const holdChanged = () => events.emit('hold.changed');
  /** As observed by this process, else as stored by another one (A4). */
  const canRead = () => tracker.canRead() ?? stores.facts.read(subject, 'can-read');

  const scheduler = createRequestScheduler({
    clock,
    accountId,
    requests: stores.requests,
    client,
    tokens,
    waiting: () => jobs.waitingCount(accountId),
    onChange: stateChanged,
  });
  const book = createFlightBook({ clock, accountId, flights, history, canRead, onReused: releaseReport });
  const spoolPath = (job: { spool: string }) => join(spoolDir, job.spool);

  const uploader = createUploader({
    ports: { clock, log },
    account: {
      id: accountId,
      isSignedIn: tokens.isSignedIn,
      canRead: () => tracker.canRead(),
      hasListed: () => tracker.hasListed(),
    },
    service: { name: context.profile.name, timeAt: client.timeAt, sizeLimit: context.sizeLimit },
    stores,
    scheduler,
    spool: {
      pathOf: spoolPath,
      check: (job) => checkCopy(job, spoolPath(job), () => deps.intake.restore(job)),
    },
    keep(flight, job) {
      book.keep(flight, 'uploaded-here');
      events.emit('report.uploaded', job);
    },
    events: {
      onJob(id) {
        const flightId = jobs.byId(id)?.flightId;
        jobsChanged([id]);
        // A record that was on the board as a separate flight is now this report's.
        if (typeof flightId === 'number') flightsChanged([flightId]);
        tracker.wake();
      },
      onProgress: (...progress) => events.emit('upload.progressed', ...progress),
      onHold: holdChanged,
      onReadingRejected: () => tracker.wake({ pollNow: true }),
    },
  });

  /** The report of a flight whose number is another flight's now. */
  function releaseReport(flightId: number) {
    const report = jobs.byFlight(accountId, flightId);
    if (!report) return;
    applyTransition(stores, report, losesFlight(report), clock.now());
    jobsChanged([report.id]);
  }

  /** Records with higher ids may be of uploads whose outcome is not known yet. */
  function outcomeUnknownAbove(): number {
    const open = jobs.ofAccount(accountId, 'uploading', 'unconfirmed');
    return open.reduce((lowest, job) => Math.min(lowest, job.attempt?.baselineId ?? 0), Number.POSITIVE_INFINITY);
  }

  const backFill = createBackFill({
    clock,
    flights: {
      count: () => flights.count(accountId),
      has: (id) => flights.has(accountId, id),
      between: (lowId, highId) => flights.notArchived(accountId, lowId, highId),
    },
    state: {
      read: () => stores.facts.read(subject, 'back-fill'),
      write: (state) => stores.facts.write(subject, 'back-fill', state, clock.now()),
    },
    inTransaction: stores.inTransaction,
    isIdle: () =>
      jobs.waitingCount(accountId) === 0 && jobs.ofAccount(accountId, 'uploading', 'unconfirmed').length === 0,
    keep(older) {
      const changed = older.filter((flight) => {
        const isKnown = flights.has(accountId, flight.id);
        const isShown = isKnown || !stageOf(flight, true).isCompleted;
        return book.keep(flight, 'older') && isShown;
      });
      // Windows get the others by page when they are scrolled to.
      if (changed.length > 0) flightsChanged(changed.map(({ id }) => id));
    },
    async onDeleted(ids) {
      log.info('flights were deleted at the service', { count: ids.length });
      for (let from = 0; from < ids.length; from += markedAtOnce) {
        const some = ids.slice(from, from + markedAtOnce);
        stores.inTransaction(() => some.forEach((id) => book.markDeleted(id)));
        flightsChanged(some);
        await setImmediate();
      }
    },
    onChange: stateChanged,
  });

  const tracker = createTracker({
    clock,
    log,
    isSignedIn: tokens.isSignedIn,
    flights: {
      open: () => flights.watched(accountId),
      reach: (fromId, records) => flights.reach(accountId, fromId, records),
      between: (lowId, highId) => flights.between(accountId, lowId, highId),
    },
    reads: {
      nextReadAt: () => scheduler.nextReadAt(true),
      readEveryMs: scheduler.readEveryMs,
      list: (call) => scheduler.list({ ...call, lowPriority: true }),
      read: (call) => scheduler.read({ ...call, lowPriority: true }),
    },
    backFill,
    events: {
      onSeen(seen: readonly Flight[]) {
        const unknownAbove = outcomeUnknownAbove();
        const changed: number[] = [];
        stores.inTransaction(() => {
          for (const flight of seen) {
            const isOurs = flights.has(accountId, flight.id) || flight.id <= unknownAbove;
            if (isOurs && book.keep(flight, 'seen')) changed.push(flight.id);
          }
        });
        if (changed.length > 0) flightsChanged(changed);
      },
      onReached() {
        // The service answers again: reports need not wait for their next attempt.
        const hold = uploader.hold();
        if (hold && connectivityFailures.has(hold.failure.kind)) uploader.wake({ resetBackoff: true });
      },
      onFirstListing: () => uploader.wake(),
      onAbsent(id) {
        if (book.markAbsent(id)) flightsChanged([id]);
      },
      onReading(canRead) {
        log.info('reading flights', { canRead });
        stores.facts.write(subject, 'can-read', canRead, clock.now());
        if (canRead) stores.facts.write(serviceSubject, 'has-read', true, clock.now());
        // Their stage depends on it, and whether a lost answer can be looked up.
        const affected = canRead ? flights.received(accountId) : flights.open(accountId);
        for (const { record } of affected) book.keep(record, 'recalculated');
        flightsChanged(affected.map(({ id }) => id));
        jobsChanged(jobs.ofAccount(accountId, 'unconfirmed').map((job) => job.id));
        uploader.wake();
        stateChanged();
      },
    },
  });

  function markInterruptedAsUnconfirmed() {
    try {
      uploader.markInterruptedAsUnconfirmed();
    } catch (error) {
      // A full disk: the process that uploads next does it, and the board shows the same meanwhile.
      log.warn('interrupted uploads could not be marked as unconfirmed', { error });
    }
  }

  return {
    accountId,
    scheduler,
    uploader,
    tracker,
    book,
    canRead,
    start() {
      if (role.uploads) uploader.start();
      // No other process uploads while this one lives.
      else if (role.isLeader) markInterruptedAsUnconfirmed();
      if (role.reads) tracker.start();
    },
    /** The pilot signed in, the network is back, the machine woke up: retry immediately. */
    refresh() {
      uploader.wake({ resetBackoff: true });
      tracker.wake({ pollNow: true });
    },
    /** The machine slept: calls in progress are on dead connections. */
    interrupt() {
      uploader.interrupt();
      tracker.interrupt();
    },
    async stop() {
      await Promise.all([uploader.stop(), tracker.stop()]);
    },
  };
}
