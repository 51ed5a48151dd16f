// Draws a card to show to a friend: what it is about, four figures, and the map fitted to its flights. A flight, a month
// and a year have the same card. Drawn here, and nothing is uploaded.
import type { LogbookMap } from '../../../main/contract/logbook.ts';
import { drawInPieces } from '../../elements/canvas.ts';
import type { Coast } from '../map/coast.ts';
import { placeLabels } from '../map/airport-layer.tsx';
import { dotRadius, drawFlatMap, type MapColours, ringSpace, ringsOf } from '../map/draw-map.ts';

const fontFamily = "'B612', system-ui, sans-serif";

/** Colour names that the theme resolves when the card is drawn. */
const textInks = ['ink', 'dim', 'line'] as const;
type Palette = Readonly<Record<(typeof textInks)[number], string>>;

export type Card = {
  /** Above the title: the pilot and the date. */
  readonly head: string;
  /** Below each other on a wide card, else in one line. */
  readonly title: readonly string[];
  /** Up to two lines below the title. */
  readonly under: readonly string[];
  /** Up to four. */
  readonly figures: readonly Figure[];
  /** Below the map, where there is no screenshot. */
  readonly records: readonly string[];
  readonly map: Pick<LogbookMap, 'airports' | 'routes'>;
  readonly screenshot: ImageBitmap | null;
  /** Lines at the bottom: the service with its logo, if it has one, and what else is said. */
  readonly foot: readonly string[];
  readonly logo: ImageBitmap | null;
};
type Figure = { readonly value: string; readonly name: string };

export const cardShapes = ['wide', 'square'] as const;
export type CardShape = (typeof cardShapes)[number];

export const cardSizes = { wide: { width: 1200, height: 675 }, square: { width: 1080, height: 1080 } } as const;

type Size = { readonly width: number; readonly height: number };
type Box = Size & { readonly x: number; readonly y: number };

const edge = 56;
const gap = 24;
const nameSize = 20;
const recordLines = { wide: 1, square: 2 } as const;

export type CardInk = { readonly palette: Palette; readonly colours: MapColours; readonly coast: Coast };

/** Where everything of a card stands. */
type Layout = {
  readonly titleSize: number;
  /** Below each other, not in one line. */
  readonly isStacked: boolean;
  /** The width of head, title and what is below it. */
  readonly room: number;
  /** The baseline of the first row, and the columns of each. */
  readonly figures: { readonly x: number; readonly y: number; readonly room: number; readonly columns: number };
  /** In a frame beside a screenshot; else as far as the edges of the card. */
  readonly mapFrame: Box;
  readonly screenFrame?: Box;
  /** In the line of the head, for a map that has the whole width below. */
  readonly isFootAbove: boolean;
};

function layoutOf({ map, screenshot, under, records }: Card, shape: CardShape): Layout {
  const { width, height } = cardSizes[shape];
  const whole = width - 2 * edge;
  const half = (whole - gap) / 2;
  const below = { titleSize: 92, isStacked: true, isFootAbove: false };
  const forRecords = 36 * Math.min(recordLines[shape], records.length);
  // Many flights may span the world, which is wide.
  if (shape === 'wide' && map.airports.length > 2) {
    const [room, top] = [420, 216];
    const figures = { x: edge + room + 36, y: 158, room: whole - room - 36, columns: 4 };
    const mapFrame = { x: 0, y: top, width, height: height - top - edge + gap - forRecords };
    return { titleSize: 72, isStacked: false, room, figures, mapFrame, isFootAbove: true };
  }
  if (shape === 'wide') {
    // Two frames have the usual shape of a screen.
    const high = (height - 2 * edge - gap) / 2;
    const wide = screenshot === null ? 644 : high * (16 / 9);
    const room = whole - wide - 36;
    const figures = { x: edge, y: 420, room, columns: 2 };
    if (screenshot === null)
      return { ...below, room, figures, mapFrame: { x: width - wide, y: 0, width: wide, height } };
    const mapFrame = { x: width - edge - wide, y: edge, width: wide, height: high };
    return { ...below, room, figures, mapFrame, screenFrame: { ...mapFrame, y: edge + high + gap } };
  }
  const figures = { x: edge, y: screenshot === null ? 284 + 39 * under.length : 404, room: whole, columns: 4 };
  if (screenshot === null) {
    const top = figures.y + 70;
    const mapFrame = { x: 0, y: top, width, height: height - 136 - top - forRecords };
    return { ...below, isStacked: false, room: whole, figures, mapFrame };
  }
  const mapFrame = { x: edge + half + gap, y: edge, width: half, height: 290 };
  const screenFrame = { x: edge, y: 458, width: whole, height: (whole * 9) / 16 };
  return { ...below, room: half, figures, mapFrame, screenFrame };
}

