// The route of one flight on a small map.
import { useLayoutEffect, useRef } from 'react';
import type { LogbookRow } from '../../../main/contract/logbook.ts';
import { useMedia, useWidth } from '../../elements/use-layout.ts';
import { useWindow } from '../../store/use-window.ts';
import { t } from '../../text.ts';
import { coloursOf, drawDots, drawRoutes, drawWorld } from './draw-map.ts';
import { pointsOf, projectPoints, routeLines, viewOfAll } from './globe-math.ts';

const HIGH = 140;

type Props = { readonly row: LogbookRow };

export default function RouteMap({ row }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [area, width] = useWidth<HTMLDivElement>();
  const theme = useWindow((state) => state.settings?.theme ?? 'system');
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const { from, to, fromAt, toAt, distanceNm } = row;
  useLayoutEffect(() => {
    const target = canvas.current;
    if (target === null || fromAt === null || toAt === null) return;
    const sharpness = Math.min(devicePixelRatio, 2);
    target.width = width * sharpness;
    target.height = HIGH * sharpness;
    const context = target.getContext('2d')!;
    context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    const size = { width, height: HIGH };
    const colours = coloursOf(target);
    context.fillStyle = colours.sea;
    context.fillRect(0, 0, width, HIGH);
    const ends = from === to ? [fromAt] : [fromAt, toAt];
    const places = ends.map(([lon, lat], at) => ({
      lon,
      lat,
      code: String(at),
      name: '',
      city: '',
      country: '',
      departures: 1,
      arrivals: 0,
    }));
    const map = { airports: places, routes: [{ a: 0, b: ends.length - 1, flights: 1, minutes: 0, distanceNm: 0 }] };
    const lines = routeLines(map);
    // The view has to include the whole great circle, not only its ends.
    const along = Array.from(
      { length: lines.points.count },
      (_, at) => [lines.points.lon[at]!, lines.points.lat[at]!] as const,
    );
    const view = viewOfAll('flat', along.length > 0 ? along : [fromAt], size, 0.8);
    const world = { shape: 'flat', view, size, colours } as const;
    drawWorld(context, world, false);
    const screen = new Float64Array(2 * lines.points.count);
    projectPoints('flat', view, size, lines.points, screen);
    drawRoutes(context, world, lines, screen);
    const dots = new Float64Array(2 * ends.length);
    projectPoints('flat', view, size, pointsOf(ends), dots);
    drawDots(context, map, dots, colours);
    // Redrawn with another theme.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [from, to, fromAt, toAt, width, theme, isDark]);
  if (fromAt === null || toAt === null) return null;
  return (
    <div ref={area}>
      <canvas
        ref={canvas}
        className="route-map"
        role="img"
        aria-label={t('logbook.detail.map', { from, to, n: Math.round(distanceNm ?? 0) })}
      />
    </div>
  );
}
