// The panels of the statistics: months, points and days, then the rankings and the records.
import { type ComponentProps, type ReactNode, useState } from 'react';
import { isFinal, isSoFar } from '../../../main/contract/completeness.ts';
import {
  type LogbookMonth,
  type LogbookRow,
  type LogbookStatistics,
  onTimeMin,
} from '../../../main/contract/logbook.ts';
import { minutes, number, signed, unknownMark } from '../../format/amount.ts';
import { dayText, firstWeekday, monthText, shortMonthText } from '../../format/time.ts';
import { isKnownOf, onTimeShare, useSoFar, withSoFar } from '../flight-summary.tsx';
import { daysOf, filterOf, type LogbookAddress, logbookQuery } from '../logbook-address.ts';
import { useStore } from '../../store/use-window.ts';
import { t } from '../../text.ts';
import { ChartPanel } from './chart-panel.tsx';
import { type Bar, barChart, calendarChart, calendarOf, type Column, columnChart } from './charts.ts';

type PanelProps = { readonly statistics: LogbookStatistics; readonly address: LogbookAddress };

/** Returns the query for the flights of a month within the filter. */
const monthLink = (address: LogbookAddress, month: string) =>
  logbookQuery({ ...address, period: null, ...daysOf(month) });

/** With more months than this, the charts are by year. */
const mostMonths = 60;

function byYear(months: readonly LogbookMonth[]): LogbookMonth[] {
  const years = new Map<string, LogbookMonth>();
  for (const { month, flights, minutes, points, isFinal } of months) {
    const year = month.slice(0, 4);
    const known = years.get(year) ?? { month: year, flights: 0, minutes: 0, points: 0, isFinal: true };
    years.set(year, {
      month: year,
      flights: known.flights + flights,
      minutes: known.minutes + minutes,
      points: known.points + points,
      isFinal: known.isFinal && isFinal,
    });
  }
  return [...years.values()];
}

/** Months; years if there are too many months. */
const spansOf = ({ months }: LogbookStatistics) =>
  months.length > mostMonths
    ? ({ by: 'year', spans: byYear(months) } as const)
    : ({ by: 'month', spans: months } as const);

const monthName = (month: string) => (month.length === 4 ? month : monthText(month));
/** @param soFar as beside the other figures */
const spanText = ({ month, isFinal }: LogbookMonth, soFar: string) => withSoFar(monthName(month), isFinal ? '' : soFar);
/** Zero is known of months only whose flights have been read. */
const figureOf = (text: string, { flights, isFinal }: LogbookMonth) => (flights === 0 && !isFinal ? unknownMark : text);

/** The year is shown under January, and under the first month unless January is next. */
function columnLabels(spans: readonly LogbookMonth[]): Pick<Column, 'label' | 'rank'>[] {
  const isJanuary = (month = '') => month.endsWith('-01');
  return spans.map(({ month }, at) => {
    if (month.length === 4) return { label: month };
    const isFirst = at === 0 && !isJanuary(spans[1]?.month);
    const label = shortMonthText(month);
    if (isJanuary(month) || isFirst)
      return { label: t('logbook.chart.monthOfYear', { month: label, year: month.slice(2, 4) }), rank: 0 };
    return { label, rank: ['04', '07', '10'].includes(month.slice(5)) && at > 1 ? 1 : 2 };
  });
}

function monthColumns(
  spans: readonly LogbookMonth[],
  address: LogbookAddress,
  value: (month: LogbookMonth) => number,
  shown: (month: LogbookMonth) => string,
  soFar: string,
): Column[] {
  const labels = columnLabels(spans);
  return spans.map((span, at) => ({
    ...labels[at]!,
    value: value(span),
    tip: t('logbook.chart.tip', { name: spanText(span, soFar), value: figureOf(shown(span), span) }),
    isPartial: !span.isFinal,
    link: monthLink(address, span.month),
    ink: at === spans.length - 1 ? 'out' : 'out2',
  }));
}

/** Hours; no flight takes none, so that zero is unknown. */
const duration = (sum: number) => (sum === 0 ? unknownMark : minutes(sum));

const measures = ['hours', 'flights'] as const;

