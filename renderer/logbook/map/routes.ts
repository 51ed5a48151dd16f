// The routes of a map as great circles, and the lookup of the route under the pointer. Pure.
import { geoDistance, geoInterpolate } from 'd3-geo';
import type { LogbookMap } from '../../../main/contract/logbook.ts';
import { pointsOf, type Points } from './globe-math.ts';

/** The maximum radians between two points of an arc: 3.5°, which looks round. */
const STEP = 0.06;
/** So many routes are drawn in time with four times the points, whose corners are not seen when the map is enlarged. */
const FINE_UP_TO = 500;

export type RouteLines = {
  readonly points: Points;
  /** The index of each route's first point, and one more for the end. */
  readonly starts: Uint32Array;
  /** The weight of each route, from 0 (flown once) to `WEIGHTS - 1` (flown most). */
  readonly weight: Uint8Array;
};

/** The number of steps of width and opacity. Each is one stroke call, so there are few. */
export const WEIGHTS = 6;

/** Returns the weight of a route, logarithmic between flown once and flown most. */
export function weightOf(flights: number, most: number): number {
  if (most <= 1) return 2;
  return Math.round((Math.log(flights) / Math.log(most)) * (WEIGHTS - 1));
}

export const isRing = ({ a, b }: { readonly a: number; readonly b: number }) => a === b;

export function routeLines({ airports, routes }: Pick<LogbookMap, 'airports' | 'routes'>): RouteLines {
  const most = routes.reduce((all, { flights }) => Math.max(all, flights), 1);
  const places: [number, number][] = [];
  const starts = new Uint32Array(routes.length + 1);
  const weight = new Uint8Array(routes.length);
  const distance = routes.length > FINE_UP_TO ? STEP : STEP / 4;
  for (const [at, route] of routes.entries()) {
    starts[at] = places.length;
    weight[at] = weightOf(route.flights, most);
    if (isRing(route)) continue;
    const [a, b] = [airports[route.a]!, airports[route.b]!];
    const ends: [[number, number], [number, number]] = [
      [a.lon, a.lat],
      [b.lon, b.lat],
    ];
    const steps = Math.max(1, Math.ceil(geoDistance(...ends) / distance));
    const along = geoInterpolate(...ends);
    for (let step = 0; step <= steps; step += 1) places.push(along(step / steps));
  }
  starts[routes.length] = places.length;
  return { points: pointsOf(places), starts, weight };
}

/** Returns the most flown route within `reach` pixels of a point on the screen, or null. */
export function routeAt(
  [x, y]: readonly [number, number],
  lines: RouteLines,
  screen: Float64Array,
  reach: number,
  farthest: number,
): number | null {
  let best: number | null = null;
  for (let route = 0; route < lines.weight.length; route += 1) {
    for (let at = lines.starts[route]!; at + 1 < lines.starts[route + 1]!; at += 1) {
      const [x1, y1, x2, y2] = [screen[2 * at]!, screen[2 * at + 1]!, screen[2 * at + 2]!, screen[2 * at + 3]!];
      // This segment crosses the edge of the flat map.
      if (Math.abs(x1 - x2) > farthest) continue;
      if (!(distanceToLine(x, y, x1, y1, x2, y2) <= reach)) continue;
      if (best === null || lines.weight[route]! > lines.weight[best]!) best = route;
      break;
    }
  }
  return best;
}

function distanceToLine(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}
