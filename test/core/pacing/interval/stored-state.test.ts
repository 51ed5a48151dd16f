import { fc } from '../../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { freshBracket } from '../../../../main/core/pacing/interval/bracket.ts';
import { fromStored, toStored } from '../../../../main/core/pacing/interval/stored-state.ts';
import { freshPacer, MAX_PAUSE_MS } from '../../../../main/core/pacing/interval/pacer.ts';

const none = Number.NEGATIVE_INFINITY;
const bracket = fc
  .record({
    refusedMs: fc.integer({ min: 0, max: 60_000 }),
    acceptedMs: fc.option(fc.integer({ min: 60_000, max: 3_600_000 })),
    spent: fc.nat(10),
    held: fc.nat(1_000),
    lookAfter: fc.integer({ min: 1, max: 400 }),
    unconfirmedAttempts: fc.nat(9),
  })
  .map((values) => ({ ...freshBracket, ...values }));
const pause = fc.option(fc.integer({ min: 1, max: MAX_PAUSE_MS }), { nil: none });

describe('what the pacer has learned', () => {
  it('comes back from disk as it was, with the pauses that were asked for, by the clocks of another run', () => {
    fc.assert(
      fc.property(bracket, pause, pause, fc.nat(100_000), (bracket, uploadsIn, requestsIn, passedMs) => {
        const state = { ...freshPacer(bracket), uploadsFrom: 1_000 + uploadsIn, requestsFrom: 1_000 + requestsIn };
        const stored: unknown = JSON.parse(JSON.stringify(toStored(state, 9_000_000, 1_000)));
        expect(fromStored(stored, 9_000_000 + passedMs, 50)).toEqual({
          bracket,
          uploadsFrom: uploadsIn === none ? none : 50 + uploadsIn - passedMs,
          requestsFrom: requestsIn === none ? none : 50 + requestsIn - passedMs,
        });
      }),
    );
  });

  it('keeps no pause that is over', () => {
    const paused = { ...freshPacer(), uploadsFrom: 5, requestsFrom: 6 };
    expect(toStored(paused, 1e12, 5)).toMatchObject({ uploadsFrom: null, requestsFrom: 1e12 + 1, keptAt: 1e12 });
    expect(toStored(paused, 1e12, 6)).not.toHaveProperty('keptAt');
  });

  it('does not make an endless pause of a wall clock that was set back', () => {
    const stored = toStored({ ...freshPacer(), uploadsFrom: 60_000 }, 1e12, 0);
    expect(fromStored(stored, 1e12 - 86_400_000, 7).uploadsFrom).toBe(7 + 60_000);
    // As an earlier version kept it.
    const { keptAt: _keptAt, ...older } = stored;
    expect(fromStored(older, 1e12 - 86_400_000, 7).uploadsFrom).toBe(7 + MAX_PAUSE_MS);
  });

  it('is taken over from the first version', () => {
    const first = { version: 1, gapMs: 7_500, refusedMs: 5_000, acceptedMs: 7_500 };
    expect(fromStored(first, 0, 0).bracket).toMatchObject({ refusedMs: 5_000, acceptedMs: 7_500 });
  });

  it.each([null, 7, {}, { version: 3 }, { version: 2, bracket: { refusedMs: -1 } }])(
    'is nothing where %j was kept',
    (stored) => {
      expect(fromStored(stored, 0, 0)).toEqual({ bracket: freshBracket, uploadsFrom: none, requestsFrom: none });
    },
  );
});
