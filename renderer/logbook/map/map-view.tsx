// The map of the filtered flights, flat or as a globe, with the same data as tables beside it.
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import type { LogbookFilter, LogbookMap, LogbookTotals } from '../../../main/contract/logbook.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { message } from '../../../main/messages/message.ts';
import { ZoomButton } from '../../elements/button.tsx';
import { Details } from '../../elements/details.tsx';
import { panAndZoomKeys, useGestures, zoomStep } from '../../elements/use-gestures.ts';
import { number } from '../../format/amount.ts';
import { ExportMenu } from '../export-menu.tsx';
import { FilterBar } from '../filter-bar.tsx';
import {
  CompletenessLine,
  FiguresOf,
  LacksFigures,
  lacksFigures,
  NoFlights,
  useSoFar,
  withSoFar,
} from '../flight-summary.tsx';
import { type LogbookAddress, logbookQuery, type MapShape, mapShapes } from '../logbook-address.ts';
import { useFlightsRevision, useLogbookAddress, useLogbookFilter, useShowFlights } from '../use-logbook.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { FailureNote } from '../../elements/failure-message.tsx';
import { t } from '../../text.ts';
import { AirportLayer, airportText } from './airport-layer.tsx';
import { visitsOf } from './draw-map.ts';
import { dragged, zoomed } from './globe-math.ts';
import { useFlightMap } from './use-flight-map.ts';

type MapViewProps = { readonly app: AppState; readonly chooseFiles: () => void };

export default function MapView({ app, chooseFiles }: MapViewProps) {
  const address = useLogbookAddress();
  const filter = useLogbookFilter();
  const revision = useFlightsRevision();
  const question = useMemo(() => ({ filter }), [filter]);
  const map = useAnswer('logbook.map', question, revision);
  const totals = useAnswer('logbook.totals', question, revision);
  const show = useShowFlights();
  const { shape } = address;
  const total = totals.value?.flights ?? 0;
  const isLacking = totals.value !== null && lacksFigures(totals.value);
  const failure = map.failure ?? totals.failure;
  const pilots = `${app.service.profile} ${app.showsEveryone} ${app.accounts.find(({ isInUse }) => isInUse)?.id}`;
  return (
    <main className="flights" id="main" tabIndex={-1}>
      <h1 className="off-screen">{t('window.nav.view', { view: 'map' })}</h1>
      <FilterBar>
        <div className="switch" role="group" aria-label={t('logbook.map.shape')}>
          {mapShapes.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={shape === one}
              onClick={() => show({ ...address, shape: one }, { inPlace: true })}
            >
              {t('logbook.map.shapeName', { shape: one })}
            </button>
          ))}
        </div>
        <ExportMenu filter={filter} order={address.order} total={total} />
      </FilterBar>
      <div className="map-lines">
        <CompletenessLine
          app={app}
          address={address}
          totals={totals.value}
          isEmpty={totals.value?.flights === 0 || isLacking}
        />
      </div>
      <FailureNote failure={failure} />
      {totals.value?.flights === 0 && (
        <NoFlights app={app} address={address} read={totals.value} chooseFiles={chooseFiles} />
      )}
      {total > 0 && isLacking && <LacksFigures app={app} view="map" />}
      {map.value !== null && total > 0 && !isLacking && (
        <FiguresOf read={totals.value}>
          <FlightMap key={pilots} map={map.value} shape={shape} filter={filter} totals={totals.value} />
        </FiguresOf>
      )}
    </main>
  );
}

type MapProps = {
  readonly map: LogbookMap;
  readonly shape: MapShape;
  readonly filter: LogbookFilter;
  readonly totals: Parameters<typeof ShownTable>[0]['totals'];
};

function FlightMap({ map, shape, filter, totals }: MapProps) {
  const soFar = useSoFar();
  const drawn = useFlightMap(map, shape, filter);
  const { canvas, area, size, isDrawn, places, isMoving, emphasise } = drawn;
  const keysId = useId();
  const { chooseAirport, chooseRoute } = useChoice(map);
  const { tip, zoomBy, fit, onKeyDown } = useMapGestures({ map, shape, drawn, chooseAirport, chooseRoute });
  return (
    <div className="map">
      <div
        ref={area}
        className={tip === null ? 'map-area' : 'map-area over-something'}
        role="group"
        tabIndex={0}
        aria-label={withSoFar(t('logbook.map.label', { flights: totals?.flights ?? 0, routes: map.routeCount }), soFar)}
        aria-describedby={keysId}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} aria-hidden="true" />
        {size !== null && isDrawn && (
          <AirportLayer map={map} size={size} screen={places.dots} isMoving={isMoving} choose={chooseAirport} />
        )}
        {tip !== null && size !== null && <MapTip tip={tip} size={size} />}
      </div>
      <p id={keysId} className="off-screen">
        {t('logbook.map.keys')}
      </p>
      <div className="map-cards">
        <div className="map-controls" role="group" aria-label={t('logbook.map.zoomLabel')}>
          <ZoomButton does="in" onClick={() => zoomBy(zoomStep)} />
          <ZoomButton does="out" onClick={() => zoomBy(1 / zoomStep)} />
          <ZoomButton does="all" onClick={fit} />
        </div>
        <section className="map-card" aria-label={t('logbook.map.shown')}>
          <ShownTable map={map} totals={totals} />
          <Notes map={map} />
        </section>
        <section className="map-card" aria-label={t('logbook.map.mostFlownTitle')}>
          <FlownTables map={map} chooseRoute={chooseRoute} chooseAirport={chooseAirport} emphasise={emphasise} />
        </section>
      </div>
    </div>
  );
}

