import { describe, expect, it } from 'vitest';
import type { Flight } from '../../../main/contract/flight.ts';
import type { ServiceTime } from '../../../main/core/service/times.ts';
import type { Attempt } from '../../../main/core/storage/tables/job.ts';
import { findRecord, lookupAfterMs, windowOf } from '../../../main/core/uploads/match-record.ts';
import { fc } from '../../support/fast-check.ts';
import { flightOf } from '../sample-flight.ts';

const sentAt = Date.UTC(2026, 4, 12, 12, 0, 0);
const made = (id: number, afterMs: number | null = 1_000) =>
  flightOf({ id, createdAt: afterMs === null ? null : sentAt + afterMs });
/** It took two seconds; the service's clock is known exactly. */
const attemptWith = (more: Partial<Attempt> = {}): Attempt => ({
  startedAt: sentAt,
  endedAt: sentAt + 2_000,
  baselineId: 40,
  lookups: 0,
  sentAt: { from: sentAt, until: sentAt },
  lastedMs: 2_000,
  ...more,
});

type More = {
  attempt?: Partial<Attempt>;
  owned?: number[];
  isWhole?: boolean;
  neededMs?: number;
  others?: (ServiceTime | null)[];
  isLast?: boolean;
};
function find(records: Flight[], more: More = {}) {
  const attempt = attemptWith(more.attempt);
  const listing = { records: records.toSorted((a, b) => b.id - a.id), isWhole: more.isWhole ?? true };
  const finding = findRecord(attempt, listing, {
    owned: new Set(more.owned),
    window: windowOf(attempt, more.neededMs ?? 0),
    otherWindows: more.others ?? [],
    isLastLookup: more.isLast ?? false,
  });
  if (finding.kind === 'inferred') return finding.flight.id;
  return finding.kind === 'unknown' && finding.isSeveral ? 'several' : finding.kind;
}

describe('a record is inferred', () => {
  it('if it is the only unexplained one, and was made while the attempt lasted', () => {
    expect(find([made(41), made(40), made(12)])).toBe(41);
    expect(find([made(42), made(41)], { owned: [42] })).toBe(41);
  });

  it.each([
    ['at the first byte', 0, 41],
    ['in the same second, which the service shows as its beginning', -999, 41],
    ['before the first byte', -1_000, 'unknown'],
    ['as the connection ended', 2_000, 41],
    ['later', 2_001, 'unknown'],
    ['a minute later, by another program', 62_000, 'unknown'],
    ['at an unknown time', null, 'unknown'],
  ])('by when it was made: %s', (_when, afterMs, finding) => {
    expect(find([made(41, afterMs)])).toBe(finding);
  });

  it('within the time that the service was ever seen to need after the last byte', () => {
    expect(find([made(41, 7_000)], { neededMs: 5_000 })).toBe(41);
    expect(find([made(41, 7_001)], { neededMs: 5_000 })).toBe('unknown');
  });

  it('within the bounds of what is known of the service’s clock', () => {
    const attempt = { sentAt: { from: sentAt, until: sentAt + 400 } };
    expect(find([made(41, 2_400)], { attempt })).toBe(41);
    expect(find([made(41, 2_401)], { attempt })).toBe('unknown');
  });

  it('only if the service’s clock is known', () => {
    expect(find([made(41)], { attempt: { sentAt: null } })).toBe('unknown');
  });

  it('only if it cannot be of another unconfirmed attempt', () => {
    expect(find([made(41)], { others: [{ from: sentAt - 9_000, until: sentAt - 1 }] })).toBe(41);
    expect(find([made(41)], { others: [{ from: sentAt - 9_000, until: sentAt + 1_000 }] })).toBe('unknown');
    expect(find([made(41)], { others: [null] })).toBe('unknown');
  });
});

describe('it is unknown', () => {
  it('if two records are unexplained, whenever they were made', () => {
    expect(find([made(42), made(41)])).toBe('several');
    // Only one of them can be the report's, and neither is proof.
    expect(find([made(42, 60_000), made(41)])).toBe('unknown');
    expect(find([made(42, -60_000), made(41)], { isLast: true })).toBe('unknown');
  });

  it('if the listing is not whole', () => {
    expect(find([made(41)], { isWhole: false })).toBe('unknown');
    expect(find([], { isWhole: false, isLast: true })).toBe('unknown');
  });

  it('if the service has started its numbering again', () => {
    expect(find([made(7)])).toBe('unknown');
    expect(find([made(7)], { owned: [7], isLast: true })).toBe('unknown');
  });
});

describe('a report may be sent again', () => {
  it('if nothing is unexplained at the last lookup, and not before', () => {
    expect(find([made(40)])).toBe('not-yet');
    expect(find([made(40)], { isLast: true })).toBe('not-found');
    expect(find([made(41), made(40)], { isLast: true, owned: [41] })).toBe('not-found');
    expect(find([], { isLast: true })).toBe('not-found');
    expect(lookupAfterMs).toEqual([...lookupAfterMs].sort((a, b) => a - b));
  });

  it('never while any record is unexplained, and what is inferred is the only one', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ id: fc.integer({ min: 38, max: 46 }), s: fc.integer({ min: -5, max: 9 }) }), {
          selector: ({ id }) => id,
          maxLength: 4,
        }),
        fc.uniqueArray(fc.integer({ min: 38, max: 46 }), { maxLength: 4 }),
        fc.boolean(),
        (records, owned, isLast) => {
          const newest = Math.max(0, ...records.map(({ id }) => id));
          const unexplained = records.filter(({ id }) => newest < 40 || (id > 40 && !owned.includes(id)));
          const finding = find(
            records.map(({ id, s }) => made(id, s * 1_000)),
            { owned, isLast },
          );
          const isNone = finding === 'not-found' || finding === 'not-yet';
          const claimed = isNone ? [] : typeof finding === 'number' ? [finding] : null;
          expect(claimed ?? unexplained.map(({ id }) => id)).toEqual(unexplained.map(({ id }) => id));
        },
      ),
    );
  });
});
