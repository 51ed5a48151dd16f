// The airports on the canvas: larger with more visits, with a ring for flights that return to their departure.
import type { LogbookMap } from '../../../main/contract/logbook.ts';
import type { MapColours } from './draw-map.ts';

type Flown = Pick<LogbookMap, 'airports' | 'routes'>;

export const visitsOf = ({ departures, arrivals }: LogbookMap['airports'][number]) => departures + arrivals;

/** Returns 3 to 6.5 pixels, by the square root of the visits; less on a map with many airports. */
export function dotRadius({ airports }: Flown, index: number): number {
  const most = airports[0] === undefined ? 1 : Math.max(1, visitsOf(airports[0]));
  const share = Math.sqrt(visitsOf(airports[index]!) / most);
  const least = airports.length > 400 ? 1.2 : airports.length > 120 ? 2 : 3;
  return least + share * (6.5 - least);
}

/** Returns the number of flights that return to their departure, by the index of the airport. */
export function ringsOf({ routes }: Flown): Map<number, number> {
  return new Map(routes.filter(({ a, b }) => a === b).map(({ a, flights }) => [a, flights]));
}

export const RING_SPACE = 4;

export function drawDots(
  context: CanvasRenderingContext2D,
  map: Flown,
  screen: Float64Array,
  colours: MapColours,
): void {
  const rings = ringsOf(map);
  // The busiest are drawn last, on top.
  for (let at = map.airports.length - 1; at >= 0; at -= 1) {
    const [x, y] = [screen[2 * at]!, screen[2 * at + 1]!];
    if (Number.isNaN(x)) continue;
    const radius = dotRadius(map, at);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = colours.dot;
    context.fill();
    if (!rings.has(at)) continue;
    context.beginPath();
    context.arc(x, y, radius + RING_SPACE, 0, 2 * Math.PI);
    context.strokeStyle = colours.dot;
    context.lineWidth = 1.4;
    context.stroke();
  }
}
