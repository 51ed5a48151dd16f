// An in-memory logbook for tests of the window: plausible flights between real airports, and a simple implementation of
// the contract's queries. The process's own queries are tested there.
import type {
  LogbookChoices,
  LogbookFilter,
  LogbookMap,
  LogbookMonth,
  LogbookOrder,
  LogbookRow,
  LogbookStatistics,
  LogbookTotals,
} from '../../../main/contract/logbook.ts';
import { isFinal, type Completeness } from '../../../main/contract/completeness.ts';
import { ok } from '../../../main/contract/failure.ts';

import { emptyEntry } from '../../../main/contract/own-entry.ts';
import { airports } from './fake-flights.ts';

const placeOf = (code: string) => {
  const city = airports.find(([one]) => one === code)?.[1] ?? null;
  return { name: city && `${city} Airport`, city };
};

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
const textOf = (row: LogbookRow) =>
  [row.from, row.to, row.fromName, row.toName, row.aircraft, row.id, row.file, row.day].join(' ').toLowerCase();

const matches = (filter: LogbookFilter, statuses: readonly string[]) => (row: LogbookRow) =>
  statuses.includes(row.status) &&
  (filter.from === null || (row.day ?? '') >= filter.from) &&
  (filter.to === null || (row.day ?? '9') <= filter.to) &&
  (filter.types.length === 0 || filter.types.includes(row.aircraft)) &&
  (filter.airports.length === 0 || filter.airports.some((code) => code === row.from || code === row.to)) &&
  (filter.route === null || (filter.route.includes(row.from) && filter.route.includes(row.to))) &&
  filter.q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => textOf(row).includes(word));

const sumOf = (rows: readonly LogbookRow[], value: (row: LogbookRow) => unknown) => ({
  sum: rows.reduce((sum, row) => sum + (numberOf(value(row)) ?? 0), 0),
  unknown: rows.filter((row) => numberOf(value(row)) === null).length,
});

