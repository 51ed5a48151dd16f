// A filter of the logbook as the condition of a query over flight_facts, and its order. Pure: the codes of the pilot's
// own flights decide what free text may mean.
import { settledSql } from '../storage/tables/job.ts';
import {
  flightStatuses,
  type FlightStatus,
  type LogbookFilter,
  type LogbookOrder,
  type LogbookSort,
} from '../../contract/logbook.ts';
import { statusNumber } from '../storage/database/schema.ts';
import { containsText } from '../storage/database/stored.ts';
import type { DateWords, Days } from './dates.ts';
import { termsOf, type Term } from './terms.ts';

export type SqlParam = string | number;
export type Condition = { readonly sql: string; readonly params: readonly SqlParam[] };

/** The codes of the pilot's flights that match a word of the search. */
export type WordMeaning = { readonly airports: readonly string[]; readonly types: readonly string[] };

const list = (count: number) => `(${Array(count).fill('?').join(', ')})`;
const inList = (column: string, values: readonly SqlParam[]): Condition => ({
  sql: values.length === 1 ? `${column} = ?` : `${column} IN ${list(values.length)}`,
  params: values,
});
const joined = (parts: readonly Condition[], by: 'AND' | 'OR'): Condition => ({
  sql: parts.length === 1 ? parts[0]!.sql : `(${parts.map(({ sql }) => sql).join(` ${by} `)})`,
  params: parts.flatMap(({ params }) => params),
});

/** `today`: in UTC, `2026-11-23`. `meaningOf`: of a word in the form of `searchText`. */
type SearchContext = {
  readonly today: string;
  readonly dates: DateWords;
  readonly meaningOf: (word: string) => WordMeaning;
};

/** @param archived `only`: the archived flights that match everything else. */
export function conditionOf(
  filter: LogbookFilter,
  accounts: readonly number[],
  { today, dates, meaningOf }: SearchContext,
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
  if (filter.differs)
    parts.push({
      sql: `EXISTS (SELECT 1 FROM jobs WHERE jobs.account_id = flight_facts.account_id AND flight_id = flight_facts.id
        AND removed_at IS NULL AND ${settledSql} AND icao_out IS NOT NULL AND icao_in IS NOT NULL
        AND (icao_out, icao_in) <> (looks_like ->> 'from', looks_like ->> 'to'))`,
      params: [],
    });
  const statuses = archived === 'only' ? (['archived'] as const) : statusesOf(filter);
  parts.push(inList('status', statuses.map(statusNumber)));
  const isAirport = (word: string) => meaningOf(word).airports.length > 0;
  for (const term of termsOf(filter.q, { today, dates, isAirport }))
    parts.push(termCondition(term, meaningOf, (word) => namedOf(word, accounts)));
  return joined(parts, 'AND');
}

const number = /^\d{1,15}$/;

/** As SQLite's `upper` writes the facts: other letters than A to Z stay. */
const code = (text: string) => text.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase());

/** Archived flights are left out unless they are asked for. */
const statusesOf = ({ statuses }: Pick<LogbookFilter, 'statuses'>): readonly FlightStatus[] =>
  statuses.length === 0 ? flightStatuses.filter((status) => status !== 'archived') : [...new Set(statuses)];

function termCondition(
  term: Term,
  meaningOf: SearchContext['meaningOf'],
  named: (word: string) => Condition,
): Condition {
  switch (term.kind) {
    case 'number':
      return { sql: 'id = ?', params: [term.id] };
    case 'days':
      return dayCondition(term);
    case 'from':
      return among('icao_out', meaningOf(term.word));
    case 'to':
      return among('icao_in', meaningOf(term.word));
    case 'route': {
      const ends = [among('icao_out', meaningOf(term.from)), among('icao_in', meaningOf(term.to))] as const;
      return joined([joined(ends, 'AND'), named(term.word)], 'OR');
    }
    case 'word': {
      const meaning = meaningOf(term.word);
      const any: Condition[] = term.days ? [dayCondition(term.days)] : [];
      if (number.test(term.word)) any.push({ sql: 'id = ?', params: [Number(term.word)] });
      if (meaning.airports.length > 0) any.push(among('icao_out', meaning), among('icao_in', meaning));
      if (meaning.types.length > 0) any.push(among('aircraft', meaning));
      return joined([...any, named(term.word)], 'OR');
    }
  }
}

/** Flights whose file has this in its name, or whose note has it. */
function namedOf(word: string, accounts: readonly number[]): Condition {
  const { sql, params } = containsText('name', word);
  const noted = containsText('note', word);
  return {
    sql: `((note IS NOT NULL AND ${noted.sql}) OR (account_id, id) IN (SELECT account_id, flight_id FROM jobs
      WHERE ${inList('account_id', accounts).sql} AND flight_id IS NOT NULL AND removed_at IS NULL AND ${settledSql} AND ${sql}))`,
    params: [...noted.params, ...accounts, ...params],
  };
}

const dayCondition = (days: Days): Condition =>
  days.every === undefined
    ? { sql: 'day BETWEEN ? AND ?', params: [days.from, days.to] }
    : inList(`substr(day, 6, ${days.every[0]!.length})`, days.every);

/** As one parameter: a word may stand for hundreds of airports. */
const among = (column: 'icao_out' | 'icao_in' | 'aircraft', { airports, types }: WordMeaning): Condition => ({
  sql: `${column} IN (SELECT value FROM json_each(?))`,
  params: [JSON.stringify(column === 'aircraft' ? types : airports)],
});

/** The functions are those of rows.ts. */
const distanceSql = 'distance_nm(icao_out, icao_in)';

const sortedBy: Readonly<Record<LogbookSort, string>> = {
  day: 'day',
  from: 'icao_out',
  to: 'icao_in',
  route: 'route_name(icao_out, icao_in)',
  aircraft: 'aircraft',
  minutes: 'minutes',
  distance: distanceSql,
  pax: 'pax',
  cargo: 'cargo_kg',
  delay: 'delay_min',
  points: 'points',
  rating: 'rating',
  status: 'status',
  block: 'block_min',
  checks: 'checks',
  created: 'created_at',
  id: 'id',
  file: `(SELECT name FROM jobs WHERE jobs.account_id = flight_facts.account_id AND flight_id = flight_facts.id
    AND removed_at IS NULL AND ${settledSql}) COLLATE NOCASE`,
};

/** Unknown values come last in either direction; flights with the same value are newest first. */
export function orderSql({ by, descending }: LogbookOrder): string {
  const direction = descending ? 'DESC' : 'ASC NULLS LAST';
  if (by === 'id') return `id ${descending ? 'DESC' : 'ASC'}`;
  if (by === 'day') return `day ${direction}, id ${descending ? 'DESC' : 'ASC'}`;
  return `${sortedBy[by]} ${direction}, day DESC, id DESC`;
}
