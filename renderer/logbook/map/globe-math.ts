// Projects places to the screen, for the flat map and the globe, with the routes as great circles. The thousands of
// points of the routes are projected here; land shapes, which have to be clipped at the edge, by d3-geo with the same
// scale, rotation and translation. Pure.
import { geoCentroid, geoNaturalEarth1, geoOrthographic, type GeoProjection } from 'd3-geo';
import type { LogbookMap } from '../../../main/contract/logbook.ts';
import type { MapShape } from '../logbook-address.ts';

/** The place in the middle, in degrees, and the zoom. Zoom 1 shows the whole world. */
export type MapView = { readonly lon: number; readonly lat: number; readonly zoom: number };
export type MapSize = { readonly width: number; readonly height: number };

const minZoom = 1;
const maxZoom = 80;
const radians = Math.PI / 180;

/**
 * Half the width and height of the flat map at scale 1 in the Natural Earth projection. Its height is that from 58° S to
 * 84° N: where nobody lands is seen only by moving the map.
 */
const flatHalf = { width: 0.8707 * Math.PI, height: (heightOf(84) + heightOf(58)) / 2 };
/** Space around the world, in pixels. */
const margin = 24;

/** Returns the pixels per radian in the middle of the map. */
export function scaleOf(shape: MapShape, { width, height }: MapSize, zoom: number): number {
  const [w, h] = [Math.max(80, width - 2 * margin) / 2, Math.max(80, height - 2 * margin) / 2];
  return zoom * (shape === 'globe' ? Math.min(w, h) : Math.min(w / flatHalf.width, h / flatHalf.height));
}

/** Natural Earth: factors of x and y at a latitude in radians (Tom Patterson, Bojan Šavrič). */
function naturalEarth(lat: number): { x: number; y: number } {
  const l2 = lat * lat;
  const l4 = l2 * l2;
  return {
    x: 0.8707 - 0.131979 * l2 + l4 * (-0.013791 + l4 * (0.003971 * l2 - 0.001529 * l4)),
    y: lat * (1.007226 + l2 * (0.015085 + l4 * (-0.044475 + 0.028874 * l2 - 0.005916 * l4))),
  };
}

/** From the equator to a latitude, in degrees, at scale 1. */
function heightOf(lat: number): number {
  return naturalEarth(lat * radians).y;
}

/** The latitude in the middle of the flat map from 58° S to 84° N. */
const middleLat = latAt((heightOf(84) - heightOf(58)) / 2);

function latAt(height: number): number {
  let [low, high] = [-90, 90];
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    if (heightOf(middle) < height) low = middle;
    else high = middle;
  }
  return low;
}

/** Limits the zoom, and the position so that the world stays in view. */
export function limited(shape: MapShape, view: MapView): MapView {
  const zoom = Math.min(maxZoom, Math.max(minZoom, view.zoom));
  const lon = ((((view.lon + 180) % 360) + 360) % 360) - 180;
  if (shape === 'globe') return { lon, lat: Math.min(90, Math.max(-90, view.lat)), zoom };
  // Nearer to the earth, any place can be in the middle, so that a zoom holds the place under the pointer.
  const most = Math.min(80, middleLat + 100 * (zoom - 1));
  return { lon, lat: Math.min(most, Math.max(-most, view.lat)), zoom };
}

/** Returns the projection of d3-geo for the land, the graticule and the outline. */
export function projectionOf(shape: MapShape, view: MapView, size: MapSize): GeoProjection {
  const scale = scaleOf(shape, size, view.zoom);
  const [x, y] = [size.width / 2, size.height / 2];
  if (shape === 'globe') {
    return geoOrthographic().scale(scale).rotate([-view.lon, -view.lat]).translate([x, y]).clipAngle(90);
  }
  const down = naturalEarth(view.lat * radians).y * scale;
  return geoNaturalEarth1()
    .scale(scale)
    .rotate([-view.lon, 0])
    .translate([x, y + down]);
}

/** Points on the earth with precomputed values, so that projecting one takes a few multiplications. */
type Points = {
  readonly count: number;
  /** Degrees. */
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  /** Unit vectors, for the globe. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** Factors of Natural Earth, for the flat map. */
  readonly flatX: Float64Array;
  readonly flatY: Float64Array;
};

function emptyPoints(count: number): Points {
  const array = () => new Float64Array(count);
  return { count, lon: array(), lat: array(), x: array(), y: array(), z: array(), flatX: array(), flatY: array() };
}

function setPoint(points: Points, at: number, x: number, y: number, z: number): void {
  const lat = Math.asin(Math.max(-1, Math.min(1, z)));
  const flat = naturalEarth(lat);
  points.lon[at] = Math.atan2(y, x) / radians;
  points.lat[at] = lat / radians;
  points.x[at] = x;
  points.y[at] = y;
  points.z[at] = z;
  points.flatX[at] = flat.x;
  points.flatY[at] = flat.y;
}

