// The airports over the canvas: names that never overlap, and a focusable element for each of the busiest in view. Tab
// reaches one of them, the arrows the others.
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { LogbookMap } from '../../../main/contract/logbook.ts';
import { t } from '../../text.ts';
import { dotRadius, ringSpace, ringsOf, visitsOf } from './draw-map.ts';
import type { MapSize } from './globe-math.ts';

/** The maximum number of focusable airports; the tables list all. */
const mostFocusable = 150;
const mostLabels = 60;

type AirportLayerProps = {
  readonly map: LogbookMap;
  readonly size: MapSize;
  readonly screen: Float64Array;
  /** While the map moves, only the busiest airports have names. */
  readonly isMoving: boolean;
  readonly choose: (airport: number) => void;
};

export function AirportLayer({ map, size, screen, isMoving, choose }: AirportLayerProps) {
  const shown = useMemo(() => {
    const seen: number[] = [];
    for (let at = 0; at < map.airports.length && seen.length < mostFocusable; at += 1) {
      const [x, y] = [screen[2 * at]!, screen[2 * at + 1]!];
      if (x >= 0 && y >= 0 && x <= size.width && y <= size.height) seen.push(at);
    }
    return seen;
  }, [map, size, screen]);
  const rings = useMemo(() => ringsOf(map), [map]);
  const labels = useMemo(() => {
    const dots = shown.map((at): Dot => {
      const ring = rings.get(at);
      const radius = dotRadius(map, at) + (ring === undefined ? 0 : ringSpace);
      const { code } = map.airports[at]!;
      // A single such flight is shown by the ring alone.
      return {
        x: screen[2 * at]!,
        y: screen[2 * at + 1]!,
        radius,
        text: ring === undefined || ring === 1 ? code : `${code} ↻${ring}`,
      };
    });
    const area = { left: 0, top: 0, right: size.width, bottom: size.height };
    return placeLabels(isMoving ? dots.slice(0, 24) : dots, area, [], mostLabels).map((label) => ({
      ...label,
      text: dots[label.dot]!.text,
    }));
  }, [map, shown, rings, screen, size, isMoving]);

  const layer = useRef<SVGSVGElement>(null);
  const [lastFocused, setLastFocused] = useState<number | null>(null);
  const tabStop = lastFocused !== null && shown.includes(lastFocused) ? lastFocused : shown[0];
  function onKeyDown(event: KeyboardEvent, at: number) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return choose(at);
    }
    const next = neighbourIn(event.key, at, shown, screen);
    if (next === undefined) return undefined;
    // On the map itself, the arrows move the map.
    event.preventDefault();
    event.stopPropagation();
    if (next !== null) layer.current?.querySelector<SVGElement>(`[data-airport="${next}"]`)?.focus();
    return undefined;
  }

  return (
    <svg
      ref={layer}
      className="airports"
      width={size.width}
      height={size.height}
      role="group"
      aria-label={t('logbook.map.airports')}
    >
      {labels.map(({ dot, x, y, anchor, text }) => (
        <text key={shown[dot]} x={x} y={y} textAnchor={anchor} aria-hidden="true">
          {text.split(' ')[0]}
          {text.includes(' ') && <tspan> {text.split(' ')[1]}</tspan>}
        </text>
      ))}
      {!isMoving &&
        shown.map((at) => {
          const airport = map.airports[at]!;
          const { code, city } = airport;
          return (
            <circle
              key={code}
              cx={screen[2 * at]}
              cy={screen[2 * at + 1]}
              r={dotRadius(map, at) + 5}
              role="button"
              data-airport={at}
              tabIndex={at === tabStop ? 0 : -1}
              aria-label={t('logbook.map.airport', { code, city, n: visitsOf(airport) })}
              onFocus={() => setLastFocused(at)}
              onKeyDown={(event) => onKeyDown(event, at)}
            />
          );
        })}
    </svg>
  );
}

export const airportText = (airport: LogbookMap['airports'][number]) =>
  t('logbook.map.airportTip', { code: airport.code, city: airport.city, n: visitsOf(airport) });

/**
 * Returns the next airport to the west, east, north or south for an arrow key: null if there is none, undefined for any
 * other key. `screen`: x and y of each airport.
 */
export function neighbourIn(
  key: string,
  from: number,
  shown: readonly number[],
  screen: Float64Array,
): number | null | undefined {
  const [axis, step] = arrows[key] ?? [];
  if (axis === undefined || step === undefined) return undefined;
  const inOrder = shown.toSorted((a, b) => screen[2 * a + axis]! - screen[2 * b + axis]!);
  return inOrder[inOrder.indexOf(from) + step] ?? null;
}

const arrows: Readonly<Record<string, readonly [axis: number, step: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [1, -1],
  ArrowDown: [1, 1],
};

// Places the names of airports, most visited first, so that none covers another name or a dot.

export type Dot = { readonly x: number; readonly y: number; readonly radius: number; readonly text: string };
type Label = {
  readonly dot: number;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end' | 'middle';
};

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** The measured character width of B612 Mono at 12 pixels. */
const character = 7.35;
const high = 13;
const gap = 5;

const overlaps = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * @param dots most important first
 * @param covered areas that must stay free
 */
export function placeLabels(dots: readonly Dot[], area: Box, covered: readonly Box[], most: number): Label[] {
  const used: Box[] = [...covered];
  const around = (dot: Dot): Box => ({
    left: dot.x - dot.radius - 1,
    right: dot.x + dot.radius + 1,
    top: dot.y - dot.radius - 1,
    bottom: dot.y + dot.radius + 1,
  });
  const dotBoxes = dots.map(around);
  const labels: Label[] = [];
  for (const [at, dot] of dots.entries()) {
    if (labels.length >= most) break;
    const wide = dot.text.length * character;
    const beside = dot.radius + gap;
    const places: readonly (Label & { readonly box: Box })[] = [
      { dot: at, anchor: 'start' as const, x: dot.x + beside, y: dot.y + 4, left: dot.x + beside },
      { dot: at, anchor: 'end' as const, x: dot.x - beside, y: dot.y + 4, left: dot.x - beside - wide },
      { dot: at, anchor: 'middle' as const, x: dot.x, y: dot.y - beside, left: dot.x - wide / 2 },
      { dot: at, anchor: 'middle' as const, x: dot.x, y: dot.y + beside + 9, left: dot.x - wide / 2 },
    ].map(({ left, ...label }) => ({
      ...label,
      box: { left: left - 4, right: left + wide + 4, top: label.y - high, bottom: label.y + 5 },
    }));
    const free = places.find(
      ({ box }) =>
        box.left >= area.left &&
        box.right <= area.right &&
        box.top >= area.top &&
        box.bottom <= area.bottom &&
        !used.some((other) => overlaps(box, other)) &&
        !dotBoxes.some((other, index) => index !== at && overlaps(box, other)),
    );
    if (!free) continue;
    used.push(free.box);
    labels.push({ dot: at, x: free.x, y: free.y, anchor: free.anchor });
  }
  return labels;
}
