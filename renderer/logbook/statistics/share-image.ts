// Draws "Your month" as one image: flights, hours, points, and the routes on a map.
import type { LogbookMap, LogbookTotals } from '../../../main/contract/logbook.ts';
import { minutes, number } from '../../format/amount.ts';
import { monthText } from '../../format/time.ts';
import { t } from '../../text.ts';
import { soFarText, withSoFar } from '../flight-summary.tsx';
import { drawRoutes, drawWorld, type MapColours } from '../map/draw-map.ts';
import { dotRadius, drawDots } from '../map/dots.ts';
import { pointsOf, projectPoints, viewOfAll } from '../map/globe-math.ts';
import { placeLabels } from '../map/labels.ts';
import { routeLines } from '../map/routes.ts';
import { CODE_FONT, paint, type Mark, type Palette } from './marks.ts';

export const SHARE_SIZE = { width: 1200, height: 675 };
const MAP = { x: 0, y: 190, width: 1200, height: 425 };

type Month = {
  readonly month: string;
  readonly pilot: string;
  readonly totals: LogbookTotals;
  readonly map: LogbookMap;
};

const figure = (x: number, value: string, name: string): Mark[] => [
  { kind: 'text', x, y: 140, text: value, ink: 'ink', size: 40, anchor: 'start', isBold: true },
  { kind: 'text', x, y: 166, text: name, ink: 'dim', size: 17, anchor: 'start' },
];

export function drawMonth(
  context: CanvasRenderingContext2D,
  month: Month,
  palette: Palette,
  colours: MapColours,
): void {
  const { totals, map } = month;
  const title = withSoFar(monthText(month.month), soFarText(totals));
  const { width, height } = SHARE_SIZE;
  paint(context, { marks: [{ kind: 'rect', x: 0, y: 0, width, height, ink: 'panel' }] }, palette);
  drawMap(context, map, colours);
  const marks: Mark[] = [
    { kind: 'text', x: 48, y: 66, text: title, ink: 'main', size: 30, anchor: 'start', isBold: true },
    { kind: 'text', x: width - 48, y: 66, text: month.pilot, ink: 'dim', size: 20, anchor: 'end' },
    ...figure(48, number(totals.flights), t('logbook.totals.flights', { n: totals.flights })),
    ...figure(210, minutes(totals.minutes.sum), t('logbook.totals.flown', { n: 0 })),
    ...figure(
      530,
      t('logbook.totals.miles', { n: Math.round(totals.distanceNm.sum) }),
      t('logbook.totals.greatCircle', { n: 0 }),
    ),
    ...figure(850, number(totals.points.sum), t('logbook.totals.points', { n: 0 })),
    ...figure(1030, number(totals.airports), t('logbook.share.airports', { n: totals.airports })),
    { kind: 'text', x: 48, y: height - 22, text: t('window.common.program'), ink: 'dim', size: 15, anchor: 'start' },
  ];
  paint(context, { marks }, palette);
}

/** Draws the map around all airports, with a maximum zoom for a single one. */
function drawMap(context: CanvasRenderingContext2D, map: LogbookMap, colours: MapColours) {
  const size = { width: MAP.width, height: MAP.height };
  const places = map.airports.map(({ lon, lat }) => [lon, lat] as const);
  const lines = routeLines(map);
  const along = Array.from(
    { length: lines.points.count },
    (_, at) => [lines.points.lon[at]!, lines.points.lat[at]!] as const,
  );
  const view = viewOfAll('flat', [...places, ...along], size, 0.9);
  context.save();
  context.beginPath();
  context.rect(MAP.x, MAP.y, MAP.width, MAP.height);
  context.clip();
  context.translate(MAP.x, MAP.y);
  context.fillStyle = colours.sea;
  context.fillRect(0, 0, MAP.width, MAP.height);
  const world = { shape: 'flat', view, size, colours } as const;
  drawWorld(context, world, false);
  const screen = new Float64Array(2 * lines.points.count);
  projectPoints('flat', view, size, lines.points, screen);
  drawRoutes(context, world, lines, screen);
  const dots = new Float64Array(2 * places.length);
  projectPoints('flat', view, size, pointsOf(places), dots);
  drawDots(context, map, dots, colours);
  const labels = placeLabels(
    map.airports.map(({ code }, at) => ({
      x: dots[2 * at]!,
      y: dots[2 * at + 1]!,
      radius: dotRadius(map, at),
      text: code,
    })),
    { left: 0, top: 0, right: size.width, bottom: size.height },
    [],
    24,
  );
  context.font = `13px ${CODE_FONT}`;
  for (const { dot, x, y, anchor } of labels) {
    context.textAlign = anchor === 'middle' ? 'center' : anchor;
    context.lineWidth = 3;
    context.strokeStyle = colours.sea;
    context.strokeText(map.airports[dot]!.code, x, y);
    context.fillStyle = colours.ink;
    context.fillText(map.airports[dot]!.code, x, y);
  }
  context.restore();
}
