// Draws a card to show to a friend: what it is about, four figures, and the map fitted to its flights. A flight, a month
// and a year have the same card. Drawn here, and nothing is uploaded.
import type { LogbookMap } from '../../../main/contract/logbook.ts';
import type { Coast } from '../map/coast.ts';
import { placeLabels } from '../map/airport-layer.tsx';
import { dotRadius, drawFlatMap, type MapColours, ringSpace, ringsOf } from '../map/draw-map.ts';
import { fontFamily, type Palette } from './marks.ts';

export type Card = {
  readonly about: 'flight' | 'period';
  /** Above the title: the pilot and the date. */
  readonly head: string;
  /** Below each other where the map is beside them, else in one line. */
  readonly title: readonly string[];
  /** Up to two lines below the title. */
  readonly under: readonly string[];
  /** Up to four. */
  readonly figures: readonly Figure[];
  readonly map: Pick<LogbookMap, 'airports' | 'routes'>;
  readonly screenshot: ImageBitmap | null;
  /** At the bottom: the service and, if it has one, its logo. */
  readonly foot: string;
  readonly logo: ImageBitmap | null;
};
type Figure = { readonly value: string; readonly name: string };

export const cardShapes = ['wide', 'square'] as const;
export type CardShape = (typeof cardShapes)[number];

export const cardSizes = { wide: { width: 1200, height: 675 }, square: { width: 1080, height: 1080 } } as const;

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const edge = 64;
const nameSize = 18;

export type CardInk = { readonly palette: Palette; readonly colours: MapColours; readonly coast: Coast };

export function drawCard(context: CanvasRenderingContext2D, card: Card, shape: CardShape, ink: CardInk): void {
  const { palette, colours } = ink;
  const { width, height } = cardSizes[shape];
  // The flights of a period may span the world, so their map has the whole width.
  const isBeside = card.about === 'flight' && shape === 'wide';
  const room = isBeside ? 440 : width - 2 * edge;
  const title = isBeside ? card.title : [card.title.join(' – ')];
  const [titleSize, gap] = card.about === 'period' && shape === 'wide' ? [60, 66] : [92, 78];
  const titleAt = 76 + titleSize;
  const underAt = titleAt + (title.length - 1) * titleSize * 0.92 + 42;
  const figuresAt = underAt + (card.under.length - 1) * 30 + gap;
  const mapAt = isBeside ? 0 : figuresAt + 60;
  const left = isBeside ? 530 : 0;
  const bottom = shape === 'wide' ? height : height - 70;

  context.fillStyle = colours.sea;
  context.fillRect(0, 0, width, height);
  const screenshotAt = card.screenshot === null ? bottom : bottom - (isBeside ? 325 : 350);
  drawMap(context, card.map, { x: left, y: mapAt, width: width - left, height: screenshotAt - mapAt }, ink);
  // The text has a quiet ground.
  const fade = isBeside
    ? context.createLinearGradient(left - 120, 0, left + 100, 0)
    : context.createLinearGradient(0, mapAt - 24, 0, mapAt + 30);
  fade.addColorStop(0, colours.sea);
  // Of the same colour: another one would show in the middle.
  fade.addColorStop(1, `rgb(from ${colours.sea} r g b / 0)`);
  context.fillStyle = fade;
  context.fillRect(0, 0, width, height);
  if (card.screenshot !== null) {
    const x = isBeside ? left + 30 : edge;
    const box = { x, y: screenshotAt, width: width - edge - x, height: isBeside ? 272 : 340 };
    drawInside(context, card.screenshot, box, palette.line);
  }

  const measure = (value: string, size: number, isBold = false) => {
    context.font = `${isBold ? 700 : 400} ${size}px ${fontFamily}`;
    return context.measureText(value).width;
  };
  const text = (value: string, x: number, y: number, size: number, isBold = false, most = room) => {
    let [fitted, shown] = [size, value];
    while (measure(shown, fitted, isBold) > most) {
      if (fitted > 0.8 * size) fitted -= 1;
      else shown = `${shown.slice(0, -2)}…`;
    }
    context.textAlign = 'start';
    context.fillStyle = isBold ? palette.ink : palette.dim;
    context.fillText(shown, x, y);
  };
  const wholeRoom = isBeside ? 560 : room;
  text(card.head, edge, 76, 22, false, wholeRoom);
  for (const [at, line] of title.entries()) text(line, edge, titleAt + at * titleSize * 0.92, titleSize, true);
  for (const [at, line] of card.under.entries()) text(line, edge, underAt + at * 30, 22);
  const { size, columns } = placeFigures(card.figures, isBeside ? 2 : 4, room, measure);
  for (const [at, { value, name }] of card.figures.entries()) {
    const x = edge + columns[at % columns.length]!;
    const y = figuresAt + Math.floor(at / columns.length) * 90;
    text(value, x, y, size, true);
    text(name, x, y + 27, nameSize);
  }
  const footAt = height - 62;
  const logoSide = 34;
  if (card.logo !== null) {
    const box = { x: edge, y: footAt - 24, width: logoSide, height: logoSide };
    drawInside(context, card.logo, box, null);
  }
  text(card.foot, card.logo === null ? edge : edge + logoSide + 14, footAt, 18, false, wholeRoom);
}

