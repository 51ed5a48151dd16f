// A filter of the logbook as the condition of a query over flight_facts. Pure: the codes of the pilot's own flights
// decide what free text may mean.
import { flightStatuses, type LogbookFilter } from '../../../contract/logbook.ts';
import type { DateWords } from './date-words.ts';
import type { Days } from './dates.ts';
import { containsText } from '../../storage/database/text-search.ts';
import { termsOf, type Term } from './terms.ts';

export type SqlParam = string | number;
export type Condition = { readonly sql: string; readonly params: readonly SqlParam[] };

/** The codes of the pilot's flights that match a word of the search. */
export type WordMeaning = {
  readonly airports: readonly string[];
  readonly types: readonly string[];
  /** So many of all codes that reading all flights is faster than finding these by an index. */
  readonly isBroad: boolean;
};

const list = (count: number) => `(${Array(count).fill('?').join(', ')})`;
const inList = (column: string, values: readonly SqlParam[]): Condition => ({
  sql: values.length === 1 ? `${column} = ?` : `${column} IN ${list(values.length)}`,
  params: values,
});
const joined = (parts: readonly Condition[], by: 'AND' | 'OR'): Condition => ({
  sql: parts.length === 1 ? parts[0]!.sql : `(${parts.map(({ sql }) => sql).join(` ${by} `)})`,
  params: parts.flatMap(({ params }) => params),
});

/**
 * `today`: in UTC, `2026-11-23`. `meaningOf`: of a word in the form of `searchText`. `files`: whether a query looks at
 * all names of files first, or at those of each flight, which is faster for few flights.
 */
export type SearchContext = {
  readonly today: string;
  readonly dates: DateWords;
  readonly meaningOf: (word: string) => WordMeaning;
  readonly files: 'all-first' | 'of-each';
};

/** Of a filter. `isSelective`: the search has a term that matches few flights, which an index finds. */
export type FilterCondition = Condition & { readonly isSelective: boolean };

/** @param archived `only`: the archived flights that match everything else. */
export function conditionOf(
  filter: LogbookFilter,
  accounts: readonly number[],
  { today, dates, meaningOf, files }: SearchContext,
  archived: 'as-filtered' | 'only' = 'as-filtered',
): FilterCondition {
  if (accounts.length === 0) return { sql: '0', params: [], isSelective: true };
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
  const airportsOf = (word: string) => meaningOf(word).airports;
  const named = (word: string) => (files === 'of-each' ? namedOfEach(word) : namedOf(word, accounts));
  const terms = termsOf(filter.q, { today, dates, isAirport: (word) => airportsOf(word).length > 0 });
  for (const term of terms) parts.push(termCondition(term, meaningOf, named));
  return { ...joined(parts, 'AND'), isSelective: terms.some((term) => isSelective(term, meaningOf)) };
}

function isSelective(term: Term, meaningOf: SearchContext['meaningOf']): boolean {
  switch (term.kind) {
    case 'number':
    case 'route':
      return true;
    case 'days':
      return term.every === undefined;
    case 'from':
    case 'to':
      return !meaningOf(term.word).isBroad;
    case 'word': {
      const { airports, types, isBroad } = meaningOf(term.word);
      const isFound = airports.length > 0 || types.length > 0 || NUMBER.test(term.word);
      return isFound && !isBroad && term.days?.every === undefined;
    }
  }
}

const NUMBER = /^\d{1,15}$/;

/** As SQLite's `upper` writes the facts: other letters than A to Z stay. */
const code = (text: string) => text.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase());

export const statusNumbers = ({ statuses }: Pick<LogbookFilter, 'statuses'>): number[] =>
  statuses.length === 0 ? [0, 1, 3] : [...new Set(statuses)].map((status) => flightStatuses.indexOf(status));

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
      if (NUMBER.test(term.word)) any.push({ sql: 'id = ?', params: [Number(term.word)] });
      if (meaning.airports.length > 0) any.push(among('icao_out', meaning), among('icao_in', meaning));
      if (meaning.types.length > 0) any.push(among('aircraft', meaning));
      return joined([...any, named(term.word)], 'OR');
    }
  }
}

/** Flights whose file has this in its name. */
function namedOf(word: string, accounts: readonly number[]): Condition {
  const { sql, params } = containsText('name', word);
  return {
    sql: `(account_id, id) IN (SELECT account_id, flight_id FROM jobs INDEXED BY jobs_by_flight_name
      WHERE ${inList('account_id', accounts).sql} AND flight_id IS NOT NULL AND removed_at IS NULL AND ${sql})`,
    params: [...accounts, ...params],
  };
}
function namedOfEach(word: string): Condition {
  const { sql, params } = containsText('name', word);
  return {
    sql: `EXISTS (SELECT 1 FROM jobs INDEXED BY jobs_by_flight_name WHERE jobs.account_id = flight_facts.account_id
      AND flight_id = flight_facts.id AND removed_at IS NULL AND ${sql})`,
    params,
  };
}

const dayCondition = (days: Days): Condition =>
  days.every === undefined
    ? { sql: 'day BETWEEN ? AND ?', params: [days.from, days.to] }
    : inList(`substr(day, 6, ${days.every[0]!.length})`, days.every);

/** As one parameter: a word may stand for hundreds of airports. The plus keeps the planner from using an index. */
const among = (column: 'icao_out' | 'icao_in' | 'aircraft', { airports, types, isBroad }: WordMeaning): Condition => ({
  sql: `${isBroad ? '+' : ''}${column} IN (SELECT value FROM json_each(?))`,
  params: [JSON.stringify(column === 'aircraft' ? types : airports)],
});
