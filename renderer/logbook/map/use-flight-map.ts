// Draws the map on its canvas and computes the screen positions.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { LogbookFilter, LogbookMap } from '../../../main/contract/logbook.ts';
import { contextOf, drawAll, drawInPieces, show } from '../../elements/canvas.ts';
import { useMedia, useSize } from '../../elements/use-layout.ts';
import type { MapShape } from '../logbook-address.ts';
import { useWindow } from '../../store/use-window.ts';
import { coarseCoast, fineFrom, useFineCoast } from './coast.ts';
import { airportPoints, coloursOf, dotRadius, drawMap, drawOneRoute, type MapColours } from './draw-map.ts';
import { isRing, limited, type MapView, projectPoints, routeAt, routeLines, scaleOf, viewOfAll } from './globe-math.ts';

/** The maximum device pixel ratio: more costs time without a visible difference. */
const maxSharpness = 2;

export function useFlightMap(map: LogbookMap, shape: MapShape, filter: LogbookFilter) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [area, size] = useSize<HTMLDivElement>();
  const [changed, setChanged] = useState<{
    readonly shape: MapShape;
    readonly filter: LogbookFilter;
    readonly view: MapView;
  } | null>(null);
  // Another projection or filter starts with everything in view; more flights leave it where it is.
  const moved = changed !== null && changed.shape === shape && changed.filter === filter ? changed.view : null;
  const setMoved = (next: MapView | null) => setChanged(next && { shape, filter, view: next });
  const [isMoving, setIsMoving] = useState(false);
  const [emphasised, setEmphasised] = useState<number | null>(null);

  const lines = useMemo(() => routeLines(map), [map]);
  const airports = useMemo(() => airportPoints(map), [map]);
  const all = useMemo(
    () => (size === null ? null : viewOfAll(shape, airports, lines, size, { x: 64, y: 58 })),
    [shape, airports, lines, size],
  );
  const view = useMemo(() => (size === null ? null : limited(shape, moved ?? all!)), [shape, moved, all, size]);
  const linePlaces = useMemo(() => new Float64Array(2 * lines.points.count), [lines]);
  const places = useMemo(() => {
    const dots = new Float64Array(2 * airports.count);
    if (size !== null && view !== null) projectPoints(shape, view, size, airports, dots);
    return { dots, lines: linePlaces };
  }, [shape, view, size, airports, linePlaces]);

  const fineCoast = useFineCoast(view !== null && view.zoom >= fineFrom);

  // The colours of the page; to read them in each frame would take a tenth of it.
  const [colours, setColours] = useState<MapColours | null>(null);
  const theme = useWindow((state) => state.settings?.theme ?? 'system');
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const isForced = useMedia('(forced-colors: active)');
  const look = `${theme} ${isDark} ${isForced}`;
  // The theme only triggers reading.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => setColours(coloursOf(canvas.current!)), [look]);
  /** Shows the map that was drawn last, with a route on it or not; null while the map moves, undefined before the first. */
  const [showStill, setShowStill] = useState<((route: number | null) => void) | null | undefined>();
  const shown = useRef<{ readonly map: LogbookMap; readonly view: MapView } | null>(null);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null || size === null || view === null || colours === null) return undefined;
    const world = { shape, view, size, colours, coast: coarseCoast };
    // A map that moves is drawn at once and with less; all of it would take too long for a frame.
    if (isMoving || (shown.current?.map === map && shown.current.view !== view))
      drawAll(drawMap(contextOf(element, size, 1), world, map, lines, places, true));
    shown.current = { map, view };
    setShowStill((still: typeof showStill) => (still === undefined ? undefined : null));
    if (isMoving) return undefined;
    const sharpness = Math.min(devicePixelRatio, maxSharpness);
    const fine = { ...world, coast: fineCoast ?? coarseCoast };
    return drawInPieces(
      size,
      sharpness,
      (context) => drawMap(context, fine, map, lines, places),
      (drawn) =>
        setShowStill(() => (route: number | null) => {
          const context = show(drawn, element);
          context.scale(sharpness, sharpness);
          if (route !== null) drawOneRoute(context, fine, map, lines, places, route);
        }),
    );
  }, [map, shape, view, size, isMoving, lines, places, fineCoast, colours]);
  useLayoutEffect(() => showStill?.(emphasised), [showStill, emphasised]);

  const find = useCallback(
    ([x, y]: readonly [number, number]): { kind: 'airport' | 'route'; index: number } | null => {
      if (size === null || view === null) return null;
      for (const [index] of map.airports.entries()) {
        const reach = Math.max(8, dotRadius(map, index) + 3);
        if (Math.hypot(places.dots[2 * index]! - x, places.dots[2 * index + 1]! - y) <= reach)
          return { kind: 'airport', index };
      }
      const route = routeAt([x, y], lines, places.lines, 6, 1.7 * scaleOf(shape, size, view.zoom));
      return route === null || isRing(map.routes[route]!) ? null : { kind: 'route', index: route };
    },
    [map, shape, size, view, lines, places],
  );

  const isDrawn = showStill !== undefined;
  return { canvas, area, size, isDrawn, view, places, find, setMoved, isMoving, setIsMoving, emphasise: setEmphasised };
}
