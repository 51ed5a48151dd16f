// What the logbook adds to the detail of a flight: its cities, its route on a map, and links to similar flights.
import { lazy, Suspense } from 'react';
import type { LogbookRow } from '../../main/contract/logbook.ts';
import { createLater } from '../elements/later.ts';
import { UNKNOWN, knownText } from '../format/amount.ts';
import { dayText } from '../format/day.ts';
import { t } from '../text.ts';

export const routeMap = createLater(() => import('../logbook/map/route-map.tsx'));
const RouteMap = lazy(routeMap.view('default'));

export function FlightSection({ row }: { readonly row: LogbookRow }) {
  const { from, to, fromCity, toCity, aircraft, day, dateText, distanceNm } = row;
  const date = day === null ? dateText : dayText(day, 'full');
  const places = fromCity && toCity ? t('logbook.flight.places', { from: fromCity, to: toCity }) : null;
  const code = (text: string) => encodeURIComponent(text);
  return (
    <>
      <p className="dim">
        {places === null
          ? t('logbook.detail.day', { day: date })
          : t('logbook.detail.placesAndDay', { places, day: date })}
        {distanceNm !== null && <> · {t('logbook.totals.miles', { n: Math.round(distanceNm) })}</>}
      </p>
      <Suspense fallback={<div className="route-map" />}>
        <RouteMap row={row} />
      </Suspense>
      <p className="actions similar">
        {from !== '' && to !== '' && (
          <a className="button" href={`#logbook?route=${code(from)},${code(to)}`}>
            {t('logbook.detail.sameRoute')}
          </a>
        )}
        {knownText(aircraft) !== UNKNOWN && (
          <a className="button" href={`#logbook?type=${code(aircraft)}`}>
            {t('logbook.detail.sameType', { type: aircraft })}
          </a>
        )}
      </p>
    </>
  );
}
