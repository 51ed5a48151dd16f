// Recognizes an edited copy of an earlier picture under the same path (0041): PNGs by their pixels, JPEGs, of which every
// block changes when they are saved again, by the program that wrote them. Interlaced PNGs are not compared.
import { open } from 'node:fs/promises';
import { encoderOf } from './jpeg.ts';
import { createPngScan } from './png.ts';
import { indexed, pixelBits, type PngHeader } from './png-rows.ts';

/** A hash of the pixels of each block; null for a block of one colour. */
type Cells = { readonly width: number; readonly height: number; readonly blocks: readonly (number | null)[] };

const blockPixels = 16;
/** Fewer blocks that show something say nothing. */
const leastShown = 8;
const pieceBytes = 256 * 1024;

export async function isEditedCopy(path: string, earlierPath: string): Promise<boolean> {
  return (await isSameView(path, earlierPath)) || (await isFromAnotherProgram(path, earlierPath));
}

/** JPEGs of the same size, written in another way: a screenshot tool writes all of its pictures in one. */
async function isFromAnotherProgram(path: string, earlierPath: string): Promise<boolean> {
  const [one, other] = [await encoderOf(path), await encoderOf(earlierPath)];
  return one !== null && other !== null && one.size === other.size && one.encoder !== other.encoder;
}

/** PNGs of which at least half of the blocks that show something are equal. */
async function isSameView(path: string, earlierPath: string): Promise<boolean> {
  const [one, other] = [await cellsOf(path), await cellsOf(earlierPath)];
  if (one === null || other === null || one.width !== other.width || one.height !== other.height) return false;
  const shown = one.blocks.flatMap((hash, at) => (hash === null && other.blocks[at] === null ? [] : [at]));
  const same = shown.filter((at) => one.blocks[at] === other.blocks[at]);
  return shown.length >= leastShown && same.length * 2 >= shown.length;
}

/** Null if it is no PNG, cannot be read, or is not compared. */
async function cellsOf(path: string): Promise<Cells | null> {
  const file = await open(path).catch(() => null);
  if (file === null) return null;
  try {
    let reader: ReturnType<typeof createBlockReader> | null = null;
    const scan = createPngScan({
      header: (header, palette) => (reader = header.isInterlaced ? null : createBlockReader(header, palette)),
      rows: (piece) => reader?.push(piece),
    });
    for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: pieceBytes })) {
      await scan.push(chunk as Buffer);
    }
    const state = scan.state();
    const blocks = (reader as ReturnType<typeof createBlockReader> | null)?.blocks();
    return state.kind === 'whole' && blocks ? { width: state.width, height: state.height, blocks } : null;
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

/** Decodes rows (PNG, third edition, §9), and hashes their pixels block by block. */
function createBlockReader(header: PngHeader, palette: Buffer) {
  const { width, depth, colourType } = header;
  const pixelBytes = Math.max(1, pixelBits(header) / 8);
  const rowBytes = Math.ceil((width * pixelBits(header)) / 8);
  const columns = Math.ceil(width / blockPixels);
  const colourAt = colourReader(colourType, depth, palette);
  let above = new Uint8Array(rowBytes);
  let row = new Uint8Array(rowBytes);
  let filter = 0;
  /** -1: the filter type comes next. */
  let at = -1;
  let rowsDone = 0;
  const done: (number | null)[] = [];
  let hashes = new Uint32Array(columns);
  let first = new Int32Array(columns).fill(-1);
  let isPlain = new Uint8Array(columns).fill(1);

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

  function hashRow() {
    for (let x = 0; x < width; x += 1) {
      const block = Math.trunc(x / blockPixels);
      const colour = colourAt(row, x);
      if (first[block] === -1) first[block] = colour;
      else if (first[block] !== colour) isPlain[block] = 0;
      // FNV-1a over colours.
      hashes[block] = Math.imul(hashes[block]! ^ colour, 16_777_619);
    }
    rowsDone += 1;
    if (rowsDone % blockPixels === 0 || rowsDone === header.height) endBlocks();
  }

  function endBlocks() {
    for (let block = 0; block < columns; block += 1) done.push(isPlain[block] === 1 ? null : hashes[block]!);
    hashes = new Uint32Array(columns);
    first = new Int32Array(columns).fill(-1);
    isPlain = new Uint8Array(columns).fill(1);
  }

  return {
    push(piece: Buffer) {
      for (let from = 0; from < piece.length;) {
        if (at < 0) filter = piece[from++]!;
        at = Math.max(0, at);
        const end = Math.min(piece.length, from + rowBytes - at);
        row.set(piece.subarray(from, end), at);
        at += end - from;
        from = end;
        if (at < rowBytes) continue;
        unfilter();
        hashRow();
        [above, row] = [row, above];
        at = -1;
      }
    },
    blocks: () => done,
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