type Drawn = ReturnType<typeof useFlightMap>;

const codeOf = ({ airports }: LogbookMap, at: number) => airports[at]!.code;

/** Returns what opens the flights of an airport or a route: the map of them first, then their list. */
function useChoice(map: LogbookMap) {
  const address = useLogbookAddress();
  const show = useShowFlights();
  const open = (next: LogbookAddress) =>
    show(next, logbookQuery(next) === logbookQuery(address) ? { as: 'logbook' } : {});
  return {
    chooseAirport: (at: number) => open({ ...address, airports: [codeOf(map, at)], route: null }),
    chooseRoute(at: number) {
      const { a, b } = map.routes[at]!;
      open({ ...address, route: [codeOf(map, a), codeOf(map, b)], airports: [] });
    },
  };
}

/** Pixels per key press. */
const panBy = 60;

type GesturesOptions = ReturnType<typeof useChoice> & {
  readonly map: LogbookMap;
  readonly shape: MapShape;
  readonly drawn: Drawn;
};

/** Moves, zooms and explains the map with pointer and keys. */
function useMapGestures({ map, shape, drawn, chooseAirport, chooseRoute }: GesturesOptions) {
  const { area, size, view, find, setMoved, setIsMoving, emphasise } = drawn;
  const [tip, setTip] = useState<Tip | null>(null);
  const zoomBy = (factor: number, at?: readonly [number, number]) => {
    if (size && view) setMoved(zoomed(shape, view, size, factor, at));
  };
  const moveBy = (dx: number, dy: number) => {
    if (size && view) setMoved(dragged(shape, view, size, dx, dy));
  };
  const fit = () => setMoved(null);
  useGestures(area, {
    drag(dx, dy) {
      setIsMoving(true);
      setTip(null);
      moveBy(dx, dy);
    },
    zoom(factor, at) {
      setIsMoving(true);
      setTip(null);
      zoomBy(factor, at);
    },
    press(at) {
      const found = find(at);
      setTip(null);
      if (found?.kind === 'airport') chooseAirport(found.index);
      if (found?.kind === 'route') chooseRoute(found.index);
    },
    hover(at) {
      const found = at === null ? null : find(at);
      emphasise(found?.kind === 'route' ? found.index : null);
      if (at === null || found === null) return setTip(null);
      const text = found.kind === 'route' ? routeTip(map, found.index) : airportText(map.airports[found.index]!);
      setTip({ x: at[0], y: at[1], text });
    },
    end: () => setIsMoving(false),
  });
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = panAndZoomKeys({ pan: moveBy, zoom: zoomBy, fit }, panBy)[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
  return { tip, zoomBy, fit, onKeyDown };
}

function routeTip(map: LogbookMap, at: number): string {
  const { a, b, flights, distanceNm } = map.routes[at]!;
  const ends = { a: codeOf(map, a), b: codeOf(map, b) };
  return t('logbook.map.routeTip', { ...ends, n: flights, miles: Math.round(distanceNm) });
}

type Tip = { readonly x: number; readonly y: number; readonly text: string };

function MapTip({ tip, size }: { readonly tip: Tip; readonly size: NonNullable<Drawn['size']> }) {
  const left = Math.min(tip.x + 14, size.width - 220);
  const top = tip.y > size.height - 60 ? tip.y - 44 : tip.y + 16;
  return (
    <span className="map-tip" style={{ left, top }} aria-hidden="true">
      {tip.text}
    </span>
  );
}

const mostRows = 500;
const firstRows = 7;

type ShownProps = { readonly map: LogbookMap; readonly totals: LogbookTotals | null };

/** The data of the map as tables beside it, which screen readers read instead of the map. */
function ShownTable({ map, totals }: ShownProps) {
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
        {row(t('logbook.map.row', { row: 'airports' }), number(map.airports.length))}
        {longest > 0 &&
          soFar === '' &&
          row(t('logbook.map.row', { row: 'longest' }), t('logbook.totals.miles', { n: Math.round(longest) }))}
      </tbody>
    </table>
  );
}

function Notes({ map }: { readonly map: LogbookMap }) {
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
function FlownTables({ map, chooseRoute, chooseAirport, emphasise }: TablesProps) {
  const order = map.routes.map((_, at) => at).toSorted((a, b) => map.routes[b]!.flights - map.routes[a]!.flights);
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
            {t('logbook.map.route', { a: codeOf(map, a), b: codeOf(map, b) })}
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
          <span className="mono">{codeOf(map, at)}</span> <span className="dim">{map.airports[at]!.city}</span>
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
      {!isClosed && table(rows.slice(0, firstRows), name, false)}
      {(isClosed ? rows.length > 0 : rows.length > firstRows) && (
        <Details summary={withSoFar(all, soFar)}>
          {() => (
            <div className="flown-all">
              {table(isClosed ? rows.slice(0, mostRows) : rows.slice(firstRows, mostRows), isClosed ? name : all, true)}
              {rows.length > mostRows && <p className="small dim">{t('logbook.map.tableCut', { n: mostRows })}</p>}
            </div>
          )}
        </Details>
      )}
    </div>
  );
}
