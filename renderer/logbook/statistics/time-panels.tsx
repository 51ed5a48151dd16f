// The charts over time: hours or flights by month, points by month, and the days of the last year.
import { useState } from 'react';
import { isFinal } from '../../../main/contract/completeness.ts';
import type { LogbookMonth, LogbookStatistics } from '../../../main/contract/logbook.ts';
import { UNKNOWN, minutes, number } from '../../format/amount.ts';
import { dayText, monthText, shortMonthText } from '../../format/time.ts';
import { t } from '../../text.ts';
import { daysOf, type LogbookAddress, logbookQuery } from '../logbook-address.ts';
import { useSoFar, withSoFar } from '../flight-summary.tsx';
import { calendarOf } from './calendar.ts';
import { ChartPanel } from './chart-panel.tsx';
import { calendarChart, columnChart, type Column } from './charts.ts';

type Props = { readonly statistics: LogbookStatistics; readonly address: LogbookAddress };

/** Returns the query for the flights of a month within the filter. */
const monthLink = (address: LogbookAddress, month: string) =>
  logbookQuery({ ...address, period: null, ...daysOf(month) });

/** With more months than this, the charts are by year. */
const MOST_MONTHS = 60;

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

const monthName = (month: string) => (month.length === 4 ? month : monthText(month));
/** @param soFar as beside the other figures */
const spanText = ({ month, isFinal }: LogbookMonth, soFar: string) => withSoFar(monthName(month), isFinal ? '' : soFar);
/** Zero is known of months only whose flights have been read. */
const figureOf = (text: string, { flights, isFinal }: LogbookMonth) => (flights === 0 && !isFinal ? UNKNOWN : text);

/** The year is shown under January, and under the first month unless a January is near. */
function columnLabels(spans: readonly LogbookMonth[]): Pick<Column, 'label' | 'rank'>[] {
  const isJanuary = (month: string) => month.endsWith('-01');
  return spans.map(({ month }, at) => {
    if (month.length === 4) return { label: month };
    const isFirst = at === 0 && !spans.slice(0, 4).some((span) => isJanuary(span.month));
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
    ink: at === spans.length - 1 ? 'main' : 'mainSoft',
  }));
}

const measures = ['hours', 'flights'] as const;

export function MonthsPanel({ statistics, address }: Props) {
  const [measure, setMeasure] = useState<(typeof measures)[number]>('hours');
  const [hasSum, setHasSum] = useState(false);
  const soFar = useSoFar();
  const isByYear = statistics.months.length > MOST_MONTHS;
  const spans = isByYear ? byYear(statistics.months) : statistics.months;
  const value = (span: LogbookMonth) => (measure === 'hours' ? span.minutes / 60 : span.flights);
  const shown = (span: LogbookMonth) =>
    measure === 'hours' ? minutes(span.minutes) : t('logbook.chart.flights', { n: span.flights });
  const columns = monthColumns(spans, address, value, shown, soFar);
  return (
    <ChartPanel
      className="panel-months"
      title={t('logbook.chart.months', { measure, by: isByYear ? 'year' : 'month' })}
      fileName={`${measure}-by-${isByYear ? 'year' : 'month'}`}
      noteText={hasSum ? t('logbook.chart.cumulative') : ''}
      note={
        <span className="panel-choices">
          {measures.map((one) => (
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
          <button type="button" className="panel-choice sum" aria-pressed={hasSum} onClick={() => setHasSum(!hasSum)}>
            {t('logbook.chart.cumulative')}
          </button>
        </span>
      }
      chart={(width) => columnChart({ width, height: 232, columns, hasSum, tick: number })}
      heads={[
        t('logbook.chart.head', { head: 'month' }),
        t('logbook.chart.head', { head: 'flights' }),
        t('logbook.chart.head', { head: 'hours' }),
      ]}
      rows={spans.toReversed().map((span) => ({
        key: span.month,
        cells: [spanText(span, soFar), figureOf(number(span.flights), span), figureOf(minutes(span.minutes), span)],
        link: monthLink(address, span.month),
      }))}
    />
  );
}

export function PointsPanel({ statistics, address }: Props) {
  const soFar = useSoFar();
  const isByYear = statistics.months.length > MOST_MONTHS;
  const spans = isByYear ? byYear(statistics.months) : statistics.months;
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
      title={t('logbook.chart.pointsTitle', { by: isByYear ? 'year' : 'month' })}
      fileName="points"
      noteText={unknown > 0 ? t('logbook.chart.pending', { n: unknown }) : ''}
      chart={(width) => columnChart({ width, height: 222, columns, hasSum: false, tick: number })}
      heads={[t('logbook.chart.head', { head: 'month' }), t('logbook.chart.head', { head: 'points' })]}
      rows={spans.toReversed().map((span) => ({
        key: span.month,
        cells: [spanText(span, soFar), figureOf(number(span.points), span)],
        link: monthLink(address, span.month),
      }))}
    />
  );
}

/** The weekday names, from Sunday. */
const weekdays = Array.from({ length: 7 }, (_, at) => dayText(`2026-11-${String(at + 1).padStart(2, '0')}`, 'weekday'));

export function DaysPanel({ statistics, address, today }: Props & { readonly today: string }) {
  const { lastDay } = statistics.totals;
  const last =
    lastDay === null || lastDay > today
      ? (lastDay ?? today)
      : statistics.totals.lastDay!.slice(0, 4) === today.slice(0, 4)
        ? today
        : lastDay;
  const { first, weeks, months, flights, daysFlown, longestStreak } = calendarOf(statistics.days, last);
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
      fileName="days-flown"
      noteText={
        isRead(first)
          ? t('logbook.chart.daysNote', {
              from: monthText(first.slice(0, 7)),
              to: monthText(last.slice(0, 7)),
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
          weekdays,
          legend: t('logbook.chart.daysLegend'),
        })
      }
      heads={[t('logbook.chart.head', { head: 'day' }), t('logbook.chart.head', { head: 'flights' })]}
      rows={weeks
        .flat()
        .filter((day) => day !== null && day.flights > 0)
        .toReversed()
        .map((day) => ({ key: day!.day, cells: [dayText(day!.day), number(day!.flights)], link: dayLink(day!.day) }))}
    />
  );
}
