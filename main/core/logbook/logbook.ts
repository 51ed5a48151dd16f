// The queries of the logbook. One filter serves them all: terms.ts reads its text, filter-sql.ts makes a condition of it,
// rows.ts reads what that finds, and sums.ts sums it up.
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
import { type Language, type LanguageChoice, languageFor } from '../../messages/languages.ts';
import type { Clock } from '../platform/ports.ts';
import { contentVersion, type Database } from '../storage/database/database.ts';
import { createAccounts } from '../storage/tables/accounts.ts';
import { aircraftName } from './aircraft-types.ts';
import { type Airport, loadAirports, type Airports } from './airports.ts';
import { dateWordsOf } from './dates.ts';
import { monthsOf } from './figures.ts';
import { conditionOf, orderSql, type WordMeaning } from './filter-sql.ts';
import { createRows, keyColumns, type FlightKey, type Flights } from './rows.ts';
import * as sums from './sums.ts';

export type Logbook = ReturnType<typeof createLogbook>;
/**
 * @param deps.accountId the active account; null while there is none
 * @param deps.shown the accounts whom the window shows
 */
export function createLogbook(deps: {
  clock: Clock;
  database: Database;
  profile: string;
  accountId(): number | null;
  shown(): readonly number[];
  completenessOf(accounts: readonly number[]): Completeness;
  /** Of the window: the search understands its names of dates and countries. */
  language(): LanguageChoice;
}) {
  const { ofProfile } = createAccounts(deps.database);
  const pilots = () => ofProfile(deps.profile);

  type Pilots = Pick<LogbookFilter, 'pilots'>;
  function accountsOf(filter: Pilots): readonly number[] {
    if (filter.pilots === 'all') return pilots().map(({ id }) => id);
    if (filter.pilots === 'shown') return deps.shown();
    const active = deps.accountId();
    return active === null ? [] : [active];
  }
  /** The name of an account's pilot, where the flights of several are shown; null if there is one. */
  function nameOf(filter: Pilots): (account: number) => string | null {
    const isNamed = filter.pilots === 'all' || accountsOf(filter).length > 1;
    const names = new Map(isNamed ? pilots().map(({ id, name }) => [id, name]) : []);
    return (account) => names.get(account) ?? null;
  }

  type Opened = {
    readonly language: Language;
    readonly airports: Airports;
    readonly stored: ReturnType<typeof createRows>;
  };
  let opened: Opened | null = null;
  /** Cities have their names in the language of the window. */
  async function open(): Promise<Opened> {
    const language = languageFor(deps.language(), [Intl.DateTimeFormat().resolvedOptions().locale]);
    if (opened?.language === language) return opened;
    const airports = await loadAirports(language);
    return (opened = { language, airports, stored: createRows(deps.database, airports) });
  }

  const flightsOfPilots = ({ stored }: Opened, of: readonly number[]): Flights =>
    stored.flightsOf({ sql: 'account_id IN (SELECT value FROM json_each(?))', params: [JSON.stringify(of)] });

  // Each letter of a search needs the codes for several answers, and reading them takes longer than a page.
  let words = { key: '', meaningOf: (_word: string): WordMeaning => ({ airports: [], types: [] }) };
  function meaningsOf(book: Opened, of: readonly number[]) {
    const key = `${contentVersion(deps.database)} ${book.language} ${of.join()}`;
    if (words.key !== key) words = { key, meaningOf: meanings(flightsOfPilots(book, of), book.airports) };
    return words.meaningOf;
  }

  function flightsOf(book: Opened, filter: LogbookFilter, archived?: 'only'): Flights {
    const of = accountsOf(filter);
    const today = new Date(deps.clock.now()).toISOString().slice(0, 10);
    const meaningOf = meaningsOf(book, of);
    const dates = dateWordsOf(deps.language());
    return book.stored.flightsOf(conditionOf(filter, of, { today, dates, meaningOf }, archived));
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

  function readTotals(book: Opened, totals: ReturnType<typeof sums.totalsOf>, filter: LogbookFilter): LogbookTotals {
    const archivedLeftOut = filter.statuses.length === 0 ? sums.countOf(flightsOf(book, filter, 'only')) : 0;
    return { ...totals, archivedLeftOut, ...readOf(filter) };
  }

  return {
    /** Of whom the window shows. */
    completeness: () => deps.completenessOf(deps.shown()),

    async page({ filter, order, offset, limit }: CommandInput<'logbook.page'>): Promise<LogbookPage> {
      const book = await open();
      const flights = flightsOf(book, filter);
      const keys = flights<FlightKey>(keyColumns, `ORDER BY ${orderSql(order)} LIMIT ? OFFSET ?`, [limit, offset]);
      const isLast = keys.length < limit && (keys.length > 0 || offset === 0);
      return { rows: book.stored.rows(keys, nameOf(filter)), total: isLast ? offset + keys.length : null };
    },

    /** Null if it was removed meanwhile. */
    async row(flight: FlightKey): Promise<LogbookRow | null> {
      const { stored } = await open();
      return stored.rows([flight], nameOf({ pilots: 'all' }))[0] ?? null;
    },

    async totals(filter: LogbookFilter): Promise<LogbookTotals> {
      const book = await open();
      return readTotals(book, sums.totalsOf(flightsOf(book, filter), book.airports), filter);
    },

    /** Newest first. */
    async months(filter: LogbookFilter): Promise<LogbookMonth[]> {
      const book = await open();
      return readMonths(monthsOf(sums.daysOf(flightsOf(book, filter))).toReversed(), filter);
    },

    async map(filter: LogbookFilter): Promise<LogbookMap> {
      const book = await open();
      return sums.mapOf(flightsOf(book, filter), book.airports);
    },

    async statistics(filter: LogbookFilter): Promise<LogbookStatistics> {
      const book = await open();
      const flights = flightsOf(book, filter);
      const found = sums.statisticsOf(flights, book.airports);
      const totals = readTotals(book, found.totals, filter);
      const pilotOf = nameOf(filter);
      const shown = (most: ReturnType<typeof found.records>['farthestNm']) => {
        const [row] = most ? book.stored.rows([most.key], pilotOf) : [];
        return most && row ? { stripId: row.stripId, value: most.value, row } : null;
      };
      const records = totals.isFinal ? found.records() : null;
      const pilots = accountsOf(filter).length > 1 ? sums.pilotsOf(flights) : [];
      return {
        ...found,
        totals,
        pilots: pilots.map(({ account, ...figures }) => ({ name: pilotOf(account) ?? '', ...figures })),
        months: readMonths(found.months, filter),
        records: records && {
          ...records,
          longestMinutes: shown(records.longestMinutes),
          farthestNm: shown(records.farthestNm),
          mostPoints: shown(records.mostPoints),
        },
      };
    },

    async airports(words: string): Promise<Airport[]> {
      return (await open()).airports.named(words);
    },

    async choices(filter: LogbookFilter): Promise<LogbookChoices> {
      const book = await open();
      const ofAnyType = flightsOf(book, { ...filter, types: [] });
      const atAnyAirport = flightsOf(book, { ...filter, airports: [] });
      const all = flightsOfPilots(book, accountsOf(filter));
      const everyone = flightsOfPilots(
        book,
        pilots().map(({ id }) => id),
      );
      const withFlights = sums.countOf(everyone, 'DISTINCT account_id');
      return { ...sums.choicesOf({ ofAnyType, atAnyAirport, all }, book.airports), pilots: withFlights };
    },

    /** The keys of all flights of a filter, in their order, how each is read, and the language of the window. */
    async exported({ filter, order, ids }: Pick<LogbookExport, 'filter' | 'order' | 'ids'>) {
      const book = await open();
      const flights = flightsOf(book, filter);
      const only = ids && new Set(ids);
      const keys = flights<FlightKey>(keyColumns, `ORDER BY ${orderSql(order)}`);
      // A file names its pilot also where there is one.
      const named = nameOf({ pilots: 'all' });
      return {
        ...(only === null ? readOf(filter) : { completeness: readOf(filter).completeness, isFinal: true }),
        keys: keys.filter(({ id }) => only?.has(id) ?? true),
        types: sums.codesOf(flights, "IFNULL(aircraft, 'UNKNOWN')"),
        airports: book.airports,
        language: deps.language(),
        read: (some: readonly FlightKey[]) => book.stored.exported(some, named),
      };
    },
  };
}

/** What a word may mean: the codes of these flights that match it. They are read with the first word. */
function meanings(flights: Flights, airports: Airports): (word: string) => WordMeaning {
  let codes: { airports: string[]; types: string[] } | null = null;
  return (word) => {
    codes ??= {
      airports: [...new Set([...sums.codesOf(flights, 'icao_out'), ...sums.codesOf(flights, 'icao_in')])],
      types: sums.codesOf(flights, 'aircraft'),
    };
    return {
      airports: codes.airports.filter((code) => airports.matches(code, word)),
      types: codes.types.filter((type) => searchText(`${type} ${aircraftName(type) ?? ''}`).includes(word)),
    };
  };
}