export function MonthsPanel({ statistics, address }: PanelProps) {
  const { totals } = statistics;
  const [measure, setMeasure] = useState<'hours' | 'flights'>(isKnownOf(totals, 'minutes', 0.5) ? 'hours' : 'flights');
  const soFar = useSoFar();
  const { by, spans } = spansOf(statistics);
  const value = (span: LogbookMonth) => (measure === 'hours' ? span.minutes / 60 : span.flights);
  const shown = (span: LogbookMonth) =>
    measure === 'hours' ? duration(span.minutes) : t('logbook.chart.flights', { n: span.flights });
  const columns = monthColumns(spans, address, value, shown, soFar);
  return (
    <ChartPanel
      className="panel-months"
      title={t('logbook.chart.months', { measure, by })}
      note={
        <span className="line panel-choices">
          {measures.slice(isKnownOf(totals, 'minutes') ? 0 : 1).map((one) => (
            <button
              key={one}
              type="button"
              className="panel-choice"
              aria-pressed={measure === one}
              onClick={() => setMeasure(one)}
            >
              {t('logbook.chart.measure', { measure: one })}
            </button>
          ))}
        </span>
      }
      chart={(width) => columnChart({ width, height: 232, columns, tick: number })}
      heads={['month', 'flights', 'hours']}
      rows={spans.toReversed().map((span) => ({
        key: span.month,
        cells: [spanText(span, soFar), figureOf(number(span.flights), span), figureOf(duration(span.minutes), span)],
        link: monthLink(address, span.month),
      }))}
    />
  );
}

export function PointsPanel({ statistics, address }: PanelProps) {
  const soFar = useSoFar();
  const { by, spans } = spansOf(statistics);
  const { unknown } = statistics.totals.points;
  const columns = monthColumns(
    spans,
    address,
    ({ points }) => Math.max(0, points),
    ({ points }) => t('logbook.chart.points', { points }),
    soFar,
  );
  return (
    <ChartPanel
      className="panel-points"
      title={t('logbook.chart.pointsTitle', { by })}
      noteText={unknown > 0 ? t('logbook.chart.pending', { n: unknown }) : ''}
      chart={(width) => columnChart({ width, height: 222, columns, tick: number })}
      heads={['month', 'points']}
      rows={spans.toReversed().map((span) => ({
        key: span.month,
        cells: [spanText(span, soFar), figureOf(number(span.points), span)],
        link: monthLink(address, span.month),
      }))}
    />
  );
}

/** A name for every other row of the calendar: Monday, Wednesday and Friday, wherever the week begins. */
const weekdays = () =>
  Array.from({ length: 7 }, (_, row) => {
    const day = (firstWeekday() + row) % 7;
    // The first of that month is a Sunday.
    return day % 2 === 1 ? dayText(`2026-11-0${day + 1}`, 'weekday') : '';
  });

/** The last day of the calendar: today, unless the flights end in another year or lie ahead. */
function lastShown(lastDay: string | null, today: string): string {
  if (lastDay === null) return today;
  return lastDay < today && lastDay.slice(0, 4) === today.slice(0, 4) ? today : lastDay;
}

export function DaysPanel({ statistics, address, today }: PanelProps & { readonly today: string }) {
  const { from, to } = filterOf(address, today);
  const last = to !== null && to < today ? to : lastShown(statistics.totals.lastDay, today);
  const calendar = calendarOf(statistics.days, last, firstWeekday(), from);
  const { first, weeks, months, flights, daysFlown, longestStreak } = calendar;
  const { completeness, isFinal: isAllRead } = statistics.totals;
  // A filter by day leaves out what may be unread.
  const isRead = (day: string) => isAllRead || isFinal(completeness, day);
  const dayLink = (day: string) => logbookQuery({ ...address, period: null, from: day, to: day });
  const tip = (day: string, n: number) =>
    t('logbook.chart.tip', { name: dayText(day, 'long'), value: t('logbook.chart.flights', { n }) });
  return (
    <ChartPanel
      className="panel-days"
      title={t('logbook.chart.days')}
      noteText={
        isRead(first)
          ? t('logbook.chart.daysNote', {
              from: dayText(first),
              to: dayText(last),
              flights,
              days: daysFlown,
              streak: longestStreak,
            })
          : ''
      }
      chart={(width) =>
        calendarChart({
          width,
          weeks: weeks.map((week) =>
            week.map(
              (day) =>
                day && {
                  flights: day.flights,
                  tip: tip(day.day, day.flights),
                  link: dayLink(day.day),
                  isPartial: !isRead(day.day),
                },
            ),
          ),
          months: months.map(({ week, month }) => ({ week, label: shortMonthText(month) })),
          weekdays: weekdays(),
          legend: t('logbook.chart.daysLegend'),
        })
      }
      heads={['day', 'flights']}
      rows={weeks
        .flat()
        .filter((day) => day !== null && day.flights > 0)
        .toReversed()
        .map((day) => ({ key: day!.day, cells: [dayText(day!.day), number(day!.flights)], link: dayLink(day!.day) }))}
    />
  );
}

