// The map's own arithmetic against d3-geo, and the rules of labels, weights and zoom.
import { type Dot, neighbourIn, placeLabels } from '../../../renderer/logbook/map/airport-layer.tsx';
import { airportPoints } from '../../../renderer/logbook/map/draw-map.ts';
import { geoDistance } from 'd3-geo';
import { describe, expect, it, test } from 'vitest';
import fc from 'fast-check';
import {
  dragged,
  limited,
  pointsOf,
  projectionOf,
  projectPoints,
  routeAt,
  routeLines,
  viewOfAll,
  weightOf,
  weights,
  zoomed,
} from '../../../renderer/logbook/map/globe-math.ts';
import { mapShapes } from '../../../renderer/logbook/logbook-address.ts';

const size = { width: 1_000, height: 600 };
const lon = fc.double({ min: -179.9, max: 179.9, noNaN: true });
const lat = fc.double({ min: -89, max: 89, noNaN: true });
const view = fc.record({ lon, lat, zoom: fc.double({ min: 1, max: 80, noNaN: true }) });
const shape = fc.constantFrom(...mapShapes);

const airport = (code: string, at: readonly [number, number], visits = 1) => ({
  code,
  name: code,
  city: code,
  country: 'XX',
  lon: at[0],
  lat: at[1],
  departures: visits,
  arrivals: 0,
});

