// Draws a card to show to a friend: what it is about, four figures, and the map fitted to its flights. A flight, a month
// and a year have the same card. Drawn here, and nothing is uploaded.
import type { LogbookMap } from '../../../main/contract/logbook.ts';
import type { Coast } from '../map/coast.ts';
import { placeLabels } from '../map/airport-layer.tsx';
import { dotRadius, drawFlatMap, type MapColours } from '../map/draw-map.ts';
import { fontFamily, type Palette } from './marks.ts';

export type Card = {
  readonly about: 'flight' | 'period';
  /** Above the title: the pilot and the date. */
  readonly head: string;
  /** Up to two lines. */
  readonly title: readonly string[];
  /** Below the title. */
  readonly under: string;
  /** Up to four. */
  readonly figures: readonly { readonly value: string; readonly name: string }[];
  readonly map: Pick<LogbookMap, 'airports' | 'routes'>;
  readonly screenshot: ImageBitmap | null;
  /** At the bottom: the service and, if it has one, its logo. */
  readonly foot: string;
  readonly logo: ImageBitmap | null;
};

export const cardShapes = ['wide', 'square'] as const;
export type CardShape = (typeof cardShapes)[number];

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Layout = {
  readonly size: { readonly width: number; readonly height: number };
  /** Of a line of the title, and its first baseline. */
  readonly titleSize: number;
  readonly titleAt: number;
  /** How far a text may go. */
  readonly textWidth: number;
  /** The baseline of the first figure; the places of all four. */
  readonly figuresAt: number;
  readonly columns: readonly number[];
  readonly map: Box;
  /** Where the map ends in the ground of the text. */
  readonly fade: readonly [number, number, number, number];
  /** Where the map and a screenshot go if both are shown; null if a card has no screenshot. */
  readonly pair: { readonly map: Box; readonly screenshot: Box } | null;
};

const edge = 64;
/** Of the last column of figures. */
const lastWide = 244;

const square: Layout = {
  size: { width: 1080, height: 1080 },
  titleSize: 92,
  titleAt: 166,
  textWidth: 1080 - 2 * edge,
  figuresAt: 386,
  columns: [edge, 254, 548, 796],
  map: { x: 0, y: 440, width: 1080, height: 570 },
  fade: [0, 430, 0, 540],
  pair: {
    map: { x: 0, y: 440, width: 540, height: 570 },
    screenshot: { x: 540, y: 500, width: 476, height: 460 },
  },
};

const layouts: Readonly<Record<Card['about'], Readonly<Record<CardShape, Layout>>>> = {
  flight: {
    wide: {
      size: { width: 1200, height: 675 },
      titleSize: 92,
      titleAt: 166,
      textWidth: 440,
      figuresAt: 382,
      columns: [edge, 308],
      map: { x: 500, y: 0, width: 700, height: 675 },
      fade: [380, 0, 600, 0],
      pair: {
        map: { x: 500, y: 0, width: 700, height: 350 },
        screenshot: { x: 560, y: 350, width: 576, height: 272 },
      },
    },
    square,
  },
  // Its flights may span the world.
  period: {
    wide: {
      size: { width: 1200, height: 675 },
      titleSize: 60,
      titleAt: 138,
      textWidth: 600,
      figuresAt: 232,
      columns: [edge, 270, 610, 892],
      map: { x: 0, y: 262, width: 1200, height: 413 },
      fade: [0, 250, 0, 340],
      pair: null,
    },
    square,
  },
};

export const cardSize = (shape: CardShape) => layouts.flight[shape].size;

export type CardInk = { readonly palette: Palette; readonly colours: MapColours; readonly coast: Coast };

