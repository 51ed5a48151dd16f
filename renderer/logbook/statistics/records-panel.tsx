// Records, such as the longest flight. Each links to its flight or its days.
import type { ReactNode } from 'react';
import { isSoFar } from '../../../main/contract/completeness.ts';
import type { LogbookRow, LogbookStatistics } from '../../../main/contract/logbook.ts';
import { dayText } from '../../format/time.ts';
import { minutes } from '../../format/amount.ts';
import { useStore } from '../../store/use-window.ts';
import { t } from '../../text.ts';
import { logbookQuery, type LogbookAddress } from '../logbook-address.ts';

type Props = { readonly statistics: LogbookStatistics; readonly address: LogbookAddress };
type Records = NonNullable<LogbookStatistics['records']>;

export function RecordsPanel({ statistics: { records, totals }, address }: Props) {
  return (
    <section className="panel panel-records" aria-label={t('logbook.record.title')}>
      <div className="panel-head">
        <h2>{t('logbook.record.title')}</h2>
      </div>
      {records === null ? (
        <p className="dim">{t('logbook.complete.records', { status: isSoFar(totals) ? 'other' : 'local' })}</p>
      ) : (
        <Records records={records} address={address} />
      )}
    </section>
  );
}

function Records({ records, address }: { readonly records: Records; readonly address: LogbookAddress }) {
  const store = useStore();
  const { longestMinutes, farthestNm, mostPoints, mostInADay, longestStreak } = records;
  const openFlight = (row: LogbookRow) => {
    store.rememberRows([row]);
    store.select(row.stripId);
  };
  const routeOf = ({ from, to, day, dateText }: LogbookRow) =>
    t('logbook.record.flight', { from, to, day: day === null ? dateText : dayText(day) });
  const flight = (record: NonNullable<typeof longestMinutes>) => (
    <button type="button" className="record-link" onClick={() => openFlight(record.row)}>
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
      <dt>{t('logbook.record.name', { record: name })}</dt>
      <dd>
        <b className="time">{value}</b>
        {link}
      </dd>
    </div>
  );
  return (
    <dl className="records">
      {longestMinutes && entry('time', minutes(longestMinutes.value), flight(longestMinutes))}
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
