// Draws a card to show to a friend: what it is about, four figures, and the map fitted to its flights. A flight, a month
// and a year have the same card. Drawn here, and nothing is uploaded.
import type { LogbookMap } from '../../../main/contract/logbook.ts';
import type { Coast } from '../map/coast.ts';
import { placeLabels } from '../map/airport-layer.tsx';
import { dotRadius, drawFlatMap, type MapColours, ringSpace, ringsOf } from '../map/draw-map.ts';
import { fontFamily, type Palette } from './marks.ts';

export type Card = {
  /** Above the title: the pilot and the date. */
  readonly head: string;
  /** Below each other on a wide card, else in one line. */
  readonly title: readonly string[];
  /** Up to two lines below the title. */
  readonly under: readonly string[];
  /** Up to four. */
  readonly figures: readonly Figure[];
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

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const edge = 56;
const gap = 24;
const titleSize = 92;
const nameSize = 18;

export type CardInk = { readonly palette: Palette; readonly colours: MapColours; readonly coast: Coast };

export function drawCard(context: CanvasRenderingContext2D, card: Card, shape: CardShape, ink: CardInk): void {
  const { palette, colours } = ink;
  const { width, height } = cardSizes[shape];
  const isWide = shape === 'wide';
  const { screenshot } = card;
  /** The figures are beside the map, not above it. */
  const isBeside = isWide || screenshot !== null;
  const title = isWide ? card.title : [card.title.join(' – ')];
  const titleAt = edge + 20 + titleSize;
  const underAt = titleAt + (title.length - 1) * titleSize * 0.92 + 48;
  const underEnd = underAt + (card.under.length - 1) * 30;
  const figuresAt = underEnd + 78;

  // Map and screenshot have equal frames, the usual shape of a screen.
  const top = isWide ? edge : isBeside ? underEnd + 40 : figuresAt + 60;
  const bottom = isWide ? height - edge : height - 136;
  const pictures = screenshot === null ? 1 : 2;
  const high = (bottom - top - (pictures - 1) * gap) / pictures;
  // Many flights may span the world, so their map has most of the width.
  const isMany = card.map.airports.length > 2;
  const beside = isMany ? 400 : 520;
  const wide = screenshot !== null ? (high * 16) / 9 : width - edge - (isWide ? beside : edge);
  const frameAt = (at: number): Box => ({
    x: width - edge - wide,
    y: top + at * (high + gap),
    width: wide,
    height: high,
  });
  const whole = width - 2 * edge;
  const room = isBeside ? whole - wide - 36 : whole;
  const titleRoom = isWide ? room : whole;

  context.fillStyle = colours.sea;
  context.fillRect(0, 0, width, height);
  inFrame(context, frameAt(0), ink, (box) => drawMap(context, card.map, box, ink));
  if (screenshot !== null) inFrame(context, frameAt(1), ink, (box) => drawInside(context, screenshot, box));

  const measure = (value: string, size: number, isBold = false) => {
    context.font = `${isBold ? 700 : 400} ${size}px ${fontFamily}`;
    return context.measureText(value).width;
  };
  const text = (value: string, x: number, y: number, size: number, isBold = false, most = room) => {
    let [fitted, shown] = [size, value];
    while (measure(shown, fitted, isBold) > most) {
      if (fitted > (isBold ? 0.4 : 0.8) * size) fitted -= 1;
      else shown = `${shown.slice(0, -2)}…`;
    }
    context.textAlign = 'start';
    context.fillStyle = isBold ? palette.ink : palette.dim;
    context.fillText(shown, x, y);
  };
  text(card.head, edge, edge + 18, 22, false, titleRoom);
  for (const [at, line] of title.entries())
    text(line, edge, titleAt + at * titleSize * 0.92, titleSize, true, titleRoom);
  for (const [at, line] of card.under.entries()) text(line, edge, underAt + at * 30, 22, false, titleRoom);
  const { size, columns } = placeFigures(card.figures, isWide && !isMany ? 2 : isBeside ? 1 : 4, room, measure);
  for (const [at, { value, name }] of card.figures.entries()) {
    const x = edge + columns[at % columns.length]!;
    const y = figuresAt + Math.floor(at / columns.length) * (columns.length > 1 ? 90 : isWide ? 78 : 140);
    text(value, x, y, size, true);
    text(name, x, y + 27, nameSize);
  }
  const footAt = height - edge - 8;
  const logoSide = 34;
  const footX = card.logo === null ? edge : edge + logoSide + 14;
  if (card.logo !== null)
    drawInside(context, card.logo, { x: edge, y: footAt - 30, width: logoSide, height: logoSide });
  for (const [at, line] of card.foot.toReversed().entries())
    text(line, footX, footAt - at * 25, 18, false, titleRoom - (footX - edge));
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

/** Draws a picture in a frame with round corners. */
function inFrame(context: CanvasRenderingContext2D, box: Box, { palette, colours }: CardInk, draw: (box: Box) => void) {
  context.save();
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, 12);
  context.save();
  context.clip();
  context.fillStyle = colours.sea;
  context.fill();
  draw(box);
  context.restore();
  context.strokeStyle = palette.line;
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, 12);
  context.stroke();
  context.restore();
}

/** Draws the map around its flights. */
function drawMap(context: CanvasRenderingContext2D, map: Card['map'], box: Box, { colours, coast }: CardInk) {
  // Larger than in the logbook: a card is looked at from afar.
  const enlarged = map.airports.length <= 12 ? 1.7 : 1.3;
  const size = { width: box.width / enlarged, height: box.height / enlarged };
  context.save();
  context.translate(box.x, box.y);
  context.scale(enlarged, enlarged);
  const dots = drawFlatMap(context, map, size, colours, { x: 54, y: 28 }, coast);
  const rings = ringsOf(map);
  const labels = placeLabels(
    map.airports.map(({ code }, at) => ({
      x: dots[2 * at]!,
      y: dots[2 * at + 1]!,
      radius: dotRadius(map, at) + (rings.has(at) ? ringSpace : 0),
      text: code,
    })),
    { left: 6, top: 6, right: size.width - 6, bottom: size.height - 6 },
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
function drawInside(context: CanvasRenderingContext2D, image: ImageBitmap, box: Box) {
  const scale = Math.min(box.width / image.width, box.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height);
}
