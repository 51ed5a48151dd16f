// The data of the map as tables over its edges, which screen readers read instead of the map.
import type { ReactNode } from 'react';
import type { LogbookMap, LogbookTotals } from '../../../main/contract/logbook.ts';
import { message } from '../../../main/messages/message.ts';
import { number } from '../../format/amount.ts';
import { t } from '../../text.ts';
import { useSoFar, withSoFar } from '../flight-summary.tsx';
import { visitsOf } from './dots.ts';

const MOST_ROWS = 500;
const FIRST_ROWS = 7;

type ShownProps = { readonly map: LogbookMap; readonly totals: LogbookTotals | null };

export function ShownTable({ map, totals }: ShownProps) {
  const soFar = useSoFar();
  const longest = map.routes.reduce((most, { distanceNm }) => Math.max(most, distanceNm), 0);
  const row = (name: string, value: string) => (
    <tr>
      <th scope="row">{name}</th>
      <td className="time">{value}</td>
    </tr>
  );
  return (
    <table className={soFar === '' ? 'map-table' : 'map-table so-far'}>
      <caption>{withSoFar(t('logbook.map.shown'), soFar)}</caption>
      <tbody>
        {totals !== null && row(t('logbook.map.row', { row: 'flights' }), number(totals.flights))}
        {row(t('logbook.map.row', { row: 'routes' }), number(map.routeCount))}
        {row(t('logbook.map.row', { row: 'airports' }), number(map.airports.length + map.unknown.length))}
        {longest > 0 &&
          soFar === '' &&
          row(t('logbook.map.row', { row: 'longest' }), t('logbook.totals.miles', { n: Math.round(longest) }))}
      </tbody>
    </table>
  );
}

export function Notes({ map }: { readonly map: LogbookMap }) {
  const { routes, routeCount, unknown, withoutRoute } = map;
  const notes = [
    routeCount > routes.length && t('logbook.map.mostFlown', { shown: routes.length, all: routeCount }),
    unknown.length > 0 &&
      t('logbook.map.unknown', {
        codes: [
          ...unknown.slice(0, 12).map(({ code, flights }) => message('logbook.map.unknownCode', { code, n: flights })),
          ...(unknown.length > 12 ? [message('logbook.others', { n: unknown.length - 12 })] : []),
        ],
      }),
    withoutRoute > 0 && t('logbook.map.withoutRoute', { n: withoutRoute }),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <ul className="map-notes small dim">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

type TablesProps = {
  readonly map: LogbookMap;
  readonly chooseRoute: (route: number) => void;
  readonly chooseAirport: (airport: number) => void;
  readonly emphasise: (route: number | null) => void;
};

/** The routes and airports: the most flown are visible, the others are in a disclosure. */
export function FlownTables({ map, chooseRoute, chooseAirport, emphasise }: TablesProps) {
  const order = map.routes.map((_, at) => at).toSorted((a, b) => map.routes[b]!.flights - map.routes[a]!.flights);
  const codeOf = (at: number) => map.airports[at]!.code;
  const routeRow = (at: number) => {
    const { a, b, flights } = map.routes[at]!;
    return (
      <tr key={at} onMouseEnter={() => emphasise(at)} onMouseLeave={() => emphasise(null)}>
        <th scope="row">
          <button
            type="button"
            className="table-link mono"
            onClick={() => chooseRoute(at)}
            onFocus={() => emphasise(at)}
            onBlur={() => emphasise(null)}
          >
            {t('logbook.map.route', { a: codeOf(a), b: codeOf(b) })}
          </button>
        </th>
        <td className="time">{number(flights)}</td>
      </tr>
    );
  };
  const airportRow = (at: number) => (
    <tr key={at}>
      <th scope="row">
        <button type="button" className="table-link" onClick={() => chooseAirport(at)}>
          <span className="mono">{codeOf(at)}</span> <span className="dim">{map.airports[at]!.city}</span>
        </button>
      </th>
      <td className="time">{number(visitsOf(map.airports[at]!))}</td>
    </tr>
  );
  const airports = map.airports.map((_, at) => at);
  return (
    <>
      <Table
        name={t('logbook.map.mostFlownTitle')}
        all={t('logbook.map.allRoutes', { n: order.length })}
        rows={order}
        row={routeRow}
      />
      <Table
        name={t('logbook.map.airportsTitle')}
        all={t('logbook.map.allAirports', { n: airports.length })}
        rows={airports}
        row={airportRow}
        isClosed
      />
    </>
  );
}

type TableProps = {
  readonly name: string;
  readonly all: string;
  readonly rows: readonly number[];
  readonly row: (at: number) => ReactNode;
  readonly isClosed?: boolean;
};

function Table({ name, all, rows, row, isClosed = false }: TableProps) {
  const soFar = useSoFar();
  const table = (shown: readonly number[], caption: string, isHidden: boolean) => (
    <table className="map-table">
      <caption className={isHidden ? 'off-screen' : undefined}>{withSoFar(caption, soFar)}</caption>
      <tbody>{shown.map(row)}</tbody>
    </table>
  );
  return (
    <div className="flown">
      {!isClosed && table(rows.slice(0, FIRST_ROWS), name, false)}
      {(isClosed ? rows.length > 0 : rows.length > FIRST_ROWS) && (
        <details>
          <summary>{withSoFar(all, soFar)}</summary>
          <div className="flown-all">
            {table(
              isClosed ? rows.slice(0, MOST_ROWS) : rows.slice(FIRST_ROWS, MOST_ROWS),
              isClosed ? name : all,
              true,
            )}
            {rows.length > MOST_ROWS && <p className="small dim">{t('logbook.map.tableCut', { n: MOST_ROWS })}</p>}
          </div>
        </details>
      )}
    </div>
  );
}
