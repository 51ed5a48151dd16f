// The airports over the canvas: names that never overlap, and a focusable element for each of the busiest in view. Tab
// reaches one of them, the arrows the others.
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { LogbookMap } from '../../../main/contract/logbook.ts';
import { t } from '../../text.ts';
import { dotRadius, RING_SPACE, ringsOf, visitsOf } from './dots.ts';
import type { MapSize } from './globe-math.ts';
import { neighbourIn } from './airport-neighbour.ts';
import { placeLabels, type Dot } from './labels.ts';

/** The maximum number of focusable airports; the tables list all. */
const MOST_FOCUSABLE = 150;
const MOST_LABELS = 60;

type Props = {
  readonly map: LogbookMap;
  readonly size: MapSize;
  readonly screen: Float64Array;
  /** While the map moves, only the busiest airports have names. */
  readonly isMoving: boolean;
  /** Areas in map coordinates that names must not cover. */
  readonly covered: readonly { left: number; top: number; right: number; bottom: number }[];
  readonly choose: (airport: number) => void;
};

export function AirportLayer({ map, size, screen, isMoving, covered, choose }: Props) {
  const shown = useMemo(() => {
    const seen: number[] = [];
    for (let at = 0; at < map.airports.length && seen.length < MOST_FOCUSABLE; at += 1) {
      const [x, y] = [screen[2 * at]!, screen[2 * at + 1]!];
      if (x >= 0 && y >= 0 && x <= size.width && y <= size.height) seen.push(at);
    }
    return seen;
  }, [map, size, screen]);
  const rings = useMemo(() => ringsOf(map), [map]);
  const labels = useMemo(() => {
    const dots = shown.map((at): Dot => {
      const ring = rings.get(at);
      const radius = dotRadius(map, at) + (ring === undefined ? 0 : RING_SPACE);
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
    return placeLabels(isMoving ? dots.slice(0, 24) : dots, area, covered, MOST_LABELS).map((label) => ({
      ...label,
      text: dots[label.dot]!.text,
    }));
  }, [map, shown, rings, screen, size, covered, isMoving]);

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
        <text key={shown[dot]} x={x} y={y} textAnchor={anchor} direction="ltr" aria-hidden="true">
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
