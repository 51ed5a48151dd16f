// Keeps the records that were seen: what stage each is at, since when, and what that says for the history.
import type { Flight, StageName } from '../../contract/strip.ts';
import type { Clock } from '../platform/ports.ts';
import type { Flights, StoredFlight } from '../storage/tables/flights.ts';
import type { History } from '../storage/tables/log/history.ts';
import { stageOf } from './stages.ts';
import { pollEveryMs } from './reading-plan.ts';

/**
 * Whether the beginning and the end of a stage were both seen: "usually" is learned from nothing else. A stage that was found
 * began some time before (only the first one begins with the record); one that changed while nobody looked ended some time
 * before; and "sent" is no stage of the service, only what is known without reading.
 */
function wasWatched(known: StoredFlight, next: StageName, now: number): boolean {
  if (known.stage === 'sent' || next === 'sent') return false;
  const isBeginKnown = known.stage === 'automatic-check' || known.stageSince > known.firstSeenAt;
  // Where many are followed with few reads, the looks lie further apart: then it has to be seen to a tenth.
  const mostMs = Math.max(3 * pollEveryMs(now - known.firstSeenAt), (now - known.stageSince) / 10);
  return isBeginKnown && now - known.polledAt <= mostMs;
}

export type FlightBook = ReturnType<typeof createFlightBook>;

export function createFlightBook(deps: {
  clock: Clock;
  accountId: number;
  flights: Flights;
  history: History;
  canRead(): boolean | null;
}) {
  const { clock, accountId, flights, history } = deps;

  /** Keeps one record; true when something that is shown has changed. `drawn-anew`: the known record, nobody looked. */
  function keep(record: Flight, origin: 'sent-from-here' | 'seen' | 'drawn-anew'): boolean {
    const now = clock.now();
    const stage = stageOf(record, deps.canRead());
    // Of a hundred that are listed, ninety-nine are as they were.
    if (origin === 'seen' && flights.markUnchanged(accountId, record, stage.stage, now)) return false;
    const known = flights.byId(accountId, record.id);
    const isNewStage = known?.stage !== stage.stage;
    const subject = { accountId, flightId: record.id };
    if (!known && origin === 'seen') history.add(subject, now, 'found-on-service');
    if (isNewStage) {
      if (known && origin === 'seen' && wasWatched(known, stage.stage, now))
        history.add({ accountId }, now, `${known.stage}-took`, { ms: now - known.stageSince });
      if (known || origin === 'sent-from-here' || !stage.isSettled) {
        history.add(subject, now, stage.stage, stage.isSettled ? { points: record.seasonPoints } : {});
      }
    }
    // What was sent from here began now, by our own clock; only for what was found is the service's word all there is.
    const foundSince = origin === 'sent-from-here' ? now : (record.createdAt ?? now);
    const since = isNewStage ? (known ? now : foundSince) : known.stageSince;
    const settledAt = stage.isSettled ? (known?.settledAt ?? (known ? now : (record.createdAt ?? now))) : null;
    if (!isNewStage && known && JSON.stringify(known.record) === JSON.stringify(record)) {
      if (origin !== 'drawn-anew') flights.markPolled(accountId, record.id, now);
      return false;
    }
    const polledAt = origin === 'drawn-anew' && known ? known.polledAt : now;
    flights.put(accountId, record, stage.stage, Math.min(since, now), settledAt, polledAt);
    return true;
  }

  return {
    keep,
    /** It was followed and is gone from the service: no longer looked for. */
    markAbsent(id: number): boolean {
      const known = flights.byId(accountId, id);
      if (!known || known.settledAt !== null) return false;
      const now = clock.now();
      history.add({ accountId, flightId: id }, now, 'absent');
      flights.put(accountId, { ...known.record, isArchived: true }, 'archived', now, now, now);
      return true;
    },
    /** How long a stage usually takes this pilot: the middle of the last twenty, once three are known. */
    usually(stage: string): { lowMs: number; highMs: number } | null {
      const durations = history
        .recent(accountId, `${stage}-took`, 20)
        .map((one) => Number(one.details['ms']))
        .filter((ms) => ms >= 0)
        .sort((a, b) => a - b);
      if (durations.length < 3) return null;
      const at = (share: number) => durations[Math.round((durations.length - 1) * share)]!;
      return { lowMs: at(0.2), highMs: at(0.8) };
    },
  };
}