export function* drawCard(context: CanvasRenderingContext2D, card: Card, shape: CardShape, ink: CardInk) {
  const { palette, colours } = ink;
  const { width, height } = cardSizes[shape];
  const { screenshot, logo } = card;
  const { titleSize, isStacked, room, figures, mapFrame, screenFrame, isFootAbove } = layoutOf(card, shape);

  // A square is shown smaller.
  const k = shape === 'square' && screenshot === null ? 1.3 : 1;
  context.fillStyle = colours.sea;
  context.fillRect(0, 0, width, height);
  if (screenFrame && screenshot) {
    yield* inFrame(context, mapFrame, ink, (box) => drawMap(context, card.map, box, ink, { x: 54, y: 28 }, k, []));
    yield* inFrame(context, screenFrame, ink, (box) => drawInside(context, screenshot, box));
  } else {
    // It fades below the texts above and below it, and its dots stay clear of that.
    const isAcross = mapFrame.x === 0;
    const over = isAcross ? fadeSize : 0;
    const box = { ...mapFrame, y: mapFrame.y - over, height: mapFrame.height + 2 * over };
    yield* drawMap(context, card.map, box, ink, { x: 72, y: 58 }, k, isAcross ? ['top', 'bottom'] : ['left']);
  }

  const measure = (value: string, size: number, isBold = false) => {
    context.font = `${isBold ? 700 : 400} ${size}px ${fontFamily}`;
    return context.measureText(value).width;
  };
  const text = (value: string, x: number, y: number, size: number, most: number, isBold = false) => {
    let [fitted, shown] = [size, value];
    while (measure(shown, fitted, isBold) > most) {
      if (fitted > (isBold ? 0.4 : 0.8) * size) fitted -= 1;
      else shown = `${shown.slice(0, -2)}…`;
    }
    context.textAlign = 'start';
    context.fillStyle = isBold ? palette.ink : palette.dim;
    context.fillText(shown, x, y);
  };
  text(card.head, edge, edge + 18, 22 * k, room);
  const title = isStacked ? card.title : [card.title.join(' → ')];
  const titleAt = edge + 20 + titleSize;
  for (const [at, line] of title.entries()) text(line, edge, titleAt + at * titleSize * 0.92, titleSize, room, true);
  const underAt = titleAt + (title.length - 1) * titleSize * 0.92 + 48;
  for (const [at, line] of card.under.entries()) text(line, edge, underAt + at * 30 * k, 22 * k, room);
  // A figure that is cut would read as another one.
  const fits = (line: string) => measure(line, 0.8 * 22 * k) <= width - 2 * edge;
  const joined = [...card.records];
  while (!fits(joined.join(' · '))) joined.pop();
  const lines = shape === 'square' ? card.records.filter(fits).slice(0, recordLines.square) : [joined.join(' · ')];
  const recordsAt = mapFrame.y + mapFrame.height + 36;
  for (const [at, line] of lines.entries()) text(line, edge, recordsAt + at * 36, 22 * k, width - 2 * edge);
  const { size, columns } = placeFigures(card.figures, figures.columns, figures.room, measure, k);
  for (const [at, { value, name }] of card.figures.entries()) {
    const x = figures.x + columns[at % columns.length]!;
    const y = figures.y + Math.floor(at / columns.length) * 90;
    text(value, x, y, size, figures.room, true);
    text(name, x, y + 27 * k, nameSize * k, figures.room);
  }
  const logoSide = 34;
  const logoRoom = logo === null ? 0 : logoSide + 14;
  const footRoom = (isFootAbove ? figures.room : room) - logoRoom;
  const widest = Math.min(footRoom, Math.max(...card.foot.map((line) => measure(line, 18 * k))));
  const footX = isFootAbove ? width - edge - widest : edge + logoRoom;
  const step = 25 * k;
  const footAt = isFootAbove ? edge + 18 + (card.foot.length - 1) * step : height - edge + 8;
  if (logo !== null) {
    const box = { x: footX - logoRoom, y: footAt - 24, width: logoSide, height: logoSide };
    drawInside(context, logo, box);
  }
  for (const [at, line] of card.foot.toReversed().entries()) text(line, footX, footAt - at * step, 18 * k, footRoom);
}