function countBy(rows: readonly LogbookRow[], keys: (row: LogbookRow) => readonly string[]) {
  const counts = new Map<string, number>();
  for (const key of rows.flatMap(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

function totalsOf(
  rows: readonly LogbookRow[],
  archivedLeftOut: number,
  completeness: Completeness,
  from: string | null,
): LogbookTotals {
  const delays = rows.flatMap((row) => numberOf(row.delayMin) ?? []).toSorted((a, b) => a - b);
  const codes = new Set(rows.flatMap((row) => [row.from, row.to]).filter((code) => code !== ''));
  const days = rows.flatMap((row) => row.day ?? []).toSorted();
  return {
    flights: rows.length,
    minutes: sumOf(rows, (row) => row.enRoute),
    distanceNm: sumOf(rows, (row) => row.distanceNm),
    points: sumOf(rows, (row) => row.seasonPoints),
    pax: sumOf(rows, (row) => row.pax),
    cargoKg: sumOf(rows, (row) => row.cargoKg),
    delay: {
      known: delays.length,
      onTime: delays.filter((delay) => delay <= 15).length,
      medianMin: delays[Math.floor(delays.length / 2)] ?? null,
    },
    airports: codes.size,
    countries: new Set(airports.filter(([code]) => codes.has(code)).map(([, , country]) => country)).size,
    withOwn: rows.filter(({ ownCounted }) => ownCounted.length > 0).length,
    archivedLeftOut,
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    withoutDate: rows.filter(({ day }) => day === null).length,
    completeness,
    isFinal: isFinal(completeness, from),
  };
}

function monthsOf(rows: readonly LogbookRow[], completeness: Completeness): LogbookMonth[] {
  return countBy(rows, (row) => (row.day === null ? [] : [row.day.slice(0, 7)]))
    .map(([month, flights]) => {
      const own = rows.filter((row) => row.day?.startsWith(month));
      return {
        month,
        flights,
        minutes: sumOf(own, (row) => row.enRoute).sum,
        points: sumOf(own, (row) => row.seasonPoints).sum,
        isFinal: isFinal(completeness, `${month}-01`),
      };
    })
    .toSorted((a, b) => (a.month < b.month ? 1 : -1));
}

function mapOf(rows: readonly LogbookRow[]): LogbookMap {
  const shown = airports
    .map(([code, city, country, lon, lat]) => ({
      code,
      name: `${city} Airport`,
      city,
      country,
      lon,
      lat,
      departures: rows.filter((row) => row.from === code).length,
      arrivals: rows.filter((row) => row.to === code).length,
    }))
    .filter(({ departures, arrivals }) => departures + arrivals > 0)
    .toSorted((a, b) => b.departures + b.arrivals - a.departures - a.arrivals);
  const place = new Map(shown.map(({ code }, at) => [code, at]));
  const known = rows.filter((row) => place.has(row.from) && place.has(row.to));
  const pairs = countBy(known, (row) => [[row.from, row.to].toSorted().join(' ')]);
  return {
    airports: shown,
    routes: pairs.map(([pair, flights]) => {
      const [a = '', b = ''] = pair.split(' ');
      const own = known.find((row) => [row.from, row.to].toSorted().join(' ') === pair)!;
      return { a: place.get(a)!, b: place.get(b)!, flights, minutes: 60 * flights, distanceNm: own.distanceNm ?? 0 };
    }),
    unknown: countBy(rows, (row) => [row.from, row.to].filter((code) => code !== '' && !place.has(code))).map(
      ([code, flights]) => ({ code, flights }),
    ),
    withoutRoute: rows.filter((row) => row.from === '' || row.to === '').length,
    routeCount: pairs.length,
  };
}

function statisticsOf(rows: readonly LogbookRow[], totals: LogbookTotals): LogbookStatistics {
  const best = (value: (row: LogbookRow) => unknown) => {
    const row = rows.toSorted((a, b) => (numberOf(value(b)) ?? -1) - (numberOf(value(a)) ?? -1))[0];
    return row === undefined ? null : { stripId: row.stripId, value: numberOf(value(row)) ?? 0, row };
  };
  const days = countBy(rows, (row) => (row.day === null ? [] : [row.day]));
  const bins = Array.from({ length: 31 }, (_, at) => ({ fromMin: -30 + 5 * at, flights: 0 }));
  for (const row of rows) {
    const delay = numberOf(row.delayMin);
    if (delay !== null) bins[Math.min(30, Math.max(0, Math.floor((delay + 30) / 5)))]!.flights += 1;
  }
  return {
    totals,
    months: monthsOf(rows, totals.completeness).toReversed(),
    days: days.map(([day, flights]) => ({ day, flights })).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    aircraft: {
      top: countBy(rows, (row) => (row.aircraft === '' ? [] : [row.aircraft]))
        .map(([type, flights]) => ({
          type,
          name: null,
          flights,
          minutes: sumOf(
            rows.filter((row) => row.aircraft === type),
            (row) => row.enRoute,
          ).sum,
        }))
        .toSorted((a, b) => b.minutes - a.minutes)
        .slice(0, 12),
      others: { types: 0, flights: 0, minutes: 0 },
    },
    routes: countBy(rows, (row) => [`${row.from} ${row.to}`])
      .slice(0, 12)
      .map(([pair, flights]) => ({ from: pair.split(' ')[0]!, to: pair.split(' ')[1]!, flights })),
    airports: countBy(rows, (row) => [row.from, row.to])
      .slice(0, 12)
      .map(([code, visits]) => ({ code, ...placeOf(code), visits })),
    delays: bins,
    pilots: [],
    records: totals.isFinal
      ? {
          longestMinutes: best((row) => row.enRoute),
          farthestNm: withNote(best((row) => row.distanceNm)),
          mostPoints: best((row) => row.seasonPoints),
          mostInADay: days[0] === undefined ? null : { day: days[0][0], flights: days[0][1] },
          longestStreak: days[0] === undefined ? null : { from: days[0][0], to: days[0][0], days: 1 },
        }
      : null,
  };
}

const sortValue: Readonly<Record<LogbookOrder['by'], (row: LogbookRow) => string | number | null>> = {
  day: (row) => row.day,
  from: (row) => row.from,
  to: (row) => row.to,
  route: (row) => row.fromCity && `${row.fromCity}\u0001${row.toCity ?? ''}`,
  aircraft: (row) => row.aircraft,
  minutes: (row) => numberOf(row.enRoute),
  distance: (row) => row.distanceNm,
  pax: (row) => numberOf(row.pax),
  cargo: (row) => numberOf(row.cargoKg),
  delay: (row) => numberOf(row.delayMin),
  points: (row) => numberOf(row.seasonPoints),
  rating: (row) => numberOf(row.ratingContribution),
  status: (row) => row.status,
  block: (row) => numberOf(row.totalFt),
  checks: (row) => Number(row.automatedChecked) + Number(row.moderatorChecked),
  created: (row) => row.createdAt,
  id: (row) => row.id,
  file: (row) => row.file,
};

type BestFlight = NonNullable<LogbookStatistics['records']>['farthestNm'];
const withNote = (best: BestFlight): BestFlight =>
  best && { ...best, row: { ...best.row, own: { ...emptyEntry, note: 'Fog' } } };

/** The handlers of `logbook.*` over these flights. */
export function fakeLogbook(
  all: readonly LogbookRow[],
  read: () => Completeness = () => ({ status: 'complete', flights: all.length, unread: 0, readAfter: null }),
) {
  const chosen = ({ filter }: { readonly filter: LogbookFilter }) => {
    const statuses = filter.statuses.length === 0 ? ['under-review', 'completed', 'uploaded'] : filter.statuses;
    return all.filter(matches(filter, statuses));
  };
  const totals = (input: { readonly filter: LogbookFilter }) => {
    const archived = input.filter.statuses.length > 0 ? 0 : all.filter(matches(input.filter, ['archived'])).length;
    return totalsOf(chosen(input), archived, read(), input.filter.from);
  };
  return {
    'logbook.page': (input: { filter: LogbookFilter; order: LogbookOrder; offset: number; limit: number }) => {
      const value = sortValue[input.order.by];
      const rows = chosen(input);
      const known = rows.filter((row) => value(row) !== null);
      const sorted = known.toSorted((a, b) => (value(a)! < value(b)! ? -1 : value(a)! > value(b)! ? 1 : a.id - b.id));
      const ordered = [
        ...(input.order.descending ? sorted.toReversed() : sorted),
        ...rows.filter((row) => value(row) === null),
      ];
      const end = input.offset + input.limit;
      return ok({ rows: ordered.slice(input.offset, end), total: ordered.length < end ? ordered.length : null });
    },
    'logbook.news': () => ok(null),
    'logbook.totals': (input: { filter: LogbookFilter }) => ok(totals(input)),
    'logbook.months': (input: { filter: LogbookFilter }) => ok(monthsOf(chosen(input), read())),
    'logbook.choices': ({ filter }: { filter: LogbookFilter }) => {
      const choices: LogbookChoices = {
        types: countBy(chosen({ filter: { ...filter, types: [] } }), (row) =>
          row.aircraft === '' ? [] : [row.aircraft],
        ).map(([type, flights]) => ({ type, flights })),
        airports: countBy(chosen({ filter: { ...filter, airports: [] } }), (row) => [row.from, row.to]).map(
          ([code, flights]) => ({ code, ...placeOf(code), flights }),
        ),
        years: countBy(all, (row) => (row.day === null ? [] : [row.day.slice(0, 4)])).map(([year, flights]) => ({
          year,
          flights,
        })),
        pilots: 1,
      };
      return ok(choices);
    },
    'logbook.airports': ({ words }: { words: string }) =>
      ok(
        [{ code: 'EDHK', name: 'Kiel Airport', city: 'Kiel', country: 'DE' }].filter(
          ({ code }) => code === words.toUpperCase(),
        ),
      ),
    'logbook.map': (input: { filter: LogbookFilter }) => ok(mapOf(chosen(input))),
    'logbook.statistics': (input: { filter: LogbookFilter }) => ok(statisticsOf(chosen(input), totals(input))),
    'logbook.export': (input: { filter: LogbookFilter; format: string; ids: readonly number[] | null }) =>
      ok({
        name: `flights.${input.format}`,
        flights: input.ids?.length ?? chosen(input).length,
        completeness: read(),
        isFinal: input.ids !== null || isFinal(read(), input.filter.from),
      }),
    'logbook.cancelExport': () => ok(null),
  };
}
