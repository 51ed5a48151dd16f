// The queries of the logbook: pages in the process, sums over all flights in the query thread. One filter serves them
// all.
import { isFinal, type Completeness } from '../../contract/completeness.ts';
import type { CommandInput } from '../../contract/commands.ts';
import type {
  LogbookChoices,
  LogbookExport,
  LogbookFilter,
  LogbookMap,
  LogbookMonth,
  LogbookPage,
  LogbookRow,
  LogbookStatistics,
  LogbookTotals,
} from '../../contract/logbook.ts';
import { searchText } from '../../messages/search-text.ts';
import type { LanguageChoice } from '../../messages/languages.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { Database } from '../storage/database/database.ts';
import { addTextSearch } from '../storage/database/text-search.ts';
import { storageErrorOf } from '../storage/files/storage-errors.ts';
import { aircraftName } from './aircraft-types.ts';
import { loadAirports } from './airports.ts';
import { createDistances } from './distances.ts';
import * as figures from './figures.ts';
import { createPilots } from './pilots.ts';
import { createQuestions, createQueryThread, type Query } from './query-thread.ts';
import { createRows, keysOf, type FlightKey } from './rows.ts';
import { dateWordsOf } from './search/date-words.ts';
import { conditionOf, type Condition, type SearchContext, type WordMeaning } from './search/filter-sql.ts';
import { indexedSorts, isNarrow, nearPageSql, orderSql, pageOf, slowSorts } from './search/page-sql.ts';
import { countedPoints, daysOf, delaysOf, routesOf } from './sum-queries.ts';

/** Beyond this many rows a page is sorted in the query thread: it would block the event loop. */
const DEEP = 1_000;

/** A word that means more than this share of the airports or types is broad. */
const BROAD = 1 / 20;

