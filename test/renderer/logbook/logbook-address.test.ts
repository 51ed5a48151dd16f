// The filter in the address: reading, writing, and round trips.
import { describe, expect, it, test } from 'vitest';
import fc from 'fast-check';
import { flightStatuses, logbookFilterSchema, logbookSorts } from '../../../main/contract/logbook.ts';
import { columns, fixedColumns } from '../../../renderer/logbook/columns.ts';
import {
  daysOf,
  emptyAddress,
  filterOf,
  isFiltered,
  type LogbookAddress,
  logbookQuery,
  mapShapes,
  parseLogbookAddress,
  periodDays,
  periods,
  spanOf,
  withoutFilter,
} from '../../../renderer/logbook/logbook-address.ts';

const address = (more: Partial<LogbookAddress>): LogbookAddress => ({ ...emptyAddress, ...more });

test.each<[string, Partial<LogbookAddress>]>([
  ['', {}],
  ['from=2025-01-01&to=2025-12-31', { from: '2025-01-01', to: '2025-12-31' }],
  ['period=12m', { period: '12m' }],
  ['type=A320,B738&airport=LPPT', { types: ['A320', 'B738'], airports: ['LPPT'] }],
  ['route=EDDF,LPPT', { route: ['EDDF', 'LPPT'] }],
  ['status=under-review,archived', { statuses: ['under-review', 'archived'] }],
  ['q=Oct+2026', { q: 'Oct 2026' }],
  ['q=100%25%26more', { q: '100%&more' }],
  ['pilots=all', { pilots: 'all' }],
  ['sort=-minutes', { order: { by: 'minutes', descending: true } }],
  ['sort=day', { order: { by: 'day', descending: false } }],
  ['airport=LPPT&map=globe', { airports: ['LPPT'], shape: 'globe' }],
  ['cols=day,from,to,delay', { columns: ['day', 'from', 'to', 'delay'] }],
])('reads and writes %s', (query, more) => {
  expect(parseLogbookAddress(query)).toEqual(address(more));
  expect(logbookQuery(address(more))).toBe(query);
});

test.each([
  ['from=yesterday&to=2025-02-31x'],
  ['type=,,&airport='],
  ['route=EDDF'],
  ['status=lost'],
  ['sort=-luck'],
  ['cols=wings'],
  ['map=cube'],
  ['q=%E0%A4%A'],
  [`type=${'A'.repeat(41)}`],
  ['period=century'],
  ['unknown=1&&&=2'],
])('leaves out what cannot be read: %s', (query) => {
  expect(parseLogbookAddress(query)).toEqual(emptyAddress);
});

const code = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });
const codes = fc.uniqueArray(code, { maxLength: 5 });
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyAddress: fc.Arbitrary<LogbookAddress> = fc
  .record({
    pilots: fc.constantFrom('shown' as const, 'all' as const),
    from: fc.option(day),
    to: fc.option(day),
    period: fc.option(fc.constantFrom(...periods)),
    types: codes,
    airports: codes,
    route: fc.option(fc.tuple(code, code)),
    statuses: fc.subarray([...flightStatuses]),
    differs: fc.boolean(),
    q: fc.string({ maxLength: 40, unit: 'grapheme' }),
    shape: fc.constantFrom(...mapShapes),
    order: fc.record({ by: fc.constantFrom(...logbookSorts), descending: fc.boolean() }),
    columns: fc.option(
      fc.subarray(
        columns.filter((column) => !fixedColumns.includes(column)),
        { minLength: 1 },
      ),
    ),
  })
  .map((given) => ({
    ...given,
    from: given.period === null ? given.from : null,
    to: given.period === null ? given.to : null,
    columns:
      given.columns && columns.filter((column) => fixedColumns.includes(column) || given.columns!.includes(column)),
  }));

describe('the address', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(anyAddress, (given) => {
        expect(parseLogbookAddress(logbookQuery(given))).toEqual(given);
      }),
    );
  });

  it('never throws, and always returns a filter that the process accepts', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (query) => {
        const filter = filterOf(parseLogbookAddress(query), '2026-11-20');
        expect(logbookFilterSchema.safeParse(filter).success).toBe(true);
      }),
    );
  });

  it('has a period that moves on with the days', () => {
    const year = address({ period: '12m' });
    expect(filterOf(year, '2026-11-20')).toMatchObject({ from: '2025-11-21', to: null });
    expect(filterOf(year, '2026-11-21')).toMatchObject({ from: '2025-11-22', to: null });
  });

  it('counts as filtered by anything but order, columns and map projection', () => {
    expect(isFiltered(address({ order: { by: 'pax', descending: true }, columns: ['day'], shape: 'globe' }))).toBe(
      false,
    );
    expect(isFiltered(address({ q: 'LOWG' }))).toBe(true);
    expect(isFiltered(withoutFilter(address({ q: 'LOWG', types: ['A320'] })))).toBe(false);
  });
});

test.each([
  ['28d', '2026-03-01', '2026-02-02'],
  ['12m', '2026-11-20', '2025-11-21'],
  ['12m', '2028-02-29', '2027-03-02'],
  ['year', '2026-11-20', '2026-01-01'],
] as const)('the period %s on %s begins on %s', (period, today, from) => {
  expect(periodDays(period, today).from).toBe(from);
});

test.each([
  ['2026', '2026-01-01', '2026-12-31'],
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['2028-02', '2028-02-01', '2028-02-29'],
])('%s is from %s to %s', (span, from, to) => {
  expect(daysOf(span)).toEqual({ from, to });
  expect(spanOf(from, to)).toBe(span);
});
