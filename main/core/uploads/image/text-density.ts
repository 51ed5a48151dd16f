// Whether an image has lines of text on a plain ground, without reading any (0044). A page has many such lines; a view from
// a simulator has next to none: what looks like strokes there is on changing shades, or not in a line.
import type { GrayImage } from './gray-image.ts';

/** Smaller images are not judged: shrunk pages have hardly any text that can be told from a picture. */
const leastSide = 1280;
/** Of all tiles, this share is in lines of text if there is any text to speak of. */
const leastShare = 0.0009;

/** Pixels of the side of a tile. */
const tile = 16;
/** Shades this close to a tile's most frequent one are its ground. */
const groundSpread = 8;
/** Strokes differ from the ground by at least this. */
const strokeContrast = 60;
/** A tile of text has ground and strokes, whose edges are many. */
const [leastGround, mostGround, leastEdges] = [0.4, 0.95, 18] as const;
/** A line has this many tiles of text, on one ground. */
const lineTiles = 5;

/** Null: unknown, for an image that is too small. */
export function hasText(image: GrayImage): boolean | null {
  return image.longSide < leastSide ? null : textShare(image) >= leastShare;
}

/** The share of tiles that are in lines of text on the ground that most of the text is on, 0 to 1. */
export function textShare({ width, height, shades }: GrayImage): number {
  const [columns, rows] = [Math.floor(width / tile), Math.floor(height / tile)];
  /** Tiles in lines of text, by their ground; one more at both ends. */
  const inLines = new Uint32Array(256 + 2);
  for (let row = 0; row < rows; row += 1) {
    let line: number[] = [];
    for (let column = 0; column <= columns; column += 1) {
      const ground = column < columns ? groundOfText(shades, width, row * tile * width + column * tile) : -1;
      const goesOn = ground >= 0 && (line.length === 0 || Math.abs(ground - line.at(-1)!) <= 1);
      if (!goesOn) {
        if (line.length >= lineTiles) for (const one of line) inLines[one + 1]! += 1;
        line = [];
      }
      if (ground >= 0) line.push(ground);
    }
  }
  let most = 0;
  for (let at = 1; at <= 256; at += 1) most = Math.max(most, inLines[at - 1]! + inLines[at]! + inLines[at + 1]!);
  return most / Math.max(1, columns * rows);
}

const counts = new Uint16Array(256);

/** The shade of the ground of a tile of text that begins at this pixel; -1 if it is none. */
function groundOfText(shades: Uint8Array, width: number, from: number): number {
  counts.fill(0);
  for (let y = 0; y < tile; y += 1) {
    for (let x = 0; x < tile; x += 1) counts[shades[from + y * width + x]!]! += 1;
  }
  const ground = counts.indexOf(Math.max(...counts));
  let plain = 0;
  for (let shade = Math.max(0, ground - groundSpread); shade <= Math.min(255, ground + groundSpread); shade += 1) {
    plain += counts[shade]!;
  }
  const share = plain / tile ** 2;
  if (share < leastGround || share > mostGround) return -1;
  let edges = 0;
  for (let y = 0; y < tile; y += 1) {
    let isStroke = false;
    for (let x = 0; x < tile; x += 1) {
      const wasStroke: boolean = isStroke;
      isStroke = Math.abs(shades[from + y * width + x]! - ground) >= strokeContrast;
      if (isStroke !== wasStroke) edges += 1;
    }
  }
  return edges >= leastEdges ? ground : -1;
}
