// The order of the logbook, and the query for the keys of a page. Pure.
import type { LogbookFilter, LogbookOrder, LogbookSort } from '../../../contract/logbook.ts';
import { statusNumbers, type Condition } from './filter-sql.ts';
import { wordsOf } from './terms.ts';

/**
 * How many flights from the beginning of the list are searched before all of them are. By an index they are found
 * immediately; flights on one route follow each other in some orders.
 */
const NEAR: Readonly<Partial<Record<LogbookSort, number>>> = {
  day: 5_000,
  id: 5_000,
  from: 5_000,
  to: 5_000,
  aircraft: 5_000,
  status: 5_000,
  checks: 5_000,
  created: 5_000,
  distance: 5_000,
  route: 1_200,
};
const NEAR_OTHERS = 800;
/** The planner would rather sort all flights, in ascending order. */
const nearIndexes: Readonly<Partial<Record<LogbookSort, string>>> = {
  distance: 'flight_facts_by_distance',
  created: 'flight_facts_by_upload',
};
/** The orders that an index has. */
export const indexedSorts: ReadonlySet<LogbookSort> = new Set(['day', 'id']);
/** To find the first flights in these orders takes as long as to find all. */
export const slowSorts: ReadonlySet<LogbookSort> = new Set(['file']);

/** Of a report from here whose record a flight is. */
const REPORT = 'jobs.account_id = flight_facts.account_id AND flight_id = flight_facts.id AND removed_at IS NULL';

const columns: Readonly<Record<LogbookSort, string>> = {
  day: 'day',
  from: 'icao_out',
  to: 'icao_in',
  route: 'route',
  aircraft: 'aircraft',
  minutes: 'minutes',
  distance: 'NULLIF(distance_nm, -1)',
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
  file: `(SELECT name FROM jobs INDEXED BY jobs_by_flight_name WHERE ${REPORT} LIMIT 1) COLLATE NOCASE`,
};

/** Whether an index by codes or words may find the flights, so that they are sorted afterwards. */
export const isNarrow = ({ types, airports, route, q }: LogbookFilter) =>
  types.length > 0 || airports.length > 0 || route !== null || wordsOf(q).length > 0;

/**
 * Unknown values come last in either direction; flights with the same value are newest first. `narrow`: the planner
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

/**
 * Orders with few values: the condition of each value, in their order. One value after the other, each by an index of
 * days: sorting all flights would take four times as long.
 */
function groupsOf(filter: LogbookFilter, { by, descending }: LogbookOrder): string[] | null {
  const inOrder = (values: readonly number[]) => values.toSorted((a, b) => (descending ? b - a : a - b));
  if (by === 'status') return inOrder(statusNumbers(filter)).map((status) => `+status = ${status}`);
  return by === 'checks' ? inOrder([0, 1, 2]).map((checks) => `checks = ${checks}`) : null;
}
const withoutIndex = (condition: string) => (condition.startsWith('+') ? condition : `+${condition}`);

/**
 * The keys of a page, but for limit and offset.
 * @param accounts those of the condition @param narrow as for `orderSql`
 */
export function pageOf(
  where: Condition,
  filter: LogbookFilter,
  order: LogbookOrder,
  narrow: boolean,
  accounts: readonly number[] = [],
): Condition {
  const sorted = (more: string, by: LogbookOrder): Condition => ({
    sql: `${keys} flight_facts WHERE ${where.sql}${more} ORDER BY ${orderSql(by, narrow)}`,
    params: where.params,
  });
  const concatenated = (lists: readonly Condition[]): Condition => ({
    // Without a limit SQLite may leave out the order of a part.
    sql: `${keys} (${lists.map(({ sql }) => `SELECT * FROM (${sql} LIMIT -1)`).join(' UNION ALL ')}) LIMIT ? OFFSET ?`,
    params: lists.flatMap(({ params }) => params),
  });
  const grouped = groupsOf(filter, order);
  if (grouped !== null)
    return concatenated(grouped.map((group) => sorted(` AND ${narrow ? withoutIndex(group) : group}`, newest)));
  switch (order.by) {
    case 'file':
      return concatenated([
        byFile(where, accounts, order.descending),
        sorted(` AND NOT EXISTS (SELECT 1 FROM jobs INDEXED BY jobs_by_flight_name WHERE ${REPORT})`, newest),
      ]);
    default: {
      const { sql, params } = sorted('', order);
      return { sql: `${sql} LIMIT ? OFFSET ?`, params };
    }
  }
}

/** The flights with a file, by its name: in the order of the index, so that the first ones are found immediately. */
const byFile = (where: Condition, accounts: readonly number[], descending: boolean): Condition => ({
  sql: `${keys} (SELECT account_id AS job_account, flight_id, name FROM jobs INDEXED BY jobs_by_file
      WHERE account_id IN (${accounts.map(() => '?').join(', ')}) AND flight_id IS NOT NULL AND removed_at IS NULL)
    CROSS JOIN flight_facts ON account_id = job_account AND id = flight_id
    WHERE ${where.sql} ORDER BY name COLLATE NOCASE ${descending ? 'DESC' : 'ASC'}, day DESC, id DESC`,
  params: [...accounts, ...where.params],
});

/** The same among the first flights of the list only. Parameters: the account, those of the condition, limit, offset. */
export function nearPageSql(where: Condition, filter: LogbookFilter, order: LogbookOrder): string {
  const near = NEAR[order.by] ?? NEAR_OTHERS;
  // The keys and the order are sorted alone: with all columns of the condition it takes twice as long.
  const index = nearIndexes[order.by];
  const from = `flight_facts${index === undefined ? '' : ` INDEXED BY ${index}`}`;
  const firstOf = (more: string, inner: LogbookOrder) => {
    const by = orderSql(inner, false);
    return `SELECT account_id AS near_account, id AS near_id FROM ${from}
      WHERE account_id = ?1 AND +status IN (${statusNumbers(filter).join(', ')})${more} ORDER BY ${by} LIMIT ${near}`;
  };
  const groups = groupsOf(filter, order)?.map((group) => firstOf(` AND ${group}`, newest));
  const first = groups?.map((group) => `SELECT * FROM (${group})`).join(' UNION ALL ') ?? firstOf('', order);
  // A cross join keeps the order of its first table, and ends with the last flight of the page.
  return `${keys} (SELECT * FROM (${first}) LIMIT ${near}) CROSS JOIN flight_facts ON account_id = near_account AND id = near_id
    WHERE ${where.sql} LIMIT ? OFFSET ?`;
}
