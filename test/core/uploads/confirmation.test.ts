import { describe, expect, it } from 'vitest';
import { findRecord, lookAfterMs } from '../../../main/core/uploads/confirmation.ts';
import { flightOf } from '../sample-flight.ts';

const startedAt = Date.UTC(2026, 4, 12, 12, 0, 0);
const attempt = { startedAt, endedAt: startedAt + 2_000, baselineId: 40, looks: 0 };
const made = (id: number, afterMs = 1_000) => flightOf({ id, createdAt: startedAt + afterMs });
const none: ReadonlySet<number> = new Set();

describe('the record of a lost answer', () => {
  it('is the only new one', () => {
    expect(findRecord(attempt, [made(41), made(40), made(12)], none, null)).toEqual({
      kind: 'found',
      flight: made(41),
    });
  });

  it('is not one that belongs to another report', () => {
    expect(findRecord(attempt, [made(42), made(41)], new Set([42]), null)).toEqual({ kind: 'found', flight: made(41) });
    expect(findRecord(attempt, [made(41)], new Set([41]), null)).toMatchObject({ kind: 'not-yet' });
  });

  it('is for the pilot to tell where two could be it', () => {
    expect(findRecord(attempt, [made(42), made(41)], none, null)).toEqual({ kind: 'ambiguous' });
    expect(findRecord({ ...attempt, looks: 2 }, [made(42), made(41)], none, null)).toEqual({ kind: 'ambiguous' });
  });

  it('may come a little later: looked for three times, then it is not there', () => {
    const at = (looks: number) => findRecord({ ...attempt, looks }, [made(40)], none, null);
    expect(at(0)).toEqual({ kind: 'not-yet', lookAgainInMs: 2_500 });
    expect(at(1)).toEqual({ kind: 'not-yet', lookAgainInMs: 7_000 });
    expect(at(2)).toEqual({ kind: 'not-there' });
    expect(at(7)).toEqual({ kind: 'not-there' });
    expect(lookAfterMs).toEqual([...lookAfterMs].sort((a, b) => a - b));
  });

  it.each([
    ['our clock is right', 0, 1_000, 'found'],
    ['the service is an hour ahead', 3_600_000, 3_601_000, 'found'],
    ['the service is an hour behind', -3_600_000, -3_599_000, 'found'],
    ['the service shows whole seconds', 0, -900, 'found'],
    ['it was made before the attempt, by our clock', 0, -60_000, 'not-yet'],
    ['it was made before the attempt, by a service that is ahead', 3_600_000, 60_000, 'not-yet'],
  ])('is told by the time it was made, where %s', (_words, serviceAheadMs, createdAfterMs, kind) => {
    expect(findRecord(attempt, [made(41, createdAfterMs)], none, serviceAheadMs).kind).toBe(kind);
  });

  it('is told without a time where the clocks are not known or the record has none', () => {
    expect(findRecord(attempt, [made(41, -90_000_000)], none, null).kind).toBe('found');
    expect(findRecord(attempt, [flightOf({ id: 41, createdAt: null })], none, 0).kind).toBe('found');
  });

  it('is the one of two that was made since the attempt began', () => {
    expect(findRecord(attempt, [made(42), made(41, -600_000)], none, 0)).toEqual({ kind: 'found', flight: made(42) });
  });
});
