// The rows of a PNG, inflated piece by piece outside the event loop's thread (PNG, third edition, §7 to §10).
import { createInflateRaw } from 'node:zlib';

/** The fields of IHDR. */
export type PngHeader = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  readonly isInterlaced: boolean;
};

/** The rows of one pass; without interlacing there is one. A row begins with its filter type. */
type Pass = { readonly rows: number; readonly rowBytes: number };

export const indexed = 3;

/** Samples of a pixel, and the depths that a colour type may have (§11.2.1). */
const colourTypes: Readonly<Record<number, { readonly samples: number; readonly depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  [indexed]: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

export const isColourFormat = (colourType: number, depth: number): boolean =>
  colourTypes[colourType]?.depths.includes(depth) === true;

export const pixelBits = ({ colourType, depth }: PngHeader): number => colourTypes[colourType]!.samples * depth;

/** First column and row, and the steps between columns and rows, of each pass (§8.2). */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function passesOf(header: PngHeader): Pass[] {
  const passes = header.isInterlaced ? adam7 : ([[0, 0, 1, 1]] as const);
  return passes
    .map(([x, y, stepX, stepY]) => ({
      columns: Math.ceil((header.width - x) / stepX),
      rows: Math.ceil((header.height - y) / stepY),
    }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0)
    .map(({ columns, rows }) => ({ rows, rowBytes: 1 + Math.ceil((columns * pixelBits(header)) / 8) }));
}

/** The size of all rows. */
export const rowBytesOf = (header: PngHeader): number =>
  passesOf(header).reduce((sum, { rows, rowBytes }) => sum + rows * rowBytes, 0);

/** One turn of the event loop handles this much. */
const pieceBytes = 256 * 1024;
const maxFilter = 4;

const headBytes = 2;
/** Deflate, a window of at most 32 KiB, and no dictionary (RFC 1950, section 2.2). */
const isZlibHead = (head: Buffer) =>
  (head[0]! & 15) === 8 && head[0]! >> 4 <= 7 && head.readUInt16BE(0) % 31 === 0 && (head[1]! & 0x20) === 0;

/** @param over Sees the rows, piece by piece, and must not keep them. */
export function createPngRows(header: PngHeader, over: (piece: Buffer) => void) {
  let left = rowBytesOf(header);
  let isBroken = false;
  const filters = createFilterCheck(passesOf(header));
  const inflate = createInflateRaw({ chunkSize: pieceBytes });
  /** The zlib header. Its checksum at the end is not read: viewers draw the rows without it. */
  let head = Buffer.alloc(0);
  let wake = () => {};
  const isDone = () => isBroken || left === 0;
  const stop = () => {
    inflate.destroy();
    wake();
  };
  inflate.on('data', (piece: Buffer) => {
    if (isDone()) return;
    const rows = piece.subarray(0, left);
    isBroken = !filters(rows);
    left -= rows.length;
    over(rows);
    // What comes after the last row is not drawn, and its checksum does not matter to viewers.
    if (isDone()) stop();
  });
  inflate.on('error', () => {
    isBroken ||= left > 0;
    wake();
  });
  inflate.on('end', stop);

  return {
    /** Resolves when the piece is inflated. */
    async write(piece: Buffer): Promise<void> {
      const wanted = headBytes - head.length;
      if (wanted > 0) {
        head = Buffer.concat([head, piece.subarray(0, wanted)]);
        if (head.length < headBytes) return;
        isBroken = !isZlibHead(head);
      }
      if (isDone() || inflate.destroyed) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        inflate.write(piece.subarray(Math.max(0, wanted)), () => resolve());
      });
    },
    /** Whether every row was there. Ends the inflating. */
    finish(): boolean {
      inflate.destroy();
      return !isBroken && left === 0;
    },
  };
}

/** Whether each row begins with a filter type that exists. */
function createFilterCheck(passes: readonly Pass[]) {
  let pass = 0;
  let row = 0;
  /** Bytes until the next row begins. */
  let distance = 0;
  return (piece: Buffer): boolean => {
    for (; distance < piece.length; distance += passes[pass]!.rowBytes) {
      if (row === passes[pass]!.rows) {
        pass += 1;
        row = 0;
      }
      if (piece[distance]! > maxFilter) return false;
      row += 1;
    }
    distance -= piece.length;
    return true;
  };
}
