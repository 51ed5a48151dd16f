// Draws the world, the routes and the airports on a canvas.
import { geoGraticule10, geoPath } from 'd3-geo';
import type { LogbookMap, LogbookRow } from '../../../main/contract/logbook.ts';
import type { MapShape } from '../logbook-address.ts';
import { drawAll } from '../../elements/canvas.ts';
import { type Coast, fineFrom } from './coast.ts';
import {
  type MapSize,
  type MapView,
  pointsOf,
  projectionOf,
  projectPoints,
  routeLines,
  type RouteLines,
  scaleOf,
  viewOfAll,
  weights,
} from './globe-math.ts';
import './map.css';

const colourNames = ['sea', 'land', 'coast', 'grid', 'route', 'dot', 'strong'] as const;
export type MapColours = Readonly<Record<(typeof colourNames)[number] | 'ink', string>>;

// Registered as colours, so that the computed values are read: a canvas doesn't understand light-dark(). Undefined in
// unit tests, which run in Node.
for (const name of colourNames) {
  globalThis.CSS?.registerProperty({
    name: `--map-${name}`,
    syntax: '<color>',
    inherits: true,
    initialValue: 'transparent',
  });
}

/** Returns the current colours of the theme. */
export function coloursOf(element: Element): MapColours {
  const style = getComputedStyle(element);
  const colours = colourNames.map((name) => [name, style.getPropertyValue(`--map-${name}`)] as const);
  return { ...Object.fromEntries(colours), ink: style.color } as MapColours;
}

type World = {
  readonly shape: MapShape;
  readonly view: MapView;
  readonly size: MapSize;
  readonly colours: MapColours;
  readonly coast: Coast;
};

const grid = geoGraticule10();

/** In pixels: an island that no coast has. */
const islandRadius = 12;

/**
 * Draws the world, in steps.
 * @param airports their places on the screen. Near to it, each stands on an island of its own: what the coast has of
 * land hides it, and no airport lies in the sea
 * @param isMoving draws the land with fewer points
 */
function* drawWorld(
  context: CanvasRenderingContext2D,
  { shape, view, size, colours, coast }: World,
  airports: Float64Array,
  isMoving: boolean,
) {
  const projection = projectionOf(shape, view, size).precision(isMoving ? 1.5 : 0.5);
  const path = geoPath(projection, context);
  const fill = (object: Parameters<typeof path>[0], colour: string) => {
    context.beginPath();
    path(object);
    context.fillStyle = colour;
    context.fill();
  };
  const stroke = (colour: string, width: number) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  };
  function drawIslands() {
    context.fillStyle = colours.land;
    for (let at = 0; at < airports.length; at += 2) {
      if (Number.isNaN(airports[at]!)) continue;
      context.beginPath();
      context.arc(airports[at]!, airports[at + 1]!, islandRadius, 0, 2 * Math.PI);
      context.fill();
      stroke(colours.coast, 0.7);
    }
  }
  fill({ type: 'Sphere' }, colours.sea);
  if (!isMoving) {
    context.beginPath();
    path(grid);
    stroke(colours.grid, 0.7);
  }
  yield;
  if (view.zoom >= fineFrom) drawIslands();
  for (const piece of coast.land) {
    fill(piece, colours.land);
    stroke(colours.coast, 0.7);
    yield;
  }
  if (coast.borders === null) return;
  context.beginPath();
  path(coast.borders);
  stroke(colours.coast, 0.5);
  yield;
}

/** From this many routes on, they are drawn as hairlines while the map moves. */
const hairlinesFrom = 500;
/** Without a GPU, Chromium strokes lines below one pixel several times as fast. */
const hairline = 0.99;

