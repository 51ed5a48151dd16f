// What may be said of figures while flights are still being read.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completenessOfAll, isFinal, isSoFar, type Completeness } from '../../../main/contract/completeness.ts';
import type { BackFillState } from '../../../main/core/flights/back-fill.ts';
import { createCompletenessOf } from '../../../main/core/flights/completeness.ts';

const dayMs = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const state = (change: Partial<BackFillState>): BackFillState => ({
  beforeId: null,
  isComplete: false,
  at: 1,
  unread: 0,
  unreadBefore: 0,
  ...change,
});
const read = (canRead: boolean | null, backFill: BackFillState | null, createdAt: number | null = null) =>
  createCompletenessOf({
    canRead: () => canRead,
    backFill: () => backFill,
    count: () => 7,
    createdAtFrom: () => createdAt,
  })([1]);

describe('how complete the flights are', () => {
  it.each([
    ['unknown', null, null],
    ['unknown', null, state({ beforeId: 5 })],
    ['loading', true, null],
    ['loading', true, state({ beforeId: 5 })],
    ['complete', true, state({ isComplete: true })],
    ['complete', null, state({ isComplete: true })],
    ['local', false, state({ isComplete: true })],
  ] as const)('is %s where reading is %s', (status, canRead, backFill) => {
    expect(read(canRead, backFill)).toMatchObject({ status, flights: 7 });
  });

  it('knows from which day on all flights have been read, once a page has been', () => {
    const createdAt = Date.UTC(2026, 2, 9, 22);
    expect(read(true, state({ beforeId: 40 }), createdAt).readAfter).toBe('2026-03-09');
    expect(read(true, state({ beforeId: null }), createdAt).readAfter).toBeNull();
    expect(read(true, state({ beforeId: 40 }), null).readAfter).toBeNull();
    expect(read(true, state({ isComplete: true, beforeId: 40 }), createdAt).readAfter).toBeNull();
  });

  it('of several accounts is that of the least complete one', () => {
    const of = (status: Completeness['status'], readAfter: string | null = null): Completeness => ({
      status,
      readAfter,
      flights: 2,
      unread: 1,
    });
    expect(completenessOfAll([])).toMatchObject({ status: 'unknown', flights: 0 });
    expect(completenessOfAll([of('complete'), of('complete')])).toEqual({
      status: 'complete',
      flights: 4,
      unread: 2,
      readAfter: null,
    });
    expect(completenessOfAll([of('complete'), of('loading', '2026-03-09')]).readAfter).toBe('2026-03-09');
    expect(completenessOfAll([of('loading', '2026-05-01'), of('loading', '2026-03-09')]).readAfter).toBe('2026-05-01');
    expect(completenessOfAll([of('loading', '2026-05-01'), of('loading')]).readAfter).toBeNull();
    expect(completenessOfAll([of('loading', '2026-05-01'), of('local')]).readAfter).toBeNull();
  });
});

describe('a figure', () => {
  it('that is called final never changes while older flights are read', () => {
    // Each flight is recorded some time after it was flown; ids follow the order of recording.
    const flights = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 5 })), { minLength: 1, maxLength: 60 })
      .map((all) =>
        all
          .map(([recorded, delay]) => ({ createdAt: recorded * dayMs, day: dayOf((recorded - delay) * dayMs) }))
          .toSorted((one, other) => one.createdAt - other.createdAt)
          .map((flight, at) => ({ ...flight, id: at + 1 })),
      );
    fc.assert(
      fc.property(
        flights,
        fc.nat(),
        fc.integer({ min: -6, max: 61 }),
        fc.func(fc.boolean()),
        (all, at, from, isKnown) => {
          const beforeId = (at % all.length) + 1;
          // Some older ones are known already, such as those that were uploaded from here.
          const here = all.filter(({ id }) => id >= beforeId || isKnown(id));
          const completeness = createCompletenessOf({
            canRead: () => true,
            backFill: () => state({ beforeId }),
            count: () => here.length,
            createdAtFrom: (_account, fromId) => here.find(({ id }) => id >= fromId)?.createdAt ?? null,
          })([1]);
          const first = dayOf(from * dayMs);
          const since = (some: typeof all) => some.filter(({ day }) => day >= first).length;
          expect(!isFinal(completeness, first) || since(here) === since(all)).toBe(true);
          expect(isFinal(completeness, null)).toBe(false);
        },
      ),
    );
  });

  it('will not grow where flights cannot be read', () => {
    const completeness = read(false, null);
    expect(isSoFar({ completeness, isFinal: isFinal(completeness, null) })).toBe(false);
    const loading = read(true, null);
    expect(isSoFar({ completeness: loading, isFinal: isFinal(loading, null) })).toBe(true);
  });
});