const mostBars = 9;

/** A bar of a ranking, and its row in the table. */
type Ranked = Bar & { readonly cells: readonly string[] };

type RankingProps = {
  readonly of: 'aircraft' | 'routes' | 'airports' | 'pilots';
  readonly ranked: readonly Ranked[];
  readonly heads: ComponentProps<typeof ChartPanel>['heads'];
  readonly noteText?: string;
};

function RankingPanel({ of, ranked, heads, noteText = '' }: RankingProps) {
  return (
    <ChartPanel
      className={`panel-${of}`}
      title={t(`logbook.chart.${of}`)}
      noteText={noteText}
      chart={(width) => barChart(width, ranked.slice(0, mostBars), of !== 'pilots')}
      heads={heads}
      rows={ranked.map(({ label, cells, link }) => ({ key: label, cells, ...(link !== undefined && { link }) }))}
    />
  );
}

const hoursTip = (name: string, minutes: number, n: number) =>
  t('logbook.chart.tip', { name, value: t('logbook.chart.hoursAndFlights', { time: duration(minutes), n }) });
const codeAndName = (code: string, name: string | null) =>
  name === null || name === '' ? code : t('logbook.chart.codeAndName', { code, name });

/** The most flown aircraft, routes and airports, and the punctuality of arrivals. */
export function AircraftPanel({ statistics, address }: PanelProps) {
  const { top } = statistics.aircraft;
  // The types without a bar.
  const others = { ...statistics.aircraft.others };
  for (const { minutes } of top.slice(mostBars)) {
    others.types += 1;
    others.minutes += minutes;
  }
  const ranked = top.map(({ type, name, flights, minutes }) => ({
    label: type,
    name: name ?? '',
    value: minutes,
    shown: duration(minutes),
    tip: hoursTip(name ?? type, minutes, flights),
    link: logbookQuery({ ...address, types: [type] }),
    cells: [codeAndName(type, name), number(flights), duration(minutes)],
  }));
  const { types: n, minutes } = others;
  const noteText = n > 0 ? t('logbook.chart.otherTypes', { n, time: duration(minutes) }) : '';
  return <RankingPanel of="aircraft" ranked={ranked} heads={['aircraft', 'flights', 'hours']} noteText={noteText} />;
}

export function RoutesPanel({ statistics, address }: PanelProps) {
  const ranked = statistics.routes.map(({ from, to, flights }) => {
    const label = t('logbook.map.route', { a: from, b: to });
    return {
      label,
      name: '',
      value: flights,
      shown: number(flights),
      tip: t('logbook.chart.tip', { name: label, value: t('logbook.chart.flights', { n: flights }) }),
      link: logbookQuery({ ...address, route: [from, to], airports: [] }),
      cells: [label, number(flights)],
    };
  });
  return <RankingPanel of="routes" ranked={ranked} heads={['route', 'flights']} />;
}

export function AirportsPanel({ statistics, address }: PanelProps) {
  const ranked = statistics.airports.map(({ code, name, city, visits }) => ({
    label: code,
    name: city ?? name ?? '',
    value: visits,
    shown: number(visits),
    tip: t('logbook.chart.tip', { name: name ?? code, value: t('logbook.chart.visits', { n: visits }) }),
    link: logbookQuery({ ...address, airports: [code], route: null }),
    cells: [codeAndName(code, city ?? name), number(visits)],
  }));
  return <RankingPanel of="airports" ranked={ranked} heads={['airport', 'visits']} />;
}

/** Compares the pilots who are shown. */
export function PilotsPanel({ statistics: { pilots } }: PanelProps) {
  const ranked = pilots.map(({ name, flights, minutes, points }) => ({
    label: name,
    name: '',
    value: minutes,
    shown: duration(minutes),
    tip: hoursTip(name, minutes, flights),
    cells: [name, number(flights), duration(minutes), number(points)],
  }));
  return <RankingPanel of="pilots" ranked={ranked} heads={['pilot', 'flights', 'hours', 'points']} />;
}

/** `−30 or less`, `0 to 4`, `120 or more`. */
function binText(bins: LogbookStatistics['delays'], at: number, isCut: boolean): string {
  const { fromMin } = bins[at]!;
  if (at === 0) return t('logbook.chart.delayBelow', { to: signed((bins[1]?.fromMin ?? fromMin + 5) - 1) });
  if (at === bins.length - 1 && !isCut) return t('logbook.chart.delayAbove', { from: signed(fromMin) });
  return t('logbook.chart.delayRange', { from: signed(fromMin), to: signed(fromMin + 4) });
}