/** Returns the width in pixels and the opacity of a weight. Among many routes, only busy ones stand out. */
function strokeOf(weight: number, routeCount: number, isMoving: boolean): { width: number; opacity: number } {
  const crowd = Math.min(1, Math.max(0, Math.log10(Math.max(1, routeCount) / 60) / 2));
  const share = (weight / (weights - 1)) ** (1 + 2 * crowd);
  const width = 0.9 - crowd * 0.4 + share * (2.9 - crowd * 1.3);
  const opacity = 0.42 - crowd * 0.28 + share * (0.5 + crowd * 0.18);
  if (!isMoving || routeCount < hairlinesFrom || width <= hairline) return { width, opacity };
  return { width: hairline, opacity: Math.min(1, opacity * width) };
}

function* drawRoutes(
  context: CanvasRenderingContext2D,
  { colours, size, view, shape }: World,
  lines: RouteLines,
  screen: Float64Array,
  isMoving: boolean,
) {
  const { starts, weight } = lines;
  /** Many routes are drawn with fewer points while the map moves. */
  const stride = isMoving && weight.length >= hairlinesFrom ? 3 : 1;
  const scale = scaleOf(shape, size, view.zoom);
  const middle = size.width / 2;
  /** If two points are farther apart than this, the line crosses the edge of the flat map. */
  const farthest = 1.7 * scale;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = colours.route;
  for (let step = 0; step < weights; step += 1) {
    const { width, opacity } = strokeOf(step, weight.length, isMoving);
    context.globalAlpha = opacity;
    context.lineWidth = width;
    context.beginPath();
    for (let route = 0; route < weight.length; route += 1) {
      if (weight[route] !== step) continue;
      traceRoute(context, route);
      // Without a GPU, one path of many wide lines takes ten times as long as a path for each.
      if (width <= hairline) continue;
      context.stroke();
      context.beginPath();
      yield;
    }
    context.stroke();
    yield;
  }
  context.globalAlpha = 1;

  function traceRoute(target: CanvasRenderingContext2D, route: number) {
    let before = Number.NaN;
    const [first, last] = [starts[route]!, starts[route + 1]! - 1];
    for (let at = first; at <= last; at += 1) {
      if (at < last && (at - first) % stride > 0) continue;
      const [x, y] = [screen[2 * at]!, screen[2 * at + 1]!];
      if (Number.isNaN(x)) {
        // On the far side of the globe.
      } else if (Number.isNaN(before)) target.moveTo(x, y);
      else if (shape === 'flat' && Math.abs(x - before) > farthest) {
        // Leaves the map at one edge and enters it at the other.
        const side = Math.sign(before - middle);
        const edge = (Math.PI * (lines.points.flatX[at]! + lines.points.flatX[at - 1]!) * scale) / 2;
        const level = (y + screen[2 * at - 1]!) / 2;
        target.lineTo(middle + side * edge, level);
        target.moveTo(middle - side * edge, level);
        target.lineTo(x, y);
      } else target.lineTo(x, y);
      before = x;
    }
  }
}

type Flown = Pick<LogbookMap, 'airports' | 'routes'>;

// The airports on the canvas: larger with more visits, with a ring for flights that return to their departure.

export const visitsOf = ({ departures, arrivals }: LogbookMap['airports'][number]) => departures + arrivals;

/** Returns up to 6.5 pixels, by the square root of the visits; less on a map with many airports. */
export function dotRadius({ airports }: Flown, index: number): number {
  const most = airports[0] === undefined ? 1 : Math.max(1, visitsOf(airports[0]));
  const share = Math.sqrt(visitsOf(airports[index]!) / most);
  const [least, largest] = airports.length > 400 ? [1.2, 4.5] : airports.length > 40 ? [2, 4.5] : [3, 6.5];
  return least + share * (largest - least);
}

/** Returns the number of flights that return to their departure, by the index of the airport. */
export function ringsOf({ routes }: Flown): Map<number, number> {
  return new Map(routes.filter(({ a, b }) => a === b).map(({ a, flights }) => [a, flights]));
}

export const ringSpace = 4;

