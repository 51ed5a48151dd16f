import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import type { Flight } from '../../../main/contract/strip.ts';
import type { Attempt } from '../../../main/core/storage/tables/jobs.ts';
import {
  findRecords,
  latestRecordMs,
  lookupAfterMs,
  type UnconfirmedAttempt,
} from '../../../main/core/uploads/match-record.ts';
import { flightOf } from '../sample-flight.ts';

const startedAt = Date.UTC(2026, 4, 12, 12, 0, 0);
const made = (id: number, afterMs = 1_000) => flightOf({ id, createdAt: startedAt + afterMs });
const none: ReadonlySet<number> = new Set();

/** An unconfirmed job; its attempt took two seconds, and both clocks agree. */
const unconfirmed = (
  jobId = 1,
  attempt: Partial<Attempt> = {},
  more: Partial<UnconfirmedAttempt> = {},
): UnconfirmedAttempt => ({
  jobId,
  attempt: {
    startedAt,
    endedAt: startedAt + 2_000,
    baselineId: 40,
    lookups: 0,
    isBaselineSure: true,
    aheadMs: 0,
    lastedMs: 2_000,
    ...attempt,
  },
  isDue: true,
  isRecent: true,
  ...more,
});
const clockless = { aheadMs: null };
const lastLookup = { lookups: lookupAfterMs.length - 1 };

function find(
  unconfirmedAttempts: UnconfirmedAttempt[],
  records: Flight[],
  more: { owned?: number[]; isWhole?: boolean } = {},
) {
  const listing = { records: records.toSorted((a, b) => b.id - a.id), isWhole: more.isWhole ?? true };
  const findings = findRecords(unconfirmedAttempts, listing, new Set(more.owned));
  return unconfirmedAttempts.map(({ jobId }) => {
    const finding = findings.get(jobId)!;
    if (finding.kind === 'found') return finding.flight.id;
    return finding.kind === 'ambiguous' && finding.isSeveral ? 'several' : finding.kind;
  });
}

describe('the record of one lost answer', () => {
  it('is the only new one', () => {
    expect(find([unconfirmed()], [made(41), made(40), made(12)])).toEqual([41]);
    expect(find([unconfirmed(1, clockless)], [made(41), made(40), made(12)])).toEqual([41]);
  });

  it('is not one that belongs to another report', () => {
    expect(find([unconfirmed()], [made(42), made(41)], { owned: [42] })).toEqual([41]);
    expect(find([unconfirmed()], [made(41)], { owned: [41] })).toEqual(['not-yet']);
  });

  it('is for the pilot to decide if two records could be it', () => {
    expect(find([unconfirmed()], [made(42), made(41)])).toEqual(['several']);
    expect(find([unconfirmed(1, lastLookup)], [made(42), made(41)])).toEqual(['several']);
  });

  it('may appear a little later: after three lookups without it, it does not exist', () => {
    const at = (lookups: number, isDue = true) => find([unconfirmed(1, { lookups }, { isDue })], [made(40)]);
    expect([at(0), at(1), at(2), at(7)]).toEqual([['not-yet'], ['not-yet'], ['not-found'], ['not-found']]);
    expect(at(2, false)).toEqual(['not-yet']);
    expect(lookupAfterMs).toEqual([...lookupAfterMs].sort((a, b) => a - b));
  });

  it.each([
    ['our clock is right', 0, 1_000, [41]],
    ['the service is hours ahead', 5 * 3_600_000, 5 * 3_600_000 + 1_000, [41]],
    ['the service is hours behind', -5 * 3_600_000, -5 * 3_600_000 + 1_000, [41]],
    ['the service shows whole seconds', 0, -900, [41]],
    ['it was made before the attempt, by our clock', 0, -60_000, ['not-yet']],
    ['it was made before the attempt, by a service that is ahead', 3_600_000, 60_000, ['not-yet']],
    ['it was made long after the connection ended', 0, 2_000 + latestRecordMs + 1, ['not-yet']],
    ['it was made by another program a minute after the connection ended', 0, 62_000, [41]],
  ])('is told by the time it was made, where %s', (_words, aheadMs, createdAfterMs, finding) => {
    expect(find([unconfirmed(1, { aheadMs })], [made(41, createdAfterMs)])).toEqual(finding);
  });

  it('is found without a time if the record has none or the clocks are unknown, as long as it is recent', () => {
    expect(find([unconfirmed(1, clockless)], [made(41, -90_000_000)])).toEqual([41]);
    expect(find([unconfirmed()], [flightOf({ id: 41, createdAt: null })])).toEqual([41]);
  });

  it('is left to the pilot if a single new one may be an old one or another program’s: a wrong match would lose the report', () => {
    // The service had not been listed when the attempt began: the pilot's records of last year look new.
    expect(find([unconfirmed(1, { ...clockless, isBaselineSure: false })], [made(41)])).toEqual(['ambiguous']);
    // Looked up the next morning: the pilot has reported manually since.
    expect(find([unconfirmed(1, clockless, { isRecent: false })], [made(41)])).toEqual(['ambiguous']);
    // If the clocks are known, neither matters.
    expect(find([unconfirmed(1, { isBaselineSure: false }, { isRecent: false })], [made(41), made(38)])).toEqual([41]);
  });

  it('is found without a time if its own is impossible: the year 1, the year 9999', () => {
    for (const createdAt of [Date.UTC(1970, 0), -62_135_596_800_000, Date.UTC(9999, 0)]) {
      expect(find([unconfirmed()], [flightOf({ id: 41, createdAt })])).toEqual([41]);
      expect(find([unconfirmed(1, {}, { isRecent: false })], [flightOf({ id: 41, createdAt })])).toEqual(['ambiguous']);
    }
  });

  it('is the one of two that was made since the attempt began', () => {
    expect(find([unconfirmed()], [made(42), made(41, -600_000)])).toEqual([42]);
  });

  it('is left to the pilot if the only one is from just before: another program’s, or the service’s clock was set back', () => {
    expect(find([unconfirmed()], [made(41, -60_000)])).toEqual(['not-yet']);
    expect(find([unconfirmed(1, lastLookup)], [made(41, -60_000)])).toEqual(['ambiguous']);
    expect(find([unconfirmed(1, lastLookup)], [made(41, 7_200_000)])).toEqual(['ambiguous']);
    expect(find([unconfirmed(1, lastLookup)], [made(41, -5 * 86_400_000)])).toEqual(['not-found']);
    expect(find([unconfirmed(1, lastLookup)], [made(41, -60_000)], { owned: [41] })).toEqual(['not-found']);
  });

  it('is left to the pilot if the service was reset and reuses its ids', () => {
    expect(find([unconfirmed(1, clockless)], [made(2), made(1)])).toEqual(['several']);
    expect(find([unconfirmed()], [made(2)], { owned: [2] })).toEqual(['ambiguous']);
    expect(find([unconfirmed(1, lastLookup)], [made(2, -500_000_000), made(1, -700_000_000)])).toEqual(['not-found']);
  });

  it('is left to the pilot if part of the listing cannot be read', () => {
    expect(find([unconfirmed()], [made(41)], { isWhole: false })).toEqual(['ambiguous']);
    expect(find([unconfirmed(1, lastLookup)], [], { isWhole: false })).toEqual(['ambiguous']);
  });
});

