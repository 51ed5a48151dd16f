// A filter of the logbook as the condition of a query over flight_facts. Pure: what free text may mean is decided by the
// codes of the pilot's own flights.
import { flightStatuses, type LogbookFilter, type LogbookOrder, type LogbookSort } from '../../contract/logbook.ts';
import { searchText } from './airports.ts';

export type SqlParam = string | number;
export type Condition = { readonly sql: string; readonly params: readonly SqlParam[] };

/** The codes of the pilot's flights that a word of the search stands for. */
export type WordMeaning = { readonly airports: readonly string[]; readonly types: readonly string[] };

/** How many flights from the beginning of the list are searched before all of them are. */
const NEAR = 5_000;

/** More than a person types. */
const MOST_WORDS = 12;

/** Lower case, without accents. */
export const wordsOf = (q: string): string[] =>
  searchText(q)
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);

const list = (count: number) => `(${Array(count).fill('?').join(', ')})`;
const inList = (column: string, values: readonly SqlParam[]): Condition => ({
  sql: values.length === 1 ? `${column} = ?` : `${column} IN ${list(values.length)}`,
  params: values,
});
const joined = (parts: readonly Condition[], by: 'AND' | 'OR'): Condition => ({
  sql: parts.length === 1 ? parts[0]!.sql : `(${parts.map(({ sql }) => sql).join(` ${by} `)})`,
  params: parts.flatMap(({ params }) => params),
});

/** @param archived `only`: the archived flights that match everything else. */
export function conditionOf(
  filter: LogbookFilter,
  accounts: readonly number[],
  meaningOf: (word: string) => WordMeaning,
  archived: 'as-filtered' | 'only' = 'as-filtered',
): Condition {
  if (accounts.length === 0) return { sql: '0', params: [] };
  const parts: Condition[] = [inList('account_id', accounts)];
  if (filter.from !== null) parts.push({ sql: 'day >= ?', params: [filter.from] });
  if (filter.to !== null) parts.push({ sql: 'day <= ?', params: [filter.to] });
  if (filter.types.length > 0) parts.push(inList('aircraft', filter.types.map(code)));
  if (filter.airports.length > 0) {
    const codes = filter.airports.map(code);
    parts.push(joined([inList('icao_out', codes), inList('icao_in', codes)], 'OR'));
  }
  if (filter.route !== null) {
    const [a, b] = filter.route.map(code) as [string, string];
    parts.push({ sql: '((icao_out = ? AND icao_in = ?) OR (icao_out = ? AND icao_in = ?))', params: [a, b, b, a] });
  }
  const statuses = archived === 'only' ? [2] : statusNumbers(filter);
  // The plus keeps the planner from choosing an index by it: nearly all flights have one status.
  parts.push(inList('+status', statuses));
  for (const word of wordsOf(filter.q)) parts.push(wordCondition(word, accounts, meaningOf(word)));
  return joined(parts, 'AND');
}

/** As SQLite's `upper` writes the facts: other letters than A to Z stay. */
const code = (text: string) => text.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase());

export const statusNumbers = ({ statuses }: Pick<LogbookFilter, 'statuses'>): number[] =>
  statuses.length === 0 ? [0, 1] : [...new Set(statuses)].map((status) => flightStatuses.indexOf(status));

function wordCondition(word: string, accounts: readonly number[], meaning: WordMeaning): Condition {
  // `#4711` is a flight's number and nothing else.
  if (/^#\d{1,15}$/.test(word)) return { sql: 'id = ?', params: [Number(word.slice(1))] };
  const any: Condition[] = dayConditions(word);
  if (/^\d{1,15}$/.test(word)) any.push({ sql: 'id = ?', params: [Number(word)] });
  if (meaning.airports.length > 0) {
    any.push(among('icao_out', meaning.airports), among('icao_in', meaning.airports));
  }
  if (meaning.types.length > 0) any.push(among('aircraft', meaning.types));
  any.push({
    sql: `(account_id, id) IN (SELECT account_id, flight_id FROM jobs INDEXED BY jobs_by_flight_name
      WHERE ${inList('account_id', accounts).sql} AND flight_id IS NOT NULL AND removed_at IS NULL AND instr(lower(name), ?) > 0)`,
    params: [...accounts, word],
  });
  return joined(any, 'OR');
}

/** As one parameter: a word may stand for hundreds of airports. */
const among = (column: string, values: readonly string[]): Condition => ({
  sql: `${column} IN (SELECT value FROM json_each(?))`,
  params: [JSON.stringify(values)],
});

/** `2026`, `2026-10`, `2026-10-12`, and months by their name: each word has to match, so that `Oct 2026` is a month. */
function dayConditions(word: string): Condition[] {
  if (/^(19|20)\d\d$/.test(word)) return [{ sql: 'day BETWEEN ? AND ?', params: [`${word}-01-01`, `${word}-12-31`] }];
  if (/^\d{4}-\d\d$/.test(word)) return [{ sql: 'day BETWEEN ? AND ?', params: [`${word}-01`, `${word}-31`] }];
  if (/^\d{4}-\d\d-\d\d$/.test(word)) return [{ sql: 'day = ?', params: [word] }];
  const months = word.length < 3 ? [] : monthsNamed(word);
  return months.length === 0 ? [] : [inList('substr(day, 6, 2)', months)];
}

type MonthName = { readonly name: string; readonly month: string };
/** Made by the first search: the names of dates take 15 MB. */
let monthNames: MonthName[] | null = null;
const readMonthNames = (): MonthName[] =>
  [...new Set(['en', Intl.DateTimeFormat().resolvedOptions().locale])].flatMap((locale) => {
    const { format } = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, month) => ({
      name: searchText(format(Date.UTC(2024, month, 15))),
      month: String(month + 1).padStart(2, '0'),
    }));
  });

