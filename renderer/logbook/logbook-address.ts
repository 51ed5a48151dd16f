// The filter and the layout of the flights in the address, such as
// `from=2025-01-01&type=A320,B738&route=EDDF,LPPT&status=completed&q=…&sort=-minutes&map=globe`, and as text. Pure.
// Unknown parts are ignored, so that an old address still opens.
import { isDay } from '../../main/contract/flight.ts';
import {
  type FlightStatus,
  flightStatuses,
  type LogbookFilter,
  type LogbookOrder,
  logbookSorts,
} from '../../main/contract/logbook.ts';
import { message } from '../../main/messages/message.ts';
import { dayText, monthText } from '../format/time.ts';
import { choice, t } from '../text.ts';
import { type Column, knownColumns } from './columns.ts';

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
/** The filter that leaves nothing out but archived flights, without the pilots. */
export const everyFlight: Omit<LogbookFilter, 'pilots'> = {
  from: null,
  to: null,
  types: [],
  airports: [],
  route: null,
  statuses: [],
  differs: false,
  q: '',
};

/** Returns the layout, without the filter. */
export const lookOf = ({ order, columns, shape }: LogbookAddress): Look => ({ order, columns, shape });

export const emptyAddress: LogbookAddress = { pilots: 'shown', period: null, ...everyFlight, ...usualLook };

const maxListed = 100;
const maxCode = 40;
const maxSearch = 200;

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
  return [...new Set(items.filter((item) => item !== '' && item.length <= maxCode))].slice(0, maxListed);
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
  const hasRoute = out && into && out.length <= maxCode && into.length <= maxCode;
  const sort = given.get('sort') ?? '';
  const by = logbookSorts.find((name) => name === sort.replace(/^-/, ''));
  const statuses = list(given.get('status'));
  return {
    pilots: given.get('pilots') === 'all' ? 'all' : 'shown',
    from: period === null ? day(given.get('from')) : null,
    to: period === null ? day(given.get('to')) : null,
    period,
    types: list(given.get('type')),
    airports: list(given.get('airport')),
    route: hasRoute ? [out, into] : null,
    statuses: flightStatuses.filter((status) => statuses.includes(status)),
    differs: given.get('image') === 'differs',
    q: decode(given.get('q') ?? '').slice(0, maxSearch),
    order: by === undefined ? newestFirst : { by, descending: sort.startsWith('-') },
    columns: knownColumns(list(given.get('cols'))),
    shape: mapShapes.find((name) => name === given.get('map')) ?? usualLook.shape,
  };
}