export function pointsOf(places: readonly (readonly [number, number])[]): Points {
  const points = emptyPoints(places.length);
  for (const [at, [lon, lat]] of places.entries()) {
    const [l, p] = [lon * radians, lat * radians];
    setPoint(points, at, Math.cos(p) * Math.cos(l), Math.cos(p) * Math.sin(l), Math.sin(p));
  }
  return points;
}

/** Writes alternating x and y screen positions into `into`; NaN for points on the far side of the globe. */
export function projectPoints(shape: MapShape, view: MapView, size: MapSize, points: Points, into: Float64Array): void {
  const scale = scaleOf(shape, size, view.zoom);
  const [middleX, middleY] = [size.width / 2, size.height / 2];
  if (shape === 'flat') {
    const down = middleY + naturalEarth(view.lat * radians).y * scale;
    for (let at = 0; at < points.count; at += 1) {
      let lon = points.lon[at]! - view.lon;
      if (lon > 180) lon -= 360;
      else if (lon < -180) lon += 360;
      into[2 * at] = middleX + lon * radians * points.flatX[at]! * scale;
      into[2 * at + 1] = down - points.flatY[at]! * scale;
    }
    return;
  }
  const [l, p] = [view.lon * radians, view.lat * radians];
  const [cosL, sinL, cosP, sinP] = [Math.cos(l), Math.sin(l), Math.cos(p), Math.sin(p)];
  for (let at = 0; at < points.count; at += 1) {
    const [x, y, z] = [points.x[at]!, points.y[at]!, points.z[at]!];
    const forward = x * cosL + y * sinL;
    const isVisible = forward * cosP + z * sinP >= 0;
    into[2 * at] = isVisible ? middleX + (y * cosL - x * sinL) * scale : Number.NaN;
    into[2 * at + 1] = middleY - (z * cosP - forward * sinP) * scale;
  }
}

/** Returns the view after a drag of this many pixels. */
export function dragged(shape: MapShape, view: MapView, size: MapSize, dx: number, dy: number): MapView {
  const perPixel = 1 / (scaleOf(shape, size, view.zoom) * radians);
  const wide = shape === 'globe' ? Math.max(0.2, Math.cos(view.lat * radians)) : naturalEarth(view.lat * radians).x;
  return limited(shape, { ...view, lon: view.lon - (dx * perPixel) / wide, lat: view.lat + dy * perPixel });
}

/** Returns the view zoomed by a factor around a point on the screen, within the limits; on a globe about around it. */
export function zoomed(
  shape: MapShape,
  view: MapView,
  size: MapSize,
  factor: number,
  at: readonly [number, number] = [size.width / 2, size.height / 2],
): MapView {
  const next = limited(shape, { ...view, zoom: view.zoom * factor });
  const [dx, dy] = [at[0] - size.width / 2, at[1] - size.height / 2];
  const moved = next.zoom / view.zoom - 1;
  if (shape === 'globe') return dragged(shape, next, size, -dx * moved, -dy * moved);
  const [before, after] = [1 / scaleOf(shape, size, view.zoom), 1 / scaleOf(shape, size, next.zoom)];
  const height = heightOf(view.lat) - dy * before;
  const wide = naturalEarth(latAt(height) * radians).x * radians;
  const placed = { lon: view.lon + (dx * (before - after)) / wide, lat: latAt(height + dy * after) };
  return limited(shape, { ...next, ...placed });
}

/** The maximum tilt in degrees of a globe that shows everything, so that the equator stays near the middle. */
const mostTilt = 28;

/** A short flight is shown with its surroundings: the shorter side of the map is never less, in radians. */
const leastShown = 500 / 6_371;

/**
 * Returns a view that shows all airports and whole routes in the middle, across the date line as well.
 * @param space pixels around them, for dots and names
 */
export function viewOfAll(
  shape: MapShape,
  airports: Points,
  lines: RouteLines,
  size: MapSize,
  space: { readonly x: number; readonly y: number },
): MapView {
  if (airports.count === 0) return { lon: 0, lat: 0, zoom: 1 };
  if (shape === 'globe') {
    const coordinates = Array.from(airports.lon, (lon, at) => [lon, airports.lat[at]!]);
    const [lon, lat] = geoCentroid({ type: 'MultiPoint', coordinates });
    return { lon, lat: Math.min(mostTilt, Math.max(-mostTilt, lat)), zoom: 1 };
  }
  const all = [airports, lines.points];
  const edge = edgeLon(airports, lines);
  const east = (lon: number) => (lon - edge + 720) % 360;
  let [first, last, south, north] = [360, 0, 90, -90];
  for (const { count, lon, lat } of all) {
    for (let at = 0; at < count; at += 1) {
      const x = east(lon[at]!);
      if (x < first) first = x;
      if (x > last) last = x;
      if (lat[at]! < south) south = lat[at]!;
      if (lat[at]! > north) north = lat[at]!;
    }
  }
  const middle = (first + last) / 2;
  let wide = 0;
  for (const { count, lon, flatX } of all) {
    for (let at = 0; at < count; at += 1) {
      wide = Math.max(wide, Math.abs(east(lon[at]!) - middle) * radians * flatX[at]!);
    }
  }
  const high = (heightOf(north) - heightOf(south)) / 2;
  const scale = Math.min(
    (size.width / 2 - space.x) / wide,
    (size.height / 2 - space.y) / high,
    Math.min(size.width, size.height) / leastShown,
  );
  // No farther from the middle than the world reaches.
  const most = Math.max(middleLat, latAt(heightOf(90) - (size.height / 2 - margin) / scale));
  const lat = Math.min(most, Math.max(-most, latAt((heightOf(south) + heightOf(north)) / 2)));
  return limited(shape, { lon: edge + middle, lat, zoom: scale / scaleOf(shape, size, 1) });
}

