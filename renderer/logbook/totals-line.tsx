// The totals of the filtered flights in one line. Unknown values are shown as such and never counted as zero.
import type { LogbookTotals } from '../../main/contract/logbook.ts';
import { UNKNOWN, minutes as duration, number } from '../format/amount.ts';
import { t } from '../text.ts';
import { lacksFigures, soFarText } from './completeness-line.tsx';

export function onTimeShare({ known, onTime }: LogbookTotals['delay']): string {
  return known === 0 ? UNKNOWN : t('logbook.totals.percent', { share: onTime / known });
}

type Figure = { readonly key: string; readonly value: string; readonly name: string; readonly title?: string };

export function totalFigures(totals: LogbookTotals): Figure[] {
  const { flights, minutes, distanceNm, points, delay, airports, countries } = totals;
  const missing = (unknown: number) => (unknown > 0 ? t('logbook.totals.notKnown', { n: unknown }) : undefined);
  // Without flights, zero is correct.
  const known = ({ unknown }: { unknown: number }, text: string) =>
    flights > 0 && unknown === flights ? UNKNOWN : text;
  const figure = (key: string, value: string, name: string, title?: string): Figure =>
    title === undefined ? { key, value, name } : { key, value, name, title };
  const figures = [
    figure('flights', number(flights), t('logbook.totals.flights', { n: flights })),
    figure(
      'hours',
      known(minutes, duration(minutes.sum)),
      t('logbook.totals.flown', { n: minutes.unknown }),
      missing(minutes.unknown),
    ),
    figure(
      'distance',
      known(distanceNm, t('logbook.totals.miles', { n: Math.round(distanceNm.sum) })),
      t('logbook.totals.greatCircle', { n: distanceNm.unknown }),
      missing(distanceNm.unknown),
    ),
    figure(
      'points',
      known(points, number(points.sum)),
      t('logbook.totals.points', { n: points.unknown }),
      missing(points.unknown),
    ),
    figure(
      'on-time',
      onTimeShare(delay),
      t('logbook.totals.onTime'),
      t('logbook.totals.onTimeHow', { n: delay.known }),
    ),
    figure('airports', number(airports), t('logbook.totals.airports', { airports, countries })),
  ];
  return lacksFigures(totals) ? figures.slice(0, 1) : figures;
}

export function TotalsLine({ totals, isOld }: { readonly totals: LogbookTotals | null; readonly isOld: boolean }) {
  if (totals === null) return <div className="totals" aria-hidden="true" />;
  const soFar = soFarText(totals);
  return (
    <dl className={['totals', isOld && 'old', soFar !== '' && 'so-far'].filter(Boolean).join(' ')}>
      {totalFigures(totals).map(({ key, value, name, title }) => (
        <div key={key} title={title}>
          <dt>
            {name}
            {soFar !== '' && <span className="off-screen">, {soFar}</span>}
          </dt>
          <dd className="time">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
