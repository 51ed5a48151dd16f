// Keeps the flight records: the stage of each, since when, and the history that follows from it.
import type { Flight } from '../../contract/flight.ts';
import type { StageName } from '../../contract/strip.ts';
import type { Clock } from '../platform/ports.ts';
import type { Flights, StoredFlight } from '../storage/tables/flights.ts';
import type { History, HistoryEvent } from '../storage/tables/log/history.ts';
import { stageOf, type FlightStage } from './stages.ts';
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

/**
 * `older`: of the back-fill, whose completed flights were completed before they were found. `recalculated`: the known
 * record, without a poll.
 */
type Origin = 'uploaded-here' | 'seen' | 'older' | 'recalculated';

/** What a record changes: events for its history, the stage that has ended, and its times. */
type Change = {
  readonly events: readonly HistoryEvent[];
  readonly ended: { readonly stage: StageName; readonly ms: number } | null;
  readonly since: number;
  readonly completedAt: number | null;
  readonly polledAt: number;
};

function changeOfNew(record: Flight, stage: FlightStage, origin: Origin, now: number): Change {
  const isUploadedHere = origin === 'uploaded-here';
  const isOld = origin === 'older' && stage.isCompleted;
  // An upload from here began now, by our own clock; for a found flight only the service's time is known.
  const since = isUploadedHere ? now : (record.createdAt ?? (isOld ? (record.dateAt ?? 0) : now));
  const events: HistoryEvent[] = isUploadedHere || isOld ? [] : [{ what: 'found-on-service' }];
  if (isUploadedHere || !stage.isCompleted) events.push(eventOf(stage, record));
  return { events, ended: null, since, completedAt: stage.isCompleted ? since : null, polledAt: now };
}

/** Null: nothing has changed. */
function changeOf(known: StoredFlight, record: Flight, stage: FlightStage, origin: Origin, now: number): Change | null {
  const isNewStage = known.stage !== stage.stage;
  if (!isNewStage && JSON.stringify(known.record) === JSON.stringify(record)) return null;
  const isRecalculated = origin === 'recalculated';
  const isEnded = isNewStage && !isRecalculated && known.completedAt === null && wasWatched(known, stage.stage, now);
  return {
    events: isNewStage ? [eventOf(stage, record)] : [],
    ended: isEnded ? { stage: known.stage, ms: now - known.stageSince } : null,
    since: isNewStage ? now : known.stageSince,
    completedAt: stage.isCompleted ? (known.completedAt ?? now) : null,
    polledAt: isRecalculated ? known.polledAt : now,
  };
}

const eventOf = ({ stage, isCompleted }: FlightStage, { seasonPoints }: Flight): HistoryEvent =>
  isCompleted ? { what: stage, points: seasonPoints } : { what: stage };

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

  /** Keeps one record; true when something that is shown has changed. */
  function keep(record: Flight, origin: Origin): boolean {
    const now = clock.now();
    const stage = stageOf(record, deps.canRead());
    const isSeen = origin === 'seen' || origin === 'older';
    // Of a hundred listed records, nearly all are unchanged.
    if (isSeen && flights.markUnchanged(accountId, record, stage.stage, now)) return false;
    let known = flights.byId(accountId, record.id);
    if (isSeen && known !== null && isLater(record.createdAt, known.record.createdAt)) {
      deps.onReused(record.id);
      flights.setOwn(accountId, record.id, null);
      known = null;
    }
    const change = known ? changeOf(known, record, stage, origin, now) : changeOfNew(record, stage, origin, now);
    if (change === null) {
      if (origin !== 'recalculated') flights.markPolled(accountId, record.id, now);
      return false;
    }
    if (change.ended) history.addDuration(accountId, now, change.ended.stage, change.ended.ms);
    for (const event of change.events) history.add({ accountId, flightId: record.id }, now, event);
    const { completedAt, polledAt } = change;
    const stageSince = Math.min(change.since, now);
    flights.put(accountId, record, { stage: stage.stage, stageSince, completedAt, polledAt });
    return true;
  }

  /** A flight that is gone from the service stays here, archived. */
  function archive(known: StoredFlight): boolean {
    const { record, completedAt } = known;
    const now = clock.now();
    history.add({ accountId, flightId: record.id }, now, { what: 'absent' });
    flights.put(
      accountId,
      { ...record, isArchived: true },
      { stage: 'archived', stageSince: now, completedAt: completedAt ?? now, polledAt: now },
    );
    return true;
  }

  return {
    keep,
    /** An open flight no longer exists at the service. */
    markAbsent(id: number): boolean {
      const known = flights.byId(accountId, id);
      return known !== null && known.completedAt === null && archive(known);
    },
    /** A flight, completed or not, was deleted at the service. */
    markDeleted(id: number): boolean {
      const known = flights.byId(accountId, id);
      return known !== null && known.stage !== 'archived' && archive(known);
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