/** Months whose English name, or the name in the language of this computer, begins so. */
function monthsNamed(word: string): string[] {
  const beginning = word.replace(/\.$/, '');
  monthNames ??= readMonthNames();
  return [...new Set(monthNames.filter(({ name }) => name.startsWith(beginning)).map(({ month }) => month))];
}

const columns: Readonly<Record<LogbookSort, string>> = {
  day: 'day',
  from: 'icao_out',
  to: 'icao_in',
  aircraft: 'aircraft',
  minutes: 'minutes',
  distance: 'NULLIF(distance_nm, -1)',
  pax: 'pax',
  cargo: 'cargo_kg',
  delay: 'delay_min',
  points: 'points',
  rating: 'rating',
  status: 'status',
  created: 'created_at',
  id: 'id',
};

/** Whether an index by codes or words may find the flights, so that they are sorted afterwards. */
export const isNarrow = ({ types, airports, route, q }: LogbookFilter) =>
  types.length > 0 || airports.length > 0 || route !== null || wordsOf(q).length > 0;

/**
 * Unknown values come last, whatever the direction; flights with the same value are newest first. `narrow`: the planner
 * must not walk through all flights in their order to find a few.
 */
export function orderSql({ by, descending }: LogbookOrder, narrow: boolean): string {
  if (by === 'id') return `${narrow ? '+' : ''}id ${descending ? 'DESC' : 'ASC'}`;
  const value = `${narrow ? '+' : ''}${columns[by]}`;
  // NULL is SQLite's smallest value: the index by day serves the descending order as it is.
  const first = descending ? `${value} DESC` : `${value} ASC NULLS LAST`;
  if (by === 'day') return `${first}, id ${descending ? 'DESC' : 'ASC'}`;
  return `${first}, day DESC, id DESC`;
}

const keys = 'SELECT account_id, id FROM';
const newest: LogbookOrder = { by: 'day', descending: true };

/** The keys of a page, but for limit and offset. @param narrow as for `orderSql` */
export function pageOf(where: Condition, filter: LogbookFilter, order: LogbookOrder, narrow: boolean): Condition {
  const sorted = (more: string, by: LogbookOrder) =>
    `${keys} flight_facts WHERE ${where.sql}${more} ORDER BY ${orderSql(by, narrow)}`;
  if (order.by !== 'status') return { sql: `${sorted('', order)} LIMIT ? OFFSET ?`, params: where.params };
  // One status after the other, each by the index of days: sorting all flights would take four times as long.
  const statuses = statusNumbers(filter).toSorted((a, b) => (order.descending ? b - a : a - b));
  // Without a limit SQLite may leave out the order of a part.
  const lists = statuses.map((status) => `SELECT * FROM (${sorted(` AND +status = ${status}`, newest)} LIMIT -1)`);
  return {
    sql: `${keys} (${lists.join(' UNION ALL ')}) LIMIT ? OFFSET ?`,
    params: statuses.flatMap(() => where.params),
  };
}

/** The same among the first flights of the list only. Parameters: the account, those of the condition, limit, offset. */
export function nearPageSql(where: Condition, order: LogbookOrder): string {
  const by = orderSql(order, false);
  const first = `SELECT * FROM flight_facts WHERE account_id = ? ORDER BY ${by} LIMIT ${NEAR}`;
  return `${keys} (${first}) WHERE ${where.sql} ORDER BY ${by} LIMIT ? OFFSET ?`;
}