export function DelayPanel({ statistics }: PanelProps) {
  const { totals } = statistics;
  // Leaves out the empty end of the scale after the first hour.
  const lastFlown = statistics.delays.findLastIndex(({ flights }) => flights > 0);
  const delays = statistics.delays.filter(({ fromMin }, at) => at <= lastFlown || fromMin <= 60);
  const isCut = delays.length < statistics.delays.length;
  const { known, medianMin } = totals.delay;
  const columns = delays.map(({ fromMin, flights }, at): Column => ({
    label: fromMin % 15 === 0 ? minutes(fromMin) : '',
    value: flights,
    tip: t('logbook.chart.tip', {
      name: binText(delays, at, isCut),
      value: t('logbook.chart.flights', { n: flights }),
    }),
    ink: fromMin > onTimeMin - 1 ? 'review' : 'out2',
    rank: fromMin % 30 === 0 ? 0 : 1,
  }));
  const zeroAt = delays.findIndex(({ fromMin }) => fromMin === 0);
  const notKnown = totals.flights - known;
  return (
    <ChartPanel
      className="panel-delay"
      title={t('logbook.chart.arrival')}
      noteText={[
        t('logbook.chart.arrivalNote', { share: onTimeShare(totals.delay), median: Math.round(medianMin ?? 0) }),
        notKnown > 0 ? t('logbook.chart.pending', { n: notKnown }) : '',
      ]
        .filter((part) => part !== '')
        .join(' · ')}
      chart={(width) => columnChart({ width, height: 222, columns, tick: number, zeroAt })}
      heads={['delay', 'flights']}
      rows={delays.map(({ fromMin, flights }, at) => ({
        key: String(fromMin),
        cells: [binText(delays, at, isCut), number(flights)],
      }))}
    />
  );
}

type Records = NonNullable<LogbookStatistics['records']>;

/** Records, such as the longest flight. Each links to its flight or its days. */
export function RecordsPanel({ statistics: { records, totals }, address }: PanelProps) {
  return (
    <section className="panel panel-records" aria-label={t('logbook.record.title')}>
      <div className="line panel-head">
        <h2>{t('logbook.record.title')}</h2>
      </div>
      {records === null ? (
        <p className="dim">{t('logbook.complete.records', { status: isSoFar(totals) ? null : 'local' })}</p>
      ) : (
        <Records records={records} address={address} />
      )}
    </section>
  );
}

function Records({ records, address }: { readonly records: Records; readonly address: LogbookAddress }) {
  const store = useStore();
  const { longestMinutes, farthestNm, mostPoints, mostInADay, longestStreak } = records;
  const routeOf = ({ from, to, day, date: dateText }: LogbookRow) =>
    t('logbook.record.flight', { from, to, day: day === null ? dateText : dayText(day) });
  const flight = (record: NonNullable<typeof longestMinutes>) => (
    <button type="button" className="record-link" onClick={() => store.select(record.stripId)}>
      {routeOf(record.row)}
    </button>
  );
  const days = (from: string, to: string, label: string) => (
    <a className="record-link" href={`#logbook?${logbookQuery({ ...address, period: null, from, to })}`}>
      {label}
    </a>
  );
  const entry = (name: 'time' | 'distance' | 'points' | 'day' | 'streak', value: string, link: ReactNode) => (
    <div className="record">
      <dt className="small dim">{t('logbook.record.name', { record: name })}</dt>
      <dd>
        <b className="time">{value}</b>
        {link}
      </dd>
    </div>
  );
  return (
    <dl className="records">
      {longestMinutes && entry('time', duration(longestMinutes.value), flight(longestMinutes))}
      {farthestNm &&
        entry('distance', t('logbook.totals.miles', { n: Math.round(farthestNm.value) }), flight(farthestNm))}
      {mostPoints && entry('points', t('logbook.chart.points', { points: mostPoints.value }), flight(mostPoints))}
      {mostInADay &&
        entry(
          'day',
          t('logbook.chart.flights', { n: mostInADay.flights }),
          days(mostInADay.day, mostInADay.day, dayText(mostInADay.day)),
        )}
      {longestStreak &&
        entry(
          'streak',
          t('logbook.record.days', { n: longestStreak.days }),
          days(
            longestStreak.from,
            longestStreak.to,
            t('logbook.filter.days', { from: dayText(longestStreak.from), to: dayText(longestStreak.to) }),
          ),
        )}
    </dl>
  );
}