/** Between continents: the Atlantic and the Pacific. */
const isOcean = (lon: number) => (lon >= 320 && lon <= 338) || (lon >= 165 && lon <= 205);

/** The longitude of an ocean at which the edge of the map cuts the fewest routes, in the middle of the widest gap. */
function edgeLon(airports: Points, { points, starts }: RouteLines): number {
  const cut = new Uint32Array(360);
  const add = (from: number, to: number) => {
    for (let lon = Math.ceil(Math.min(from, to)); lon <= Math.max(from, to); lon += 1) cut[(lon + 720) % 360]! += 1;
  };
  for (const lon of airports.lon) add(Math.floor(lon), Math.ceil(lon));
  for (let route = 0; route + 1 < starts.length; route += 1) {
    for (let at = starts[route]! + 1; at < starts[route + 1]!; at += 1) {
      const from = points.lon[at - 1]!;
      add(from, from + ((points.lon[at]! - from + 540) % 360) - 180);
    }
  }
  const least = Math.min(...cut.filter((_, lon) => isOcean(lon)));
  let [edge, gap, widest] = [0, 0, 0];
  for (let lon = 0; lon < 720; lon += 1) {
    gap = cut[lon % 360] === least && isOcean(lon % 360) ? gap + 1 : 0;
    if (gap > widest) [edge, widest] = [lon - (gap - 1) / 2, gap];
  }
  return edge % 360;
}

/** The radians between two points of an arc, whose corners are not seen when the map is enlarged. */
const arcStep = 0.015;
/** So many points are placed in a frame; routes that need more are drawn with longer steps. */
const mostPoints = 15_000;

/** The routes of a map as great circles. */
export type RouteLines = {
  readonly points: Points;
  /** The index of each route's first point, and one more for the end. */
  readonly starts: Uint32Array;
  /** The weight of each route, from 0 (flown once) to `WEIGHTS - 1` (flown most). */
  readonly weight: Uint8Array;
};

/** The number of steps of width and opacity. Each is one stroke call, so there are few. */
export const weights = 6;

/** From so many flights on, a route has the full weight. */
const many = 8;

/** Returns the weight of a route, logarithmic between flown once and flown most. */
export function weightOf(flights: number, most: number): number {
  if (most <= 1) return 2;
  return 1 + Math.round((Math.log(flights) / Math.log(Math.max(many, most))) * (weights - 2));
}

export const isRing = ({ a, b }: { readonly a: number; readonly b: number }) => a === b;

export function routeLines({ airports, routes }: Pick<LogbookMap, 'airports' | 'routes'>): RouteLines {
  const most = routes.reduce((all, { flights }) => Math.max(all, flights), 1);
  // A single route stands out.
  const weight = Uint8Array.from(routes, ({ flights }) =>
    routes.length === 1 ? weights - 1 : weightOf(flights, most),
  );
  const { x, y, z } = pointsOf(airports.map(({ lon, lat }) => [lon, lat]));
  const cosine = (a: number, b: number) => Math.max(-1, Math.min(1, x[a]! * x[b]! + y[a]! * y[b]! + z[a]! * z[b]!));
  const angles = routes.map(({ a, b }) => (a === b ? 0 : Math.acos(cosine(a, b))));
  const distance = Math.max(arcStep, angles.reduce((sum, angle) => sum + angle, 0) / mostPoints);
  const starts = new Uint32Array(routes.length + 1);
  for (const [at, angle] of angles.entries())
    starts[at + 1] = starts[at]! + (angle === 0 ? 0 : Math.ceil(angle / distance) + 1);
  const points = emptyPoints(starts[routes.length]!);
  for (const [at, { a, b }] of routes.entries()) {
    const [first, last, angle] = [starts[at]!, starts[at + 1]! - 1, angles[at]!];
    const whole = Math.sin(angle);
    for (let point = first; point <= last; point += 1) {
      const along = (angle * (point - first)) / (last - first);
      const [ofA, ofB] = [Math.sin(angle - along) / whole, Math.sin(along) / whole];
      setPoint(points, point, ofA * x[a]! + ofB * x[b]!, ofA * y[a]! + ofB * y[b]!, ofA * z[a]! + ofB * z[b]!);
    }
  }
  return { points, starts, weight };
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