/**
 * Returns the size of the figures and where their columns begin, as far apart as there is room.
 * @param measure the width of a text
 */
export function placeFigures(
  figures: readonly Figure[],
  count: number,
  room: number,
  measure: (text: string, size: number, isBold?: boolean) => number,
): { readonly size: number; readonly columns: readonly number[] } {
  for (let size = 36; ; size -= 1) {
    const widths = Array.from({ length: Math.min(count, figures.length) }, (_, column) =>
      Math.max(
        ...figures
          .filter((_figure, at) => at % count === column)
          .map(({ value, name }) => Math.max(measure(value, size, true), measure(name, nameSize))),
      ),
    );
    const spare = room - widths.reduce((sum, one) => sum + one, 0);
    const gap = Math.min(100, spare / Math.max(1, widths.length - 1));
    if (gap < 36 && size > 20) continue;
    let x = 0;
    return { size, columns: widths.map((width) => (x += width + gap) - width - gap) };
  }
}

/** Draws the map around its flights. What lies beyond its box is drawn too. */
function drawMap(context: CanvasRenderingContext2D, map: Card['map'], box: Box, { colours, coast }: CardInk) {
  // Larger than in the logbook: a card is looked at from afar.
  const enlarged = map.airports.length <= 12 ? 1.7 : 1.3;
  const size = { width: box.width / enlarged, height: box.height / enlarged };
  context.save();
  context.translate(box.x, box.y);
  context.scale(enlarged, enlarged);
  // A single route stands out.
  const inks = map.routes.length === 1 ? { ...colours, route: colours.strong } : colours;
  const dots = drawFlatMap(context, map, size, inks, 0.74, coast);
  const rings = ringsOf(map);
  const labels = placeLabels(
    map.airports.map(({ code }, at) => ({
      x: dots[2 * at]!,
      y: dots[2 * at + 1]!,
      radius: dotRadius(map, at) + (rings.has(at) ? ringSpace : 0),
      text: code,
    })),
    { left: 0, top: 0, right: size.width, bottom: size.height },
    // The names of a single flight stand outside of its line.
    dots.length === 4 ? [boxOf(dots)] : [],
    24,
  );
  context.font = `700 12px ${fontFamily}`;
  context.lineJoin = 'round';
  for (const { dot, x, y, anchor } of labels) {
    const { code } = map.airports[dot]!;
    context.textAlign = anchor === 'middle' ? 'center' : anchor;
    context.lineWidth = 3;
    context.strokeStyle = colours.sea;
    context.strokeText(code, x, y);
    context.fillStyle = colours.ink;
    context.fillText(code, x, y);
  }
  context.restore();
}

const boxOf = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: Float64Array) => ({
  left: Math.min(x1, x2),
  top: Math.min(y1, y2),
  right: Math.max(x1, x2),
  bottom: Math.max(y1, y2),
});

/** Draws a whole image as large as it fits into a box. */
function drawInside(context: CanvasRenderingContext2D, image: ImageBitmap, box: Box, frame: string | null) {
  const scale = Math.min(box.width / image.width, box.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height);
  if (frame === null) return;
  context.strokeStyle = frame;
  context.lineWidth = 1;
  context.strokeRect(x, y, width, height);
}
