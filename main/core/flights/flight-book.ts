// Keeps the flight records: the stage of each, since when, and the history that follows from it.
import type { Flight } from '../../contract/flight.ts';
import type { StageName } from '../../contract/strip.ts';
import type { Clock } from '../platform/ports.ts';
import type { Flights, StoredFlight } from '../storage/tables/flights.ts';
import type { History } from '../storage/tables/log/history.ts';
import { stageOf } from './stages.ts';
import { pollEveryMs } from './reading-plan.ts';

/**
 * Whether both ends of a stage were seen: "usually" is learned from nothing else. A flight that was found was in its
 * first stage for an unknown time; one that changed while the app was closed ended its stage at an unknown time; and
 * "received" is not a stage of the service.
 */
function wasWatched(known: StoredFlight, next: StageName, now: number): boolean {
  if (known.stage === 'received' || next === 'received') return false;
  const isBeginKnown = known.stage === 'automatic-check' || known.stageSince > known.firstSeenAt;
  // Where many flights share few reads, polls are further apart: then its duration must be known to a tenth.
  const mostMs = Math.max(3 * pollEveryMs(now - known.firstSeenAt), (now - known.stageSince) / 10);
  return isBeginKnown && now - known.polledAt <= mostMs;
}

/** A record keeps the time at which it was created. */
const isLater = (createdAt: number | null, before: number | null) =>
  createdAt !== null && before !== null && createdAt > before;

export type FlightBook = ReturnType<typeof createFlightBook>;

export function createFlightBook(deps: {
  clock: Clock;
  accountId: number;
  flights: Flights;
  history: History;
  canRead(): boolean | null;
  /** The service has started its numbering again: this number is another flight's now. */
  onReused(id: number): void;
}) {
  const { clock, accountId, flights, history } = deps;

  /**
   * Keeps one record; true when something that is shown has changed. `recalculated`: the known record, without a poll.
   * `older`: of the back-fill, whose completed flights were completed before they were found.
   */
  function keep(record: Flight, origin: 'uploaded-here' | 'seen' | 'older' | 'recalculated'): boolean {
    const now = clock.now();
    const stage = stageOf(record, deps.canRead());
    // Of a hundred listed records, nearly all are unchanged.
    const isSeen = origin === 'seen' || origin === 'older';
    if (isSeen && flights.markUnchanged(accountId, record, stage.stage, now)) return false;
    const kept = flights.byId(accountId, record.id);
    const isReused = isSeen && kept !== null && isLater(record.createdAt, kept.record.createdAt);
    if (isReused) {
      deps.onReused(record.id);
      flights.setOwn(accountId, record.id, null);
    }
    const known = isReused ? null : kept;
    const isNewStage = known?.stage !== stage.stage;
    const subject = { accountId, flightId: record.id };
    const isOld = origin === 'older' && !known && stage.isCompleted;
    if (!known && isSeen && !isOld) history.add(subject, now, { what: 'found-on-service' });
    if (isNewStage) {
      if (known && isSeen && known.completedAt === null && wasWatched(known, stage.stage, now))
        history.addDuration(accountId, now, known.stage, now - known.stageSince);
      if (known || origin === 'uploaded-here' || !stage.isCompleted) {
        const event = stage.isCompleted ? { what: stage.stage, points: record.seasonPoints } : { what: stage.stage };
        history.add(subject, now, event);
      }
    }
    // An upload from here began now, by our own clock; for a found flight only the service's time is known.
    const foundSince = origin === 'uploaded-here' ? now : (record.createdAt ?? (isOld ? (record.dateAt ?? 0) : now));
    const since = isNewStage ? (known ? now : foundSince) : known.stageSince;
    const completedAt = stage.isCompleted ? (known?.completedAt ?? (known ? now : foundSince)) : null;
    if (!isNewStage && known && JSON.stringify(known.record) === JSON.stringify(record)) {
      if (origin !== 'recalculated') flights.markPolled(accountId, record.id, now);
      return false;
    }
    const polledAt = origin === 'recalculated' && known ? known.polledAt : now;
    flights.put(accountId, record, stage.stage, Math.min(since, now), completedAt, polledAt);
    return true;
  }

  return {
    keep,
    /** An open flight no longer exists at the service. */
    markAbsent(id: number): boolean {
      const known = flights.byId(accountId, id);
      if (!known || known.completedAt !== null) return false;
      const now = clock.now();
      history.add({ accountId, flightId: id }, now, { what: 'absent' });
      flights.put(accountId, { ...known.record, isArchived: true }, 'archived', now, now, now);
      return true;
    },
    /** A flight, completed or not, was deleted at the service: it stays here, archived. */
    markDeleted(id: number): boolean {
      const known = flights.byId(accountId, id);
      if (!known || known.stage === 'archived') return false;
      const now = clock.now();
      history.add({ accountId, flightId: id }, now, { what: 'absent' });
      flights.put(accountId, { ...known.record, isArchived: true }, 'archived', now, known.completedAt ?? now, now);
      return true;
    },
    /** How long a stage usually takes for this pilot: the median of the last twenty, once three are known. */
    usually(stage: StageName): { lowMs: number; highMs: number } | null {
      const durations = history
        .durations(accountId, stage, 20)
        .filter((ms) => ms >= 0)
        .sort((a, b) => a - b);
      if (durations.length < 3) return null;
      const at = (share: number) => durations[Math.round((durations.length - 1) * share)]!;
      return { lowMs: at(0.2), highMs: at(0.8) };
    },
  };
}
