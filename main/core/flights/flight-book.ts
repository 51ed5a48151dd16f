// Keeps the records that were seen: what stage each is at, since when, and what that says for the history.
import type { Flight } from '../../contract/strip.ts';
import type { Clock } from '../ports.ts';
import type { Flights } from '../storage/flights.ts';
import type { Happenings } from '../storage/happenings.ts';
import { stageOf } from './stages.ts';

export type FlightBook = ReturnType<typeof createFlightBook>;

export function createFlightBook(deps: {
  clock: Clock;
  accountId: number;
  flights: Flights;
  happenings: Happenings;
  canRead(): boolean | null;
}) {
  const { clock, accountId, flights, happenings } = deps;

  /** Keeps one record; true when something that is shown has changed. */
  function keep(record: Flight, origin: 'sent-from-here' | 'seen'): boolean {
    const now = clock.now();
    const known = flights.byId(accountId, record.id);
    const stage = stageOf(record, deps.canRead());
    const isNewStage = known?.stage !== stage.stage;
    const subject = { accountId, flightId: record.id };
    if (!known && origin === 'seen') happenings.add(subject, now, 'found-on-service');
    if (isNewStage) {
      // "Usually" is learned only from stages whose beginning and end were both seen.
      if (known && origin === 'seen')
        happenings.add({ accountId }, now, `${known.stage}-took`, { ms: now - known.stageSince });
      if (known || origin === 'sent-from-here' || !stage.isSettled) {
        happenings.add(subject, now, stage.stage, stage.isSettled ? { points: record.seasonPoints } : {});
      }
    }
    const since = isNewStage ? (known ? now : (record.createdAt ?? now)) : known.stageSince;
    const settledAt = stage.isSettled ? (known?.settledAt ?? (known ? now : (record.createdAt ?? now))) : null;
    if (!isNewStage && known && JSON.stringify(known.record) === JSON.stringify(record)) {
      flights.markLooked(accountId, record.id, now);
      return false;
    }
    flights.put(accountId, record, stage.stage, Math.min(since, now), settledAt, now);
    return true;
  }

  return {
    keep,
    /** It was followed and is gone from the service: no longer looked for. */
    markAbsent(id: number): boolean {
      const known = flights.byId(accountId, id);
      if (!known || known.settledAt !== null) return false;
      const now = clock.now();
      happenings.add({ accountId, flightId: id }, now, 'absent');
      flights.put(accountId, { ...known.record, isArchived: true }, 'archived', now, now, now);
      return true;
    },
    /** How long a stage usually takes this pilot: the middle of the last twenty, once three are known. */
    usually(stage: string): { lowMs: number; highMs: number } | null {
      const durations = happenings
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