function drawDots(context: CanvasRenderingContext2D, map: Flown, screen: Float64Array, colours: MapColours): void {
  const rings = ringsOf(map);
  // The busiest are drawn last, on top.
  for (let at = map.airports.length - 1; at >= 0; at -= 1) {
    const [x, y] = [screen[2 * at]!, screen[2 * at + 1]!];
    if (Number.isNaN(x)) continue;
    const radius = dotRadius(map, at);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = colours.dot;
    // An edge, so that dots side by side stay apart.
    context.strokeStyle = colours.land;
    context.lineWidth = 1.6;
    context.stroke();
    context.fill();
    if (!rings.has(at)) continue;
    context.beginPath();
    context.arc(x, y, radius + ringSpace, 0, 2 * Math.PI);
    context.strokeStyle = colours.dot;
    context.lineWidth = 1.4;
    context.stroke();
  }
}

/** The map of one flight; empty while an end of it has no known place. */
export function mapOfFlight({ from, to, fromAt, toAt }: Pick<LogbookRow, 'from' | 'to' | 'fromAt' | 'toAt'>): Flown {
  if (fromAt === null || toAt === null) return { airports: [], routes: [] };
  const ends = [
    { code: from, at: fromAt },
    { code: to, at: toAt },
  ];
  const airports = (from === to ? ends.slice(0, 1) : ends).map(({ code, at: [lon, lat] }) => ({
    lon,
    lat,
    code,
    name: '',
    city: '',
    country: '',
    departures: 1,
    arrivals: 0,
  }));
  return { airports, routes: [{ a: 0, b: airports.length - 1, flights: 1, minutes: 0, distanceNm: 0 }] };
}

export const airportPoints = ({ airports }: Flown) => pointsOf(airports.map(({ lon, lat }) => [lon, lat]));

/** The places on the screen of the airports, and of the points of the routes. */
type Places = { readonly dots: Float64Array; readonly lines: Float64Array };

/** Draws the world, the routes and the airports, in steps. */
export function* drawMap(
  context: CanvasRenderingContext2D,
  world: World,
  map: Flown,
  lines: RouteLines,
  places: Places,
  isMoving = false,
) {
  yield* drawWorld(context, world, places.dots, isMoving);
  projectPoints(world.shape, world.view, world.size, lines.points, places.lines);
  yield* drawRoutes(context, world, lines, places.lines, isMoving);
  drawDots(context, map, places.dots, world.colours);
}

/** Draws one route in the highlight colour over a map. */
export function drawOneRoute(
  context: CanvasRenderingContext2D,
  world: World,
  map: Flown,
  { points, starts }: RouteLines,
  places: Places,
  route: number,
): void {
  const only = { points, starts: starts.slice(route, route + 2), weight: new Uint8Array([weights - 1]) };
  const colours = { ...world.colours, route: world.colours.strong };
  drawAll(drawRoutes(context, { ...world, colours }, only, places.lines, false));
  drawDots(context, map, places.dots, world.colours);
}

/**
 * Draws a flat map that shows all of its airports and routes, in steps. Returns the screen positions of the airports.
 * @param space pixels around them
 */
export function* drawFlatMap(
  context: CanvasRenderingContext2D,
  map: Flown,
  size: MapSize,
  colours: MapColours,
  space: Parameters<typeof viewOfAll>[4],
  coast: Coast,
) {
  const lines = routeLines(map);
  const airports = airportPoints(map);
  const view = viewOfAll('flat', airports, lines, size, space);
  context.fillStyle = colours.sea;
  context.fillRect(0, 0, size.width, size.height);
  const dots = new Float64Array(2 * airports.count);
  projectPoints('flat', view, size, airports, dots);
  const places = { dots, lines: new Float64Array(2 * lines.points.count) };
  yield* drawMap(context, { shape: 'flat', view, size, colours, coast }, map, lines, places);
  return dots;
}
