// The active filters as removable chips. Pure.
import type { FlightStatus } from '../../../main/contract/logbook.ts';
import { message } from '../../../main/messages/message.ts';
import { dayText, monthText } from '../../format/time.ts';
import { choice, t } from '../../text.ts';
import type { LogbookAddress } from './logbook-address.ts';
import { spanOf, type Period } from './periods.ts';

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

export function chipsOf(address: LogbookAddress): Chip[] {
  const { period, from, to, types, airports, route, statuses, pilots } = address;
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
    pilots === 'active'
      ? null
      : { key: 'pilots', label: t('logbook.filter.allPilots'), without: { ...address, pilots: 'active' } },
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
