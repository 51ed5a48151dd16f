// The map of the filtered flights, flat or as a globe, with the same data as tables over its edges.
import { useId, useLayoutEffect, useMemo, useState } from 'react';
import type { LogbookMap } from '../../../main/contract/logbook.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { FailureMessage } from '../../elements/failure-message.tsx';
import { t } from '../../text.ts';
import {
  CompletenessLine,
  FiguresOf,
  LacksFigures,
  lacksFigures,
  NoFlights,
  useSoFar,
  withSoFar,
} from '../flight-summary.tsx';
import { ExportMenu } from '../export-menu.tsx';
import { FilterBar } from '../filter-bar.tsx';
import { mapShapes, type MapShape } from '../logbook-address.ts';
import { useAnswer, useFlightsRevision, useLogbookAddress, useLogbookFilter, useShowFlights } from '../use-logbook.ts';
import { AirportLayer, airportText } from './airport-layer.tsx';
import { dragged, zoomed } from './globe-math.ts';
import { MapControls } from './map-controls.tsx';
import { FlownTables, Notes, ShownTable } from './map-tables.tsx';
import { useFlightMap } from './use-flight-map.ts';
import { useGestures } from '../../elements/use-gestures.ts';
import { useMapKeys } from './use-map-keys.ts';

type Props = { readonly app: AppState; readonly chooseFiles: () => void };

export default function MapView({ app, chooseFiles }: Props) {
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
          archivedLeftOut={totals.value?.archivedLeftOut ?? 0}
          isEmpty={totals.value?.flights === 0 || isLacking}
        />
      </div>
      {failure !== null && (
        <p className="concern-text flights-failure" role="alert">
          <FailureMessage failure={failure} />
        </p>
      )}
      {totals.value?.flights === 0 && (
        <NoFlights app={app} address={address} read={totals.value} chooseFiles={chooseFiles} />
      )}
      {total > 0 && isLacking && <LacksFigures app={app} view="map" />}
      {map.value !== null && total > 0 && !isLacking && (
        <FiguresOf read={totals.value}>
          <FlightMap map={map.value} shape={shape} totals={totals.value} />
        </FiguresOf>
      )}
    </main>
  );
}

type Box = { left: number; top: number; right: number; bottom: number };

type MapProps = {
  readonly map: LogbookMap;
  readonly shape: MapShape;
  readonly totals: Parameters<typeof ShownTable>[0]['totals'];
};

function FlightMap({ map, shape, totals }: MapProps) {
  const soFar = useSoFar();
  const address = useLogbookAddress();
  const show = useShowFlights();
  const drawn = useFlightMap(map, shape);
  const { canvas, area, size, view, dotPlaces, find, setMoved, isMoving, setIsMoving, emphasise } = drawn;
  const [tip, setTip] = useState<{ readonly x: number; readonly y: number; readonly text: string } | null>(null);
  const keysId = useId();
  const [covered, setCovered] = useState<readonly Box[]>([]);
  useLayoutEffect(() => {
    const origin = area.current?.getBoundingClientRect();
    const over = [...(area.current?.parentElement?.querySelectorAll('.map-card') ?? [])];
    if (origin === undefined) return;
    setCovered(
      over.map((card) => {
        const { left, top, right, bottom } = card.getBoundingClientRect();
        return {
          left: left - origin.left,
          top: top - origin.top,
          right: right - origin.left,
          bottom: bottom - origin.top,
        };
      }),
    );
    // The size of the tables depends on the flights.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [area, size, map]);

  const codeOf = (at: number) => map.airports[at]!.code;
  const chooseAirport = (at: number) => show({ ...address, airports: [codeOf(at)], route: null }, { as: 'logbook' });
  const chooseRoute = (at: number) => {
    const { a, b } = map.routes[at]!;
    show({ ...address, route: [codeOf(a), codeOf(b)], airports: [] }, { as: 'logbook' });
  };

  const zoomBy = (factor: number, at?: readonly [number, number]) => {
    if (size && view) setMoved(zoomed(shape, view, size, factor, at));
  };
  const moveBy = (dx: number, dy: number) => {
    if (size && view) setMoved(dragged(shape, view, size, dx, dy));
  };
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
      if (found?.kind === 'airport') chooseAirport(found.index);
      if (found?.kind === 'route') chooseRoute(found.index);
    },
    hover(at) {
      const found = at === null ? null : find(at);
      emphasise(found?.kind === 'route' ? found.index : null);
      if (at === null || found === null) return setTip(null);
      const route = found.kind === 'route' ? map.routes[found.index]! : null;
      const text =
        route === null
          ? airportText(map.airports[found.index]!)
          : t('logbook.map.routeTip', {
              a: codeOf(route.a),
              b: codeOf(route.b),
              n: route.flights,
              miles: Math.round(route.distanceNm),
            });
      setTip({ x: at[0], y: at[1], text });
    },
    end: () => setIsMoving(false),
  });
  const onKeyDown = useMapKeys({ move: moveBy, zoom: zoomBy, reset: () => setMoved(null) });

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
        {size !== null && (
          <AirportLayer
            map={map}
            size={size}
            screen={dotPlaces}
            isMoving={isMoving}
            covered={covered}
            choose={chooseAirport}
          />
        )}
        {tip !== null && size !== null && (
          <span
            className="map-tip"
            style={{
              left: Math.min(tip.x + 14, size.width - 220),
              top: tip.y > size.height - 60 ? tip.y - 44 : tip.y + 16,
            }}
            aria-hidden="true"
          >
            {tip.text}
          </span>
        )}
      </div>
      <p id={keysId} className="off-screen">
        {t('logbook.map.keys')}
      </p>
      <div className="map-cards">
        <section className="map-card shown-card" aria-label={t('logbook.map.shown')}>
          <ShownTable map={map} totals={totals} />
          <Notes map={map} />
        </section>
        <section className="map-card flown-card" aria-label={t('logbook.map.mostFlownTitle')}>
          <FlownTables map={map} chooseRoute={chooseRoute} chooseAirport={chooseAirport} emphasise={emphasise} />
        </section>
        <MapControls zoom={zoomBy} reset={() => setMoved(null)} />
      </div>
    </div>
  );
}