export type Logbook = ReturnType<typeof createLogbook>;
/** `accountId`: the active account; null while there is none. */
export function createLogbook(deps: {
  clock: Clock;
  log: Logger;
  database: Database;
  profile: string;
  accountId(): number | null;
  completenessOf(accounts: readonly number[]): Completeness;
  /** Of the window: the search understands its names of dates. */
  language(): LanguageChoice;
}) {
  const { database, log } = deps;
  addTextSearch(database);
  const pilots = createPilots(database, deps.profile);
  const stored = createRows(database);
  const measure = createDistances(database, loadAirports);
  const thread = createQueryThread(database, deps.clock);
  const ask = createQuestions(thread.query);

  const accountsOf = (filter: Pick<LogbookFilter, 'pilots'>): number[] => {
    const active = deps.accountId();
    return filter.pilots === 'all' ? pilots.all().map(({ id }) => id) : active === null ? [] : [active];
  };

  /** On a full disk distances stay unknown. */
  async function measured() {
    try {
      await measure();
    } catch (error) {
      if (storageErrorOf(error) === null) throw error;
      log.warn("distances couldn't be saved", { error });
    }
  }

  /** The codes of these accounts that match a word. */
  async function meanings(accounts: readonly number[]): Promise<(word: string) => WordMeaning> {
    const airports = await loadAirports();
    let codes: { airports: string[]; types: string[] } | null = null;
    return (word) => {
      codes ??= pilots.codesOf(accounts);
      const found = {
        airports: codes.airports.filter((code) => airports.matches(code, word)),
        types: codes.types.filter((type) => searchText(`${type} ${aircraftName(type) ?? ''}`).includes(word)),
      };
      const isBroad =
        found.airports.length > codes.airports.length * BROAD || found.types.length > codes.types.length * BROAD;
      return { ...found, isBroad };
    };
  }

  /** Returns a function that makes the condition of this filter, for either way to look at files. */
  async function conditionsOf(filter: LogbookFilter, archived?: 'only') {
    const accounts = accountsOf(filter);
    const today = new Date(deps.clock.now()).toISOString().slice(0, 10);
    const dates = dateWordsOf(deps.language());
    const meaningOf = await meanings(accounts);
    return (files: SearchContext['files']) =>
      conditionOf(filter, accounts, { today, dates, meaningOf, files }, archived);
  }
  const condition = async (filter: LogbookFilter, archived?: 'only') =>
    (await conditionsOf(filter, archived))('all-first');

  async function rowsOf(keys: readonly FlightKey[], filter: Pick<LogbookFilter, 'pilots'>): Promise<LogbookRow[]> {
    const airports = await loadAirports();
    return stored.rows(keys, airports, pilots.nameOf(filter));
  }

  /** A query for the query thread. The same filter gets the same answer while it is in progress. */
  const about = <T>(
    kind: string,
    filter: LogbookFilter,
    work: (query: Query, where: Condition, filter: LogbookFilter) => Promise<T>,
  ): Promise<T> =>
    ask(kind, JSON.stringify([deps.accountId(), filter]), async (query) => {
      await measured();
      return work(query, await condition(filter), filter);
    });

  async function page({ filter, order, offset, limit }: CommandInput<'logbook.page'>): Promise<LogbookPage> {
    const [account, ...others] = accountsOf(filter);
    if (account === undefined) return { rows: [], total: 0 };
    if (order.by === 'distance' || order.by === 'route') await measured();
    const where = await conditionsOf(filter);
    const isIndexed = indexedSorts.has(order.by);
    const isFar = offset > DEEP && (!isIndexed || isNarrow(filter));
    let keys: readonly FlightKey[] = [];
    // A filter that matches many flights has its first pages near the beginning of the list.
    const mayBeNear = !isFar && isNarrow(filter) && !slowSorts.has(order.by) && others.length === 0;
    const near = mayBeNear ? where('of-each') : null;
    if (near?.isSelective === false) {
      keys = stored.keys(nearPageSql(near, filter, order), [account, ...near.params, limit, offset]);
    }
    if (keys.length < limit) {
      const { sql, params } = pageOf(where('all-first'), filter, order, isNarrow(filter) && !isFar, accountsOf(filter));
      const all = [...params, limit, offset];
      const isSlow = isFar || (isNarrow(filter) && !isIndexed);
      keys = isSlow ? keysOf(await thread.query(sql, all)) : stored.keys(sql, all);
    }
    const isLast = keys.length < limit && (keys.length > 0 || offset === 0);
    return { rows: await rowsOf(keys, filter), total: isLast ? offset + keys.length : null };
  }

  function readOf(filter: Pick<LogbookFilter, 'pilots' | 'from'>) {
    const completeness = deps.completenessOf(accountsOf(filter));
    return { completeness, isFinal: isFinal(completeness, filter.from) };
  }

  /** @param filter whose first day comes before the first of its month */
  function readMonths(months: readonly Omit<LogbookMonth, 'isFinal'>[], filter: LogbookFilter): LogbookMonth[] {
    const { completeness } = readOf(filter);
    const firstOf = (month: string) => [`${month}-01`, filter.from ?? ''].toSorted().at(-1)!;
    return months.map((month) => ({ ...month, isFinal: isFinal(completeness, firstOf(month.month)) }));
  }

  async function totalsOf(query: Query, where: Condition, filter: LogbookFilter, delays: figures.DelayFigures[]) {
    const sum = (column: string) => `TOTAL(${column}), COUNT(${column})`;
    const [[...values] = []] = await query(
      `SELECT COUNT(*), ${sum('minutes')}, ${sum('NULLIF(distance_nm, -1)')}, ${sum(countedPoints)}, ${sum('pax')},
         ${sum('cargo_kg')}, MIN(day), MAX(day), COUNT(day) FROM flight_facts WHERE ${where.sql}`,
      where.params,
    );
    const flights = Number(values[0] ?? 0);
    const sumAt = (index: number) => ({
      sum: Number(values[index] ?? 0),
      unknown: flights - Number(values[index + 1] ?? 0),
    });
    const codes = await query(
      `SELECT icao_out FROM flight_facts WHERE ${where.sql} AND icao_out IS NOT NULL
       UNION SELECT icao_in FROM flight_facts WHERE ${where.sql} AND icao_in IS NOT NULL`,
      [...where.params, ...where.params],
    );
    const airports = await loadAirports();
    const countries = new Set(codes.flatMap(([code]) => airports.find(String(code))?.country ?? []));
    return {
      flights,
      minutes: sumAt(1),
      distanceNm: sumAt(3),
      points: sumAt(5),
      pax: sumAt(7),
      cargoKg: sumAt(9),
      delay: figures.delayOf(delays),
      airports: codes.length,
      countries: countries.size,
      archivedLeftOut: filter.statuses.length === 0 ? await archivedLeftOut(query, filter) : 0,
      firstDay: values[11] === null ? null : String(values[11]),
      lastDay: values[12] === null ? null : String(values[12]),
      withoutDate: flights - Number(values[13] ?? 0),
      ...readOf(filter),
    } satisfies LogbookTotals;
  }

  async function archivedLeftOut(query: Query, filter: LogbookFilter): Promise<number> {
    const where = await condition(filter, 'only');
    const [[count] = [0]] = await query(`SELECT COUNT(*) FROM flight_facts WHERE ${where.sql}`, where.params);
    return Number(count);
  }

  async function statistics(query: Query, where: Condition, filter: LogbookFilter): Promise<LogbookStatistics> {
    const delays = await delaysOf(query, where);
    const totals = await totalsOf(query, where, filter, delays);
    const days = await daysOf(query, where);
    const routes = await routesOf(query, where);
    const types = await query(
      `SELECT aircraft, COUNT(*), TOTAL(minutes) FROM flight_facts WHERE ${where.sql} AND aircraft IS NOT NULL
       GROUP BY aircraft ORDER BY 3 DESC, 2 DESC, 1`,
      where.params,
    );
    const most = async (column: 'minutes' | 'distance_nm' | typeof countedPoints) => {
      const found = await query(
        `SELECT account_id, id, ${column} FROM flight_facts WHERE ${where.sql} AND ${column} > 0
         ORDER BY ${column} DESC, day, id LIMIT 1`,
        where.params,
      );
      const [row] = await rowsOf(keysOf(found), filter);
      return row ? { stripId: row.stripId, value: Number(found[0]?.[2] ?? 0), row } : null;
    };
    const busiest = days.reduce<figures.DayFigures | null>(
      (best, day) => (best === null || day.flights > best.flights ? day : best),
      null,
    );
    return {
      totals,
      months: readMonths(figures.withoutGaps(figures.monthsOf(days)), filter),
      days: days.map(({ day, flights }) => ({ day, flights })),
      aircraft: figures.topAircraft(
        types.map(([type, flights, minutes]) => ({
          type: String(type),
          flights: Number(flights),
          minutes: Number(minutes),
        })),
      ),
      routes: figures.topRoutes(routes),
      airports: figures.topAirports(routes, await loadAirports()),
      delays: figures.delayBins(delays),
      records: totals.isFinal
        ? {
            longestMinutes: await most('minutes'),
            farthestNm: await most('distance_nm'),
            mostPoints: await most(countedPoints),
            mostInADay: busiest && { day: busiest.day, flights: busiest.flights },
            longestStreak: figures.longestStreak(days.map(({ day }) => day)),
          }
        : null,
    };
  }

  return {
    /** Of the active account. */
    completeness: () => deps.completenessOf(accountsOf({ pilots: 'active' })),
    page,
    totals: (filter: LogbookFilter): Promise<LogbookTotals> =>
      about('totals', filter, async (query, where) => totalsOf(query, where, filter, await delaysOf(query, where))),
    /** Newest first. */
    months: (filter: LogbookFilter): Promise<LogbookMonth[]> =>
      about('months', filter, async (query, where) =>
        readMonths(figures.monthsOf(await daysOf(query, where)).toReversed(), filter),
      ),
    map: (filter: LogbookFilter): Promise<LogbookMap> =>
      about('map', filter, async (query, where) => {
        const routes = await routesOf(query, where);
        const [[without] = [0]] = await query(
          `SELECT COUNT(*) FROM flight_facts WHERE ${where.sql} AND (icao_out IS NULL OR icao_in IS NULL)`,
          where.params,
        );
        return figures.mapOf(routes, Number(without), await loadAirports());
      }),
    statistics: (filter: LogbookFilter): Promise<LogbookStatistics> => about('statistics', filter, statistics),
    choices: (filter: LogbookFilter): Promise<LogbookChoices> =>
      ask('choices', JSON.stringify([deps.accountId(), filter]), async (query) => {
        const type = await condition({ ...filter, types: [] });
        const airport = await condition({ ...filter, airports: [] });
        return pilots.choices(query, accountsOf(filter), { type, airport }, await loadAirports());
      }),
    /** The keys of all flights of a filter, in their order, how each is read, and the language of the window. */
    async exported({ filter, order, ids }: Pick<LogbookExport, 'filter' | 'order' | 'ids'>) {
      const only = ids && new Set(ids);
      await measured();
      const where = await condition(filter);
      // Two texts: 100,000 rows would block the event loop when they arrive.
      const [[accounts, numbers] = []] = await thread.query(
        `SELECT json_group_array(account_id), json_group_array(id) FROM (SELECT account_id, id FROM flight_facts
           WHERE ${where.sql} ORDER BY ${orderSql(order, isNarrow(filter))})`,
        where.params,
      );
      const accountOf = JSON.parse(String(accounts)) as number[];
      const keys = (JSON.parse(String(numbers)) as number[])
        .map((id, index): FlightKey => ({ account: accountOf[index]!, id }))
        .filter(({ id }) => only?.has(id) ?? true);
      const types = await thread.query(
        `SELECT DISTINCT IFNULL(aircraft, 'UNKNOWN') FROM flight_facts WHERE ${where.sql} ORDER BY 1`,
        where.params,
      );
      const airports = await loadAirports();
      const named = pilots.nameOf(filter);
      return {
        ...(only === null ? readOf(filter) : { completeness: readOf(filter).completeness, isFinal: true }),
        keys,
        types: types.map(([type]) => String(type)),
        airports,
        language: deps.language(),
        read: (some: readonly FlightKey[]) => stored.exported(some, airports, named),
      };
    },
    /** Resolves when its connection is closed. */
    close: thread.close,
  };
}