/**
 * Returns the size of the figures and where their columns begin, as far apart as there is room.
 * @param measure the width of a text
 * @param scale of the text
 */
export function placeFigures(
  figures: readonly Figure[],
  count: number,
  room: number,
  measure: (text: string, size: number, isBold?: boolean) => number,
  scale = 1,
): { readonly size: number; readonly columns: readonly number[] } {
  for (let size = 36 * scale; ; size -= 1) {
    const widths = Array.from({ length: Math.min(count, figures.length) }, (_, column) =>
      Math.max(
        ...figures
          .filter((_figure, at) => at % count === column)
          .map(({ value, name }) => Math.max(measure(value, size, true), measure(name, nameSize * scale))),
      ),
    );
    const spare = room - widths.reduce((sum, one) => sum + one, 0);
    const gap = Math.min(100, spare / Math.max(1, widths.length - 1));
    if (gap < 36 && size > 20) continue;
    let x = 0;
    return { size, columns: widths.map((width) => (x += width + gap) - width - gap) };
  }
}

/** In pixels: over so much of its edge, a map goes over into the card. */
const fadeSize = 60;
type Side = 'top' | 'bottom' | 'left';

/** Covers one side of a map, below its names. */
function fade(context: CanvasRenderingContext2D, { width, height }: Size, colour: string, side: Side, deep: number) {
  const from = side === 'bottom' ? height : 0;
  const [x, y] = side === 'left' ? [deep, 0] : [0, Math.abs(from - deep)];
  const gradient = context.createLinearGradient(0, from, x, y);
  gradient.addColorStop(0.5, colour);
  // A plain `transparent` is black, and darkens what it fades over.
  gradient.addColorStop(1, colour.replace(/\)$/, ', 0)'));
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
}

/** Draws a picture in a frame with round corners. */
function* inFrame(
  context: CanvasRenderingContext2D,
  box: Box,
  { palette, colours }: CardInk,
  draw: (box: Box) => Iterable<unknown>,
) {
  context.save();
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, 12);
  context.save();
  context.clip();
  context.fillStyle = colours.sea;
  context.fill();
  yield* draw(box);
  context.restore();
  context.strokeStyle = palette.line;
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, 12);
  context.stroke();
  context.restore();
}

/** Draws the map around its flights. */
function* drawMap(
  context: CanvasRenderingContext2D,
  map: Card['map'],
  box: Box,
  { colours, coast }: CardInk,
  space: Parameters<typeof drawFlatMap>[4],
  scale: number,
  sides: readonly Side[],
) {
  // Larger than in the logbook: a card is looked at from afar.
  const enlarged = Math.max(1.3 * scale, 1.8 - map.airports.length / 50);
  const size = { width: box.width / enlarged, height: box.height / enlarged };
  context.save();
  context.beginPath();
  context.rect(box.x, box.y, box.width, box.height);
  context.clip();
  context.translate(box.x, box.y);
  context.scale(enlarged, enlarged);
  const dots = yield* drawFlatMap(context, map, size, colours, space, coast);
  for (const side of sides) fade(context, size, colours.sea, side, fadeSize / enlarged);
  const rings = ringsOf(map);
  const labels = placeLabels(
    map.airports.map(({ code }, at) => ({
      x: dots[2 * at]!,
      y: dots[2 * at + 1]!,
      radius: dotRadius(map, at) + (rings.has(at) ? ringSpace : 0),
      text: code,
    })),
    // As far from the edge as leaves a name beside the outermost dots.
    { left: space.x - 48, top: space.y - 20, right: size.width - 6, bottom: size.height - space.y + 20 },
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
function* drawInside(context: CanvasRenderingContext2D, image: ImageBitmap, box: Box) {
  const scale = Math.min(box.width / image.width, box.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  context.imageSmoothingQuality = 'high';
  yield context.drawImage(image, x, y, width, height);
}

/** Returns the current colours of the page. */
export function paletteOf(element: Element): Palette {
  const probe = document.createElement('span');
  element.append(probe);
  const colours = textInks.map((ink) => {
    probe.style.color = `var(--${ink})`;
    return [ink, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(colours) as Palette;
}

/** Pixels per CSS pixel, for high-resolution screens. */
const sharpness = 2;

export async function canvasBlob(
  size: Size,
  draw: (context: CanvasRenderingContext2D) => Iterator<unknown>,
): Promise<Blob | null> {
  await document.fonts.ready;
  return new Promise((resolve) => drawInPieces(size, sharpness, draw, (drawn) => drawn.toBlob(resolve, 'image/png')));
}
