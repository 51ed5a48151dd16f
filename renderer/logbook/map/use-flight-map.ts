// Draws the map on its canvas and computes the screen positions.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { LogbookMap } from '../../../main/contract/logbook.ts';
import { useMedia, useSize } from '../../elements/use-layout.ts';
import type { MapShape } from '../logbook-address.ts';
import { useWindow } from '../../store/use-window.ts';
import { coarseCoast, fineFrom, useFineCoast } from './coast.ts';
import {
  airportPoints,
  coloursOf,
  dotRadius,
  drawDots,
  drawOneRoute,
  drawRoutes,
  type MapColours,
  worldSteps,
} from './draw-map.ts';
import { isRing, limited, type MapView, projectPoints, routeAt, routeLines, scaleOf, viewOfAll } from './globe-math.ts';

/** The maximum device pixel ratio: more costs time without a visible difference. */
const maxSharpness = 2;

export function useFlightMap(map: LogbookMap, shape: MapShape) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [area, size] = useSize<HTMLDivElement>();
  const [changed, setChanged] = useState<{
    readonly shape: MapShape;
    readonly map: LogbookMap;
    readonly view: MapView;
  } | null>(null);
  // Another projection or other flights start with everything in view.
  const moved = changed !== null && changed.shape === shape && changed.map === map ? changed.view : null;
  const setMoved = (next: MapView | null) => setChanged(next && { shape, map, view: next });
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
  const dotPlaces = useMemo(() => {
    const screen = new Float64Array(2 * airports.count);
    if (size !== null && view !== null) projectPoints(shape, view, size, airports, screen);
    return screen;
  }, [shape, view, size, airports]);

  const fineCoast = useFineCoast(view !== null && view.zoom >= fineFrom);
  // It takes too long for a frame of a map that moves.
  const coast = isMoving || fineCoast === null ? coarseCoast : fineCoast;

  // The colours of the page; to read them in each frame would take a tenth of it.
  const [colours, setColours] = useState<MapColours | null>(null);
  const theme = useWindow((state) => state.settings?.theme ?? 'system');
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const isForced = useMedia('(forced-colors: active)');
  const look = `${theme} ${isDark} ${isForced}`;
  // The theme only triggers reading.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => setColours(coloursOf(canvas.current!)), [look]);
  const isBegun = useRef(false);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null || size === null || view === null || colours === null) return undefined;
    const sharpness = isMoving ? 1 : Math.min(devicePixelRatio, maxSharpness);
    const [width, height] = [Math.round(size.width * sharpness), Math.round(size.height * sharpness)];
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    const context = element.getContext('2d')!;
    context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    const world = { shape, view, size, colours, coast };
    context.clearRect(0, 0, size.width, size.height);
    const steps = [
      ...worldSteps(context, world, dotPlaces, isMoving),
      () => {
        projectPoints(shape, view, size, lines.points, linePlaces);
        drawRoutes(context, world, lines, linePlaces, isMoving);
        if (emphasised !== null) drawOneRoute(context, world, lines, linePlaces, emphasised);
        drawDots(context, map, dotPlaces, colours);
      },
    ];
    // The first time takes long: it is drawn in several tasks.
    const later = isBegun.current ? [] : steps.map((step) => setTimeout(step));
    if (isBegun.current) for (const step of steps) step();
    isBegun.current = true;
    return () => later.forEach(clearTimeout);
  }, [map, shape, view, size, isMoving, lines, linePlaces, dotPlaces, emphasised, coast, colours]);

  const find = useCallback(
    ([x, y]: readonly [number, number]): { kind: 'airport' | 'route'; index: number } | null => {
      if (size === null || view === null) return null;
      for (const [index] of map.airports.entries()) {
        const reach = Math.max(8, dotRadius(map, index) + 3);
        if (Math.hypot(dotPlaces[2 * index]! - x, dotPlaces[2 * index + 1]! - y) <= reach)
          return { kind: 'airport', index };
      }
      const route = routeAt([x, y], lines, linePlaces, 6, 1.7 * scaleOf(shape, size, view.zoom));
      return route === null || isRing(map.routes[route]!) ? null : { kind: 'route', index: route };
    },
    [map, shape, size, view, lines, linePlaces, dotPlaces],
  );

  return { canvas, area, size, view, dotPlaces, find, setMoved, isMoving, setIsMoving, emphasise: setEmphasised };
}
