// The pixels of a PNG that is not interlaced, row by row (PNG, third edition, §9).
import { indexed, pixelBits, type PngHeader } from './png-rows.ts';

/**
 * Takes filtered rows in pieces of any size.
 * @param over Sees each row: the colour of the pixel in a column. It must not keep it.
 */
export function createPixelRows(header: PngHeader, palette: Buffer, over: (colourAt: (x: number) => number) => void) {
  const { width, depth, colourType } = header;
  const pixelBytes = Math.max(1, pixelBits(header) / 8);
  const rowBytes = Math.ceil((width * pixelBits(header)) / 8);
  const colourIn = colourReader(colourType, depth, palette);
  let above = new Uint8Array(rowBytes);
  let row = new Uint8Array(rowBytes);
  const colourAt = (x: number) => colourIn(row, x);
  let filter = 0;
  /** -1: the filter type comes next. */
  let at = -1;

  function unfilter() {
    for (let index = 0; index < rowBytes; index += 1) {
      const left = index < pixelBytes ? 0 : row[index - pixelBytes]!;
      const up = above[index]!;
      if (filter === 1) row[index]! += left;
      else if (filter === 2) row[index]! += up;
      else if (filter === 3) row[index]! += (left + up) >> 1;
      else if (filter === 4) row[index]! += paeth(left, up, index < pixelBytes ? 0 : above[index - pixelBytes]!);
    }
  }

  return (piece: Buffer): void => {
    for (let from = 0; from < piece.length;) {
      if (at < 0) filter = piece[from++]!;
      at = Math.max(0, at);
      const end = Math.min(piece.length, from + rowBytes - at);
      row.set(piece.subarray(from, end), at);
      at += end - from;
      from = end;
      if (at < rowBytes) continue;
      unfilter();
      over(colourAt);
      [above, row] = [row, above];
      at = -1;
    }
  };
}

function paeth(left: number, up: number, upLeft: number): number {
  const guess = left + up - upLeft;
  const [byLeft, byUp, byUpLeft] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
  if (byLeft <= byUp && byLeft <= byUpLeft) return left;
  return byUp <= byUpLeft ? up : upLeft;
}

/** The colour of a pixel in 24 bits, whatever way it is stored. Transparency and the lower half of 16 bits do not count. */
function colourReader(colourType: number, depth: number, palette: Buffer) {
  const sampleBytes = depth / 8;
  if (depth >= 8 && (colourType === 2 || colourType === 6)) {
    const pixelBytes = (colourType === 2 ? 3 : 4) * sampleBytes;
    return (row: Uint8Array, x: number) => {
      const at = x * pixelBytes;
      return (row[at]! << 16) | (row[at + sampleBytes]! << 8) | row[at + 2 * sampleBytes]!;
    };
  }
  const samples = colourType === 4 ? 2 : 1;
  const valueAt = (row: Uint8Array, x: number) =>
    depth >= 8
      ? row[x * samples * sampleBytes]!
      : (row[(x * depth) >> 3]! >> (8 - depth - ((x * depth) & 7))) & ((1 << depth) - 1);
  if (colourType === indexed) {
    return (row: Uint8Array, x: number) => {
      const at = 3 * valueAt(row, x);
      return at + 2 < palette.length ? palette.readUIntBE(at, 3) : 0;
    };
  }
  const scale = depth >= 8 ? 1 : 255 / ((1 << depth) - 1);
  return (row: Uint8Array, x: number) => valueAt(row, x) * scale * 0x010101;
}
