// Recognizes an edited copy of an earlier picture under the same path (0041): PNGs by their pixels, JPEGs, of which every
// block changes when they are saved again, by the program that wrote them. Interlaced PNGs are not compared.
import { open } from 'node:fs/promises';
import { encoderOf } from './jpeg.ts';
import { createPngScan } from './png.ts';
import { createPixelRows } from './png-pixels.ts';
import type { PngHeader } from './png-rows.ts';

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

/** Hashes the pixels of a PNG block by block. */
function createBlockReader(header: PngHeader, palette: Buffer) {
  const { width } = header;
  const columns = Math.ceil(width / blockPixels);
  let rowsDone = 0;
  const done: (number | null)[] = [];
  let hashes = new Uint32Array(columns);
  let first = new Int32Array(columns).fill(-1);
  let isPlain = new Uint8Array(columns).fill(1);

  function hashRow(colourAt: (x: number) => number) {
    for (let x = 0; x < width; x += 1) {
      const block = Math.trunc(x / blockPixels);
      const colour = colourAt(x);
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

  return { push: createPixelRows(header, palette, hashRow), blocks: () => done };
}
