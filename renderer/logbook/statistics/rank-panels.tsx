// The most flown aircraft, routes and airports, and the punctuality of arrivals.
import { ON_TIME_MIN, type LogbookStatistics } from '../../../main/contract/logbook.ts';
import { minutes as duration, number, signed } from '../../format/amount.ts';
import { t } from '../../text.ts';
import { logbookQuery, type LogbookAddress } from '../logbook-address.ts';
import { onTimeShare } from '../flight-summary.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { barChart, columnChart, type Column } from './charts.ts';

type Props = { readonly statistics: LogbookStatistics; readonly address: LogbookAddress };

const MOST_BARS = 9;

export function AircraftPanel({ statistics, address }: Props) {
  const { top } = statistics.aircraft;
  // The types without a bar.
  const others = { ...statistics.aircraft.others };
  for (const { minutes } of top.slice(MOST_BARS)) {
    others.types += 1;
    others.minutes += minutes;
  }
  const bars = top.slice(0, MOST_BARS).map(({ type, name, flights, minutes }) => ({
    label: type,
    name: name ?? '',
    value: minutes,
    shown: duration(minutes),
    tip: t('logbook.chart.tip', {
      name: name ?? type,
      value: t('logbook.chart.hoursAndFlights', { time: duration(minutes), n: flights }),
    }),
    link: logbookQuery({ ...address, types: [type] }),
  }));
  return (
    <ChartPanel
      className="panel-aircraft"
      title={t('logbook.chart.aircraft')}
      fileName="aircraft"
      noteText={
        others.types > 0 ? t('logbook.chart.otherTypes', { n: others.types, time: duration(others.minutes) }) : ''
      }
      chart={(width) => barChart(width, bars)}
      heads={[
        t('logbook.chart.head', { head: 'aircraft' }),
        t('logbook.chart.head', { head: 'flights' }),
        t('logbook.chart.head', { head: 'hours' }),
      ]}
      rows={top.map(({ type, name, flights, minutes }) => ({
        key: type,
        cells: [
          name === null ? type : t('logbook.chart.codeAndName', { code: type, name }),
          number(flights),
          duration(minutes),
        ],
        link: logbookQuery({ ...address, types: [type] }),
      }))}
    />
  );
}

export function RoutesPanel({ statistics, address }: Props) {
  const routes = statistics.routes.map(({ from, to, flights }) => ({
    label: t('logbook.map.route', { a: from, b: to }),
    name: '',
    value: flights,
    shown: number(flights),
    tip: t('logbook.chart.tip', {
      name: t('logbook.map.route', { a: from, b: to }),
      value: t('logbook.chart.flights', { n: flights }),
    }),
    link: logbookQuery({ ...address, route: [from, to], airports: [] }),
  }));
  return (
    <ChartPanel
      className="panel-routes"
      title={t('logbook.chart.routes')}
      fileName="routes"
      chart={(width) => barChart(width, routes.slice(0, MOST_BARS))}
      heads={[t('logbook.chart.head', { head: 'route' }), t('logbook.chart.head', { head: 'flights' })]}
      rows={routes.map(({ label, shown, link }) => ({ key: label, cells: [label, shown], link }))}
    />
  );
}

export function AirportsPanel({ statistics, address }: Props) {
  const airports = statistics.airports.map(({ code, name, city, visits }) => ({
    label: code,
    name: city ?? name ?? '',
    value: visits,
    shown: number(visits),
    tip: t('logbook.chart.tip', { name: name ?? code, value: t('logbook.chart.visits', { n: visits }) }),
    link: logbookQuery({ ...address, airports: [code], route: null }),
  }));
  return (
    <ChartPanel
      className="panel-airports"
      title={t('logbook.chart.airports')}
      fileName="airports"
      chart={(width) => barChart(width, airports.slice(0, MOST_BARS))}
      heads={[t('logbook.chart.head', { head: 'airport' }), t('logbook.chart.head', { head: 'visits' })]}
      rows={airports.map(({ label, name, shown, link }) => ({
        key: label,
        cells: [name === '' ? label : t('logbook.chart.codeAndName', { code: label, name }), shown],
        link,
      }))}
    />
  );
}

/** `−30 or less`, `0 to 4`, `120 or more`. */
function binText(bins: LogbookStatistics['delays'], at: number, isCut: boolean): string {
  const { fromMin } = bins[at]!;
  if (at === 0) return t('logbook.chart.delayBelow', { to: signed((bins[1]?.fromMin ?? fromMin + 5) - 1) });
  if (at === bins.length - 1 && !isCut) return t('logbook.chart.delayAbove', { from: signed(fromMin) });
  return t('logbook.chart.delayRange', { from: signed(fromMin), to: signed(fromMin + 4) });
}

export function DelayPanel({ statistics }: Props) {
  const { totals } = statistics;
  // Leaves out the empty end of the scale after the first hour.
  const lastFlown = statistics.delays.findLastIndex(({ flights }) => flights > 0);
  const delays = statistics.delays.filter(({ fromMin }, at) => at <= lastFlown || fromMin <= 60);
  const isCut = delays.length < statistics.delays.length;
  const { known, medianMin } = totals.delay;
  const columns = delays.map(({ fromMin, flights }, at): Column => ({
    label: signed(fromMin),
    value: flights,
    tip: t('logbook.chart.tip', {
      name: binText(delays, at, isCut),
      value: t('logbook.chart.flights', { n: flights }),
    }),
    ink: fromMin > ON_TIME_MIN - 1 ? 'late' : 'mainSoft',
    rank: fromMin % 30 === 0 ? 0 : fromMin % 15 === 0 ? 1 : 2,
  }));
  const notKnown = totals.flights - known;
  return (
    <ChartPanel
      className="panel-delay"
      title={t('logbook.chart.arrival')}
      fileName="arrival"
      noteText={
        known === 0
          ? t('logbook.chart.noDelays')
          : [
              t('logbook.chart.arrivalNote', { share: onTimeShare(totals.delay), median: Math.round(medianMin ?? 0) }),
              notKnown > 0 ? t('logbook.chart.pending', { n: notKnown }) : '',
            ]
              .filter((part) => part !== '')
              .join(' · ')
      }
      chart={(width) => columnChart({ width, height: 222, columns, hasSum: false, tick: number })}
      heads={[t('logbook.chart.head', { head: 'delay' }), t('logbook.chart.head', { head: 'flights' })]}
      rows={delays.map(({ fromMin, flights }, at) => ({
        key: String(fromMin),
        cells: [binText(delays, at, isCut), number(flights)],
      }))}
    />
  );
}