/** Returns the query without defaults: empty for all flights, newest first. */
export function logbookQuery(address: LogbookAddress): string {
  const { pilots, from, to, period, types, airports, route, statuses, differs, q, order, columns, shape } = address;
  const isUsualOrder = order.by === newestFirst.by && order.descending === newestFirst.descending;
  const parts: [string, string][] = [
    ['period', period ?? ''],
    ['from', (period === null && from) || ''],
    ['to', (period === null && to) || ''],
    ['type', types.map(encode).join(',')],
    ['airport', airports.map(encode).join(',')],
    ['route', route === null ? '' : route.map(encode).join(',')],
    ['status', statuses.join(',')],
    ['image', differs ? 'differs' : ''],
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

type Chip = {
  readonly key: string;
  readonly label: string;
  /** The address without this filter. */
  readonly without: LogbookAddress;
};

export const periodText = (period: Period) => {
  const names = { '28d': 'days', '12m': 'months', year: 'year' } as const;
  return t('logbook.filter.period', { period: names[period] });
};
export const statusText = (status: FlightStatus) => t('logbook.flight.status', { status: choice(status) });

/** `October 2026`, `2026`, `1 Jan 2026 – 3 Feb 2026`, `From 1 Jan 2026`. */
function daysText(from: string | null, to: string | null): string | null {
  const span = spanOf(from, to);
  if (span !== null) return span.length === 4 ? span : monthText(span);
  if (from !== null && to !== null)
    return from === to ? dayText(from) : t('logbook.filter.days', { from: dayText(from), to: dayText(to) });
  if (from !== null) return t('logbook.filter.since', { day: dayText(from) });
  return to === null ? null : t('logbook.filter.until', { day: dayText(to) });
}

/** The active filters as removable chips. */
export function chipsOf(address: LogbookAddress): Chip[] {
  const { period, from, to, types, airports, route, statuses, differs, pilots } = address;
  const days = period === null ? daysText(from, to) : periodText(period);
  const chips: (Chip | null)[] = [
    days === null ? null : { key: 'days', label: days, without: { ...address, period: null, from: null, to: null } },
    types.length === 0 ? null : { key: 'types', label: some(types, 'types'), without: { ...address, types: [] } },
    airports.length === 0
      ? null
      : { key: 'airports', label: some(airports, 'airports'), without: { ...address, airports: [] } },
    route === null
      ? null
      : {
          key: 'route',
          label: t('logbook.filter.route', { a: route[0], b: route[1] }),
          without: { ...address, route: null },
        },
    statuses.length === 0
      ? null
      : {
          key: 'statuses',
          label: t('shared.orList', { items: statuses.map(statusText) }),
          without: { ...address, statuses: [] },
        },
    differs ? { key: 'differs', label: t('logbook.filter.differs'), without: { ...address, differs: false } } : null,
    pilots === 'shown'
      ? null
      : { key: 'pilots', label: t('logbook.filter.allPilots'), without: { ...address, pilots: 'shown' } },
  ];
  return chips.filter((chip) => chip !== null);
}

/** Lists three codes and counts the rest. */
function some(codes: readonly string[], kind: 'types' | 'airports'): string {
  if (codes.length === 1) return codes[0]!;
  const named = codes.length <= 3 ? codes : [...codes.slice(0, 2), message('logbook.others', { n: codes.length - 2 })];
  return t('logbook.filter.codes', { kind, codes: named });
}

/** Returns all active filters as one text. */
export const filterText = (address: LogbookAddress): string => t('shared.list', { items: filterTexts(address) });

export const filterTexts = (address: LogbookAddress): string[] => [
  ...(address.q === '' ? [] : [t('logbook.filter.search', { q: address.q })]),
  ...chipsOf(address).map(({ label }) => label),
];

/** Periods that end today. */
export const periods = ['28d', '12m', 'year'] as const;
type Period = (typeof periods)[number];

// Days are texts such as `2026-10-12`, compared and counted in UTC.

const dayMs = 86_400_000;
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
export const addDays = (day: string, days: number) => dayOf(Date.parse(day) + days * dayMs);

/** Returns the first day of a period. The end is open, so that a flight dated tomorrow in UTC is not hidden. */
export function periodDays(period: Period, today: string): { from: string; to: null } {
  const [year = '', month = '', day = ''] = today.split('-');
  switch (period) {
    case '28d':
      return { from: addDays(today, -27), to: null };
    case '12m': {
      // The day after today, a year ago. Date.UTC moves a 29 or 30 February that doesn't exist into March.
      const before = Date.UTC(Number(year) - 1, Number(month) - 1, Number(day) + 1);
      return { from: dayOf(before), to: null };
    }
    case 'year':
      return { from: `${year}-01-01`, to: null };
  }
}

/** Returns the first and last day of a calendar year or month, `2026` or `2026-10`. */
export function daysOf(span: string): { from: string; to: string } {
  const [year = '', month] = span.split('-');
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` };
  return { from: `${span}-01`, to: dayOf(Date.UTC(Number(year), Number(month), 0)) };
}

/** Returns the calendar year or month that two days span exactly, or null. */
export function spanOf(from: string | null, to: string | null): string | null {
  if (from === null || to === null) return null;
  const [year, month] = [from.slice(0, 4), from.slice(0, 7)];
  return [year, month].find((span) => daysOf(span).from === from && daysOf(span).to === to) ?? null;
}
