// The list of the logbook: its items, the pages read, and the columns that fit.
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { LogbookMonth, LogbookPage } from '../../../main/contract/logbook.ts';
import { failed, ok, type Result } from '../../../main/contract/failure.ts';
import { message } from '../../../main/messages/message.ts';
import {
  columnShape,
  columns,
  columnsThatFit,
  knownColumns,
  usualColumns,
  columnGap,
} from '../../../renderer/logbook/columns.ts';
import { listItems } from '../../../renderer/logbook/list-items.ts';
import { createPageCache } from '../../../renderer/logbook/page-cache.ts';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';

const leastOf = ({ width, least = width }: ReturnType<typeof columnShape>) => least;

const month = (name: string, flights: number): LogbookMonth => ({
  month: name,
  flights,
  minutes: 0,
  points: 0,
  isFinal: true,
});

describe('the items', () => {
  it('are months with their flights, and undated flights at the end', () => {
    const items = listItems(4, [month('2026-11', 2), month('2026-10', 1)], true);
    const all = Array.from({ length: items.count }, (_, at) => items.at(at));
    expect(all.map((item) => (item.kind === 'month' ? (item.month?.month ?? 'undated') : item.row))).toEqual([
      '2026-11',
      0,
      1,
      '2026-10',
      2,
      'undated',
      3,
    ]);
  });

  it('begin with the oldest month in ascending order', () => {
    const items = listItems(3, [month('2026-11', 2), month('2026-10', 1)], false);
    expect(items.at(0)).toEqual({ kind: 'month', month: month('2026-10', 1) });
    expect(items.at(1)).toEqual({ kind: 'flight', row: 0 });
  });

  it('are flights only where the list is sorted by something else', () => {
    const items = listItems(3, null, true);
    expect([items.count, items.at(2), items.indexOfRow(2), items.monthAbove(2)]).toEqual([
      3,
      { kind: 'flight', row: 2 },
      2,
      null,
    ]);
  });

  it('have each flight once, in order, with any months', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 12 });
    fc.assert(
      fc.property(counts, fc.integer({ min: 0, max: 60 }), fc.boolean(), (flights, total, isDescending) => {
        const months = flights.map((count, at) => month(`20${99 - at}-01`, count));
        const items = listItems(total, months, isDescending);
        const rows = Array.from({ length: items.count }, (_, at) => items.at(at)).flatMap((item) =>
          item.kind === 'flight' ? [item.row] : [],
        );
        expect(rows).toEqual(Array.from({ length: total }, (_, at) => at));
        for (const row of rows) expect(items.at(items.indexOfRow(row))).toEqual({ kind: 'flight', row });
      }),
    );
  });
});

describe('the pages', () => {
  const flights = fakeFlights(1_000, Date.UTC(2026, 10, 20));

  function openCache(answer: (offset: number) => Result<LogbookPage> | null = () => null) {
    const asked: number[] = [];
    const open: (() => void)[] = [];
    const cache = createPageCache({
      state: 'one',
      read: async (offset, limit) => {
        asked.push(offset);
        await new Promise<void>((resolve) => open.push(resolve));
        return answer(offset) ?? ok({ rows: flights.slice(offset, offset + limit), total: flights.length });
      },
      onChange: () => {},
    });
    const settle = async () => {
      while (open.length > 0) {
        open.shift()!();
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    return { cache, asked, settle };
  }

  it('are read once, as they come into view', async () => {
    const { cache, asked, settle } = openCache();
    cache.want(0, 30);
    await settle();
    expect([cache.total(), cache.row(30)?.id, cache.row(100)]).toEqual([1_000, flights[30]!.id, null]);
    cache.want(90, 130);
    await settle();
    expect(asked).toEqual([0, 100]);
    expect(cache.indexOf(flights[130]!.stripId)).toBe(130);
  });

  it('that were scrolled past are not read', async () => {
    const { cache, asked, settle } = openCache();
    for (let row = 0; row < 900; row += 100) cache.want(row, row + 40);
    await settle();
    // Two reads begin at once; of the others, only the last is still in view.
    expect(asked).toEqual([0, 100, 800]);
  });

  it('return the minimum number of flights, and with the last page the total', async () => {
    const page = (offset: number) =>
      ok({ rows: flights.slice(offset, Math.min(offset + 100, 250)), total: offset === 200 ? 250 : null });
    const { cache, settle } = openCache(page);
    expect([cache.least(), cache.total()]).toEqual([null, null]);
    for (const [first, least, total] of [
      [0, 100, null],
      [100, 200, null],
      [200, 250, 250],
    ] as const) {
      cache.want(first, first + 10);
      await settle();
      expect([cache.least(), cache.total()]).toEqual([least, total]);
    }
  });

  it('stay while they are read again', async () => {
    const { cache, asked, settle } = openCache();
    cache.want(0, 10);
    await settle();
    cache.refresh('one');
    cache.refresh('two');
    expect(cache.row(5)?.id).toBe(flights[5]!.id);
    await settle();
    expect(asked).toEqual([0, 0]);
  });

  it('report why they could not be read, and are not requested in a loop', async () => {
    const refused = failed({ kind: 'disk', message: message('failure.notFound', { what: 'report' }) });
    const { cache, asked, settle } = openCache(() => refused);
    cache.want(0, 10);
    await settle();
    cache.want(0, 10);
    await settle();
    expect([cache.failure()?.kind, asked]).toEqual(['disk', [0]]);
  });
});

describe('the columns', () => {
  it('that fit are those with the highest ranks, in the order of the table', () => {
    fc.assert(
      fc.property(fc.subarray(columns, { minLength: 1 }), fc.integer({ min: 60, max: 2_000 }), (chosen, width) => {
        const shown = columnsThatFit(chosen, width);
        const used = shown.reduce((sum, column) => sum + leastOf(columnShape(column)) + columnGap, -columnGap);
        expect(shown.length === 1 || used <= width).toBe(true);
        expect(shown).toEqual(chosen.filter((column) => shown.includes(column)));
        const least = Math.min(...shown.map((column) => columnShape(column).rank));
        const left = chosen.filter((column) => !shown.includes(column));
        for (const column of left) expect(columnShape(column).rank).toBeLessThan(least);
      }),
    );
  });

  it('are all shown in a wide window, and day, route and time on a phone', () => {
    expect(columnsThatFit(usualColumns, 1_500)).toEqual(usualColumns);
    const inATablet = ['day', 'from', 'to', 'aircraft', 'minutes', 'distance', 'delay', 'points', 'status'];
    expect(columnsThatFit(usualColumns, 692)).toEqual(inATablet);
    // Of everyone, in a window of 800 pixels.
    expect(
      columnsThatFit(
        columns.filter((column) => column === 'pilot' || usualColumns.includes(column)),
        660,
      ),
    ).toEqual(columns.filter((column) => column === 'pilot' || inATablet.includes(column)));
    expect(columnsThatFit(usualColumns, 296)).toEqual(['day', 'from', 'to', 'minutes']);
  });

  it('always have the day and the route', () => {
    expect(knownColumns(['delay'])).toEqual(['day', 'from', 'to', 'delay']);
    expect(knownColumns(['wings'])).toBeNull();
  });
});