export function drawCard(context: CanvasRenderingContext2D, card: Card, shape: CardShape, ink: CardInk): void {
  const layout = layouts[card.about][shape];
  const { palette, colours } = ink;
  const { width, height } = layout.size;
  context.fillStyle = colours.sea;
  context.fillRect(0, 0, width, height);
  const pair = card.screenshot && layout.pair;
  drawMap(context, card.map, pair?.map ?? layout.map, ink);
  // The text has a quiet ground.
  const [fromX, fromY, toX, toY] = layout.fade;
  const fade = context.createLinearGradient(fromX, fromY, toX, toY);
  fade.addColorStop(0, colours.sea);
  // Of the same colour: another one would show in the middle.
  fade.addColorStop(1, `rgb(from ${colours.sea} r g b / 0)`);
  context.fillStyle = fade;
  context.fillRect(0, 0, width, height);
  if (card.screenshot && pair) drawInside(context, card.screenshot, pair.screenshot, palette.line);

  const text = (
    value: string,
    x: number,
    y: number,
    size: number,
    colour: string,
    isBold = false,
    room = layout.textWidth,
  ) => {
    context.textAlign = 'start';
    context.fillStyle = colour;
    let fitted = size;
    do {
      context.font = `${isBold ? 700 : 400} ${fitted}px ${fontFamily}`;
      fitted -= 1;
    } while (fitted > 12 && context.measureText(value).width > room);
    context.fillText(value, x, y);
  };
  text(card.head, edge, 76, 21, palette.dim);
  for (const [at, line] of card.title.entries()) {
    text(line, edge, layout.titleAt + at * layout.titleSize * 0.92, layout.titleSize, palette.ink, true);
  }
  const underAt = layout.titleAt + (card.title.length - 1) * layout.titleSize * 0.92 + 38;
  text(card.under, edge, underAt, 22, palette.dim);
  for (const [at, { value, name }] of card.figures.entries()) {
    const column = at % layout.columns.length;
    const x = layout.columns[column]!;
    const figureRoom = (layout.columns[column + 1] ?? x + lastWide) - x - 18;
    const y = layout.figuresAt + Math.floor(at / layout.columns.length) * 90;
    text(value, x, y, 36, palette.ink, true, figureRoom);
    text(name, x, y + 27, 18, palette.dim, false, figureRoom);
  }
  const footAt = height - 62;
  const logoSide = 34;
  if (card.logo !== null) {
    const box = { x: edge, y: footAt - 24, width: logoSide, height: logoSide };
    drawInside(context, card.logo, box, null);
  }
  text(card.foot, card.logo === null ? edge : edge + logoSide + 14, footAt, 18, palette.dim);
}

/** Draws the map around its flights. What lies beyond its box is drawn too. */
function drawMap(context: CanvasRenderingContext2D, map: Card['map'], box: Box, { colours, coast }: CardInk) {
  context.save();
  context.translate(box.x, box.y);
  // A single route stands out.
  const inks = map.routes.length === 1 ? { ...colours, route: colours.strong } : colours;
  const dots = drawFlatMap(context, map, box, inks, 0.74, coast);
  // Names are placed as on the map of the logbook, whose text is smaller.
  const enlarged = map.airports.length <= 12 ? 1.7 : 1.2;
  const labels = placeLabels(
    map.airports.map(({ code }, at) => ({
      x: dots[2 * at]! / enlarged,
      y: dots[2 * at + 1]! / enlarged,
      radius: dotRadius(map, at) / enlarged,
      text: code,
    })),
    { left: 0, top: 0, right: box.width / enlarged, bottom: box.height / enlarged },
    [],
    24,
  );
  context.font = `700 ${12 * enlarged}px ${fontFamily}`;
  context.lineJoin = 'round';
  for (const { dot, x, y, anchor } of labels) {
    const { code } = map.airports[dot]!;
    context.textAlign = anchor === 'middle' ? 'center' : anchor;
    context.lineWidth = 4;
    context.strokeStyle = colours.sea;
    context.strokeText(code, x * enlarged, y * enlarged);
    context.fillStyle = colours.ink;
    context.fillText(code, x * enlarged, y * enlarged);
  }
  context.restore();
}

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