describe('the projection', () => {
  it("agrees with d3-geo's to a tenth of a pixel", () => {
    fc.assert(
      fc.property(shape, view, lon, lat, (kind, given, x, y) => {
        const now = limited(kind, given);
        const screen = new Float64Array(2);
        projectPoints(kind, now, size, pointsOf([[x, y]]), screen);
        const isBehind = geoDistance([x, y], [now.lon, now.lat]) > Math.PI / 2 - 1e-3;
        // At the back of the flat map, both edges are right.
        const fromMiddle = Math.abs(((x - now.lon + 540) % 360) - 180);
        if ((kind === 'globe' && isBehind) || (kind === 'flat' && fromMiddle > 179.9)) return;
        const [left, top] = projectionOf(kind, now, size)([x, y])!;
        expect(Math.abs(screen[0]! - left)).toBeLessThan(0.1);
        expect(Math.abs(screen[1]! - top)).toBeLessThan(0.1);
      }),
    );
  });

  it('hides the far side of the globe', () => {
    const screen = new Float64Array(2);
    projectPoints('globe', { lon: 0, lat: 0, zoom: 1 }, size, pointsOf([[179, 0]]), screen);
    expect(screen[0]).toBeNaN();
  });

  it('keeps the place below the pointer while the flat map is zoomed in', () => {
    for (const at of [
      [300, 200],
      [720, 260],
      [560, 330],
    ] as const) {
      let now = limited('flat', { lon: 10, lat: 30, zoom: 1.5 });
      const placeOf = () => projectionOf('flat', now, size).invert!([...at])!;
      const [x, y] = placeOf();
      for (let notch = 0; notch < 6; notch += 1) {
        now = zoomed('flat', now, size, 1.3, at);
        expect(Math.hypot(placeOf()[0] - x, placeOf()[1] - y)).toBeLessThan(0.2);
      }
    }
  });

  it('stays within its limits however it is dragged and zoomed', () => {
    const moves = fc.array(
      fc.tuple(
        fc.integer({ min: -900, max: 900 }),
        fc.integer({ min: -900, max: 900 }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(shape, view, moves, (kind, given, steps) => {
        const end = steps.reduce(
          (now, [dx, dy, factor]) => dragged(kind, zoomed(kind, now, size, factor), size, dx, dy),
          limited(kind, given),
        );
        expect(end.zoom).toBeGreaterThanOrEqual(1);
        expect(end.zoom).toBeLessThanOrEqual(80);
        expect(Math.abs(end.lat)).toBeLessThanOrEqual(90);
        expect(Math.abs(end.lon)).toBeLessThanOrEqual(180);
      }),
    );
  });

  it.each([
    ['a continent', ['8.6,50', '-9.1,38.8', '16.6,48.1'], 3.7, [8, 15]],
    ['the world', ['-118,34', '8,50', '55,25', '140,36'], 11, [1, 1.5]],
    ['the date line', ['174.8,-37', '177.4,-17.8', '-118.4,33.9'], -151.8, [1.5, 4]],
    ['a detour to the north', ['139.8,35.6', '-73.8,40.6'], -147, [2, 4]],
    ['the surroundings of a short hop', ['16.57,48.11', '17.21,48.17'], 16.89, [30, 45]],
    ['the surroundings of an airport', ['179.99,-8.5'], 180, [30, 45]],
    ['nothing', [], 0, [1, 1]],
  ] as const)('shows %s at first, whole, in the middle and near', (_name, places, middle, [least, most]) => {
    const airports = places.map((place) => airport('', place.split(',').map(Number) as [number, number]));
    const routes = places.slice(1).map((_, at) => ({ a: at, b: at + 1, flights: 1, minutes: 1, distanceNm: 1 }));
    const lines = routeLines({ airports, routes });
    const all = airportPoints({ airports, routes });
    const now = viewOfAll('flat', all, lines, size, { x: 60, y: 30 });
    expect(Math.abs(((now.lon - middle + 540) % 360) - 180)).toBeLessThan(1);
    expect(now.zoom).toBeGreaterThanOrEqual(least);
    expect(now.zoom).toBeLessThanOrEqual(most);
    const screen = new Float64Array(2 * lines.points.count);
    projectPoints('flat', now, size, lines.points, screen);
    const outside = screen.filter((value, at) => value < 29 || value > (at % 2 === 0 ? size.width : size.height) - 29);
    expect(outside).toHaveLength(0);
  });
});

describe('the routes', () => {
  const map = {
    airports: [airport('EDDF', [8.57, 50.03]), airport('KJFK', [-73.78, 40.64]), airport('LOWG', [15.44, 46.99])],
    routes: [
      { a: 0, b: 1, flights: 9, minutes: 1, distanceNm: 3_340 },
      { a: 2, b: 2, flights: 3, minutes: 1, distanceNm: 0 },
    ],
  };

  it('are great circles with enough corners to be round; a flight back to its departure has none', () => {
    const lines = routeLines(map);
    expect([...lines.starts]).toEqual([0, lines.points.count, lines.points.count]);
    const stepOf = ({ points }: ReturnType<typeof routeLines>) =>
      geoDistance([points.lon[0]!, points.lat[0]!], [points.lon[1]!, points.lat[1]!]);
    expect(stepOf(lines)).toBeLessThanOrEqual(0.015);
    // Of thousands of routes, fewer corners are drawn in time.
    const many = routeLines({ ...map, routes: Array.from({ length: 2000 }, () => map.routes[0]!) });
    expect(stepOf(many)).toBeGreaterThan(0.05);
    expect(many.points.count).toBeLessThanOrEqual(34_000);
    // North of both ends, as the shortest way is.
    expect(Math.max(...lines.points.lat)).toBeGreaterThan(51);
  });

  it('are found under the pointer', () => {
    const lines = routeLines(map);
    const screen = new Float64Array(2 * lines.points.count);
    projectPoints('flat', { lon: 0, lat: 0, zoom: 1 }, size, lines.points, screen);
    const middle = Math.floor(lines.points.count / 2);
    const on = [screen[2 * middle]!, screen[2 * middle + 1]!] as const;
    expect(routeAt(on, lines, screen, 6, 400)).toBe(0);
    expect(routeAt([on[0], on[1] + 30], lines, screen, 6, 400)).toBeNull();
  });
});

test.each([
  [1, 1, 2],
  [1, 50, 1],
  [50, 50, weights - 1],
  [7, 50, 3],
])('a route flown %i times where the most flown has %i has weight %i', (flights, most, weight) => {
  expect(weightOf(flights, most)).toBe(weight);
});

describe('the labels', () => {
  const dot = fc.record({
    x: fc.integer({ min: 0, max: 600 }),
    y: fc.integer({ min: 0, max: 400 }),
    radius: fc.integer({ min: 2, max: 10 }),
    text: fc.constantFrom('EDDF', 'LPPT ↻5', 'LOWG'),
  });
  const area = { left: 0, top: 0, right: 600, bottom: 400 };
  const boxOf = (label: { x: number; y: number; anchor: string; dot: number }, dots: readonly Dot[]) => {
    const wide = dots[label.dot]!.text.length * 7.35;
    const left = label.anchor === 'start' ? label.x : label.anchor === 'end' ? label.x - wide : label.x - wide / 2;
    return { left, right: left + wide, top: label.y - 10, bottom: label.y + 2 };
  };

  it('never overlap, never leave the map, never cover what must stay free', () => {
    const card = { left: 0, top: 250, right: 200, bottom: 400 };
    fc.assert(
      fc.property(fc.array(dot, { maxLength: 40 }), (dots) => {
        const boxes = placeLabels(dots, area, [card], 60).map((label) => boxOf(label, dots));
        for (const [at, box] of boxes.entries()) {
          expect(box.left >= 0 && box.right <= 600 && box.top >= 0 && box.bottom <= 400).toBe(true);
          for (const other of [card, ...boxes.slice(0, at)]) {
            const isApart =
              box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top;
            expect(isApart).toBe(true);
          }
        }
      }),
    );
  });

  it('name the busiest airport first, and none over the dot of another', () => {
    const at = (x: number, y: number) => ({ x: 300 + x, y: 200 + y, radius: 8, text: 'A' });
    expect(placeLabels([at(0, 0), at(60, 0)], area, [], 1).map((label) => label.dot)).toEqual([0]);
    const crowd = [0, 20, -20].flatMap((y) => [0, 20, -20].map((x) => at(x, y)));
    expect(placeLabels(crowd, area, [], 60).map((label) => label.dot)).not.toContain(0);
  });
});

describe('the airport that an arrow key selects', () => {
  // In the middle, then east, far east and a little south, and north.
  const screen = new Float64Array([50, 50, 80, 60, 200, 50, 55, 10]);
  it.each([
    ['ArrowRight', 3],
    ['ArrowUp', 3],
    ['ArrowDown', 2],
    ['ArrowLeft', null],
    ['x', undefined],
  ] as const)('%s', (key, expected) => {
    expect(neighbourIn(key, 0, [0, 1, 2, 3], screen)).toBe(expected);
  });
});
