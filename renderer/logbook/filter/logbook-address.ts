// Reads and writes the filter and the layout of the flights in the address, such as
// `from=2025-01-01&type=A320,B738&route=EDDF,LPPT&status=completed&q=…&sort=-minutes&map=globe`. Pure. Unknown parts
// are ignored, so that an old address still opens.
import { flightStatuses, isDay, logbookSorts } from '../../../main/contract/logbook.ts';
import type { LogbookFilter, LogbookOrder } from '../../../main/contract/logbook.ts';
import { knownColumns, type Column } from './columns.ts';
import { periods, periodDays, type Period } from './periods.ts';

export const mapShapes = ['flat', 'globe'] as const;
export type MapShape = (typeof mapShapes)[number];

/** The filter as the pilot chose it: a relative period such as the last 28 days stays relative. */
export type LogbookAddress = Omit<LogbookFilter, 'from' | 'to'> & {
  readonly from: string | null;
  readonly to: string | null;
  /** Replaces `from` and `to`. */
  readonly period: Period | null;
  readonly order: LogbookOrder;
  /** Null for the columns of the settings. */
  readonly columns: readonly Column[] | null;
  /** The projection of the map. */
  readonly shape: MapShape;
};

const newestFirst: LogbookOrder = { by: 'day', descending: true };

type Look = Pick<LogbookAddress, 'order' | 'columns' | 'shape'>;
const usualLook: Look = { order: newestFirst, columns: null, shape: 'flat' };
/** Returns the layout, without the filter. */
export const lookOf = ({ order, columns, shape }: LogbookAddress): Look => ({ order, columns, shape });

export const emptyAddress: LogbookAddress = {
  pilots: 'active',
  from: null,
  to: null,
  period: null,
  types: [],
  airports: [],
  route: null,
  statuses: [],
  q: '',
  ...usualLook,
};

const MAX_LISTED = 100;
const MAX_CODE = 40;
const MAX_SEARCH = 200;

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');

const day = (text: string | undefined): string | null => (text !== undefined && isDay(text) ? text : null);

const list = (text: string | undefined): string[] => {
  const items = (text ?? '').split(',').map(decode);
  return [...new Set(items.filter((item) => item !== '' && item.length <= MAX_CODE))].slice(0, MAX_LISTED);
};

export function parseLogbookAddress(query: string): LogbookAddress {
  const given = new Map(
    query.split('&').map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
  const period = periods.find((name) => name === given.get('period')) ?? null;
  const [out, into] = (given.get('route') ?? '').split(',').map(decode);
  const hasRoute = out && into && out.length <= MAX_CODE && into.length <= MAX_CODE;
  const sort = given.get('sort') ?? '';
  const by = logbookSorts.find((name) => name === sort.replace(/^-/, ''));
  const statuses = list(given.get('status'));
  return {
    pilots: given.get('pilots') === 'all' ? 'all' : 'active',
    from: period === null ? day(given.get('from')) : null,
    to: period === null ? day(given.get('to')) : null,
    period,
    types: list(given.get('type')),
    airports: list(given.get('airport')),
    route: hasRoute ? [out, into] : null,
    statuses: flightStatuses.filter((status) => statuses.includes(status)),
    q: decode(given.get('q') ?? '').slice(0, MAX_SEARCH),
    order: by === undefined ? newestFirst : { by, descending: sort.startsWith('-') },
    columns: knownColumns(list(given.get('cols'))),
    shape: mapShapes.find((name) => name === given.get('map')) ?? usualLook.shape,
  };
}

/** Returns the query without defaults: empty for all flights, newest first. */
export function logbookQuery(address: LogbookAddress): string {
  const { pilots, from, to, period, types, airports, route, statuses, q, order, columns, shape } = address;
  const isUsualOrder = order.by === newestFirst.by && order.descending === newestFirst.descending;
  const parts: [string, string][] = [
    ['period', period ?? ''],
    ['from', (period === null && from) || ''],
    ['to', (period === null && to) || ''],
    ['type', types.map(encode).join(',')],
    ['airport', airports.map(encode).join(',')],
    ['route', route === null ? '' : route.map(encode).join(',')],
    ['status', statuses.join(',')],
    ['q', encode(q)],
    ['pilots', pilots === 'all' ? 'all' : ''],
    ['sort', isUsualOrder ? '' : `${order.descending ? '-' : ''}${order.by}`],
    ['cols', columns?.join(',') ?? ''],
    ['map', shape === usualLook.shape ? '' : shape],
  ];
  return parts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Returns the filter for the process. `today`: a day such as `2026-10-12`. */
export function filterOf(address: LogbookAddress, today: string): LogbookFilter {
  const { order: _order, columns: _columns, shape: _shape, period, ...filter } = address;
  return period === null ? filter : { ...filter, ...periodDays(period, today) };
}

/** Returns the query with the filter only, as it is saved. */
export const filterQuery = (address: LogbookAddress): string => logbookQuery({ ...address, ...usualLook });

/** Whether anything is filtered. */
export const isFiltered = (address: LogbookAddress): boolean => filterQuery(address) !== '';

/** Returns the address without filters, with the same layout and pilots. */
export const withoutFilter = (address: LogbookAddress): LogbookAddress => ({
  ...emptyAddress,
  ...lookOf(address),
  pilots: address.pilots,
});