describe('the records of several lost answers', () => {
  const apart = (jobId: number, seconds: number, more: Partial<Attempt> = {}) =>
    unconfirmed(jobId, {
      startedAt: startedAt + seconds * 1_000,
      endedAt: startedAt + seconds * 1_000 + 2_000,
      ...more,
    });

  it('have all arrived if there are as many new ones, matched in order', () => {
    const unconfirmedAttempts = [apart(7, 0, clockless), apart(9, 20, clockless), apart(12, 40, clockless)];
    expect(find(unconfirmedAttempts, [made(43, 41_000), made(42, 21_000), made(41)])).toEqual([41, 42, 43]);
    expect(find(unconfirmedAttempts.toReversed(), [made(43, 41_000), made(42, 21_000), made(41)])).toEqual([
      43, 42, 41,
    ]);
  });

  it('are distinguished by time if known: one has arrived, the other has not', () => {
    const unconfirmedAttempts = [apart(7, 0, lastLookup), apart(9, 20, lastLookup)];
    expect(find(unconfirmedAttempts, [made(41, 1_000)])).toEqual([41, 'not-found']);
  });

  it('are left to the pilot if fewer records came than jobs, once every grace time has ended', () => {
    const late = (lookups: number) => [
      apart(7, 0, { ...lastLookup, ...clockless }),
      apart(9, 20, { lookups, ...clockless }),
    ];
    expect(find(late(0), [made(41, 21_000)])).toEqual(['not-yet', 'not-yet']);
    expect(find(late(2), [made(41, 21_000)])).toEqual(['ambiguous', 'ambiguous']);
  });

  it('are left to the pilot if another program has sent one in between', () => {
    const unconfirmedAttempts = [apart(7, 0, clockless), apart(9, 20, clockless)];
    expect(find(unconfirmedAttempts, [made(43, 21_000), made(42, 10_000), made(41)])).toEqual(['several', 'several']);
  });

  it('do not touch those of jobs that share no record with them', () => {
    const unconfirmedAttempts = [apart(7, 0), apart(9, 3_600)];
    expect(find(unconfirmedAttempts, [made(43, 3_601_000), made(42, 2_000), made(41)])).toEqual(['several', 43]);
  });

  it('are never matched twice or taken from another, and all of a set are “found” or none', () => {
    const someAttempt = fc.record({
      seconds: fc.nat(100),
      baselineId: fc.integer({ min: 38, max: 44 }),
      lookups: fc.nat(3),
      aheadMs: fc.constantFrom(null, 0),
      isBaselineSure: fc.boolean(),
      isDue: fc.boolean(),
      isRecent: fc.boolean(),
    });
    const someRecord = fc.record({ id: fc.integer({ min: 36, max: 50 }), seconds: fc.integer({ min: -5, max: 120 }) });
    fc.assert(
      fc.property(
        fc.array(someAttempt, { minLength: 1, maxLength: 4 }),
        fc.uniqueArray(someRecord, { selector: ({ id }) => id, maxLength: 6 }),
        fc.uniqueArray(fc.integer({ min: 36, max: 50 }), { maxLength: 4 }),
        (attempts, records, owned) => {
          const unconfirmedAttempts = attempts.map(({ seconds, isDue, isRecent, ...attempt }, index) => ({
            ...apart(index + 1, seconds, attempt),
            isDue,
            isRecent,
          }));
          const found = find(
            unconfirmedAttempts,
            records.map(({ id, seconds }) => made(id, seconds * 1_000)),
            { owned },
          ).filter((one) => typeof one === 'number');
          expect(new Set(found).size).toBe(found.length);
          expect(found.filter((id) => owned.includes(id))).toEqual([]);
        },
      ),
    );
  });

  it('that do not exist mean that none has arrived, once the grace time of each has ended', () => {
    expect(find([apart(7, 0, lastLookup), apart(9, 20)], [made(40)])).toEqual(['not-found', 'not-yet']);
    expect(findRecords([], { records: [made(41)], isWhole: true }, none).size).toBe(0);
  });
});
