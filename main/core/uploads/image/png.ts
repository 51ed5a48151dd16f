// The structure of a PNG: signature, then chunks (length, type, data, CRC) up to IEND (PNG, third edition, §5.2 to §5.6
// and §11), and whether the first run of IDAT chunks inflates to all rows. Bytes behind IEND are ignored. The CRC of
// critical chunks (IHDR, PLTE, IDAT, IEND) is checked: a preallocated file has every chunk in its place before it has
// every byte. CRCs and names of other chunks are not: viewers ignore them too. A head or CRC of zeros is not written yet.
import type { ImageFault } from '../../messages/failures.ts';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createByteWalk, type ImageScan, type ScanState, type Step } from './byte-walk.ts';
import { createPngRows, indexed, isColourFormat, rowBytesOf, type PngHeader } from './png-rows.ts';

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const maxChunkBytes = 2 ** 31 - 1;
const crcBytes = 4;
const ihdrBytes = 13;
const maxPaletteBytes = 3 * 256;
/** More is not inflated, so that a small file cannot keep a processor busy: its compressed data counts as the picture. */
const maxInflatedBytes = 2 ** 29;
/** Deflate writes at least one bit for 129 bytes (RFC 1951 §3.2.5). */
const mostInflation = 1032;
const ancillary = 0x20;

/** Sees what is drawn: the header with the palette before the first row, then the filtered rows, piece by piece. */
type PngSink = {
  header(header: PngHeader, palette: Buffer): void;
  rows(piece: Buffer): void;
};

export function createPngScan(sink?: PngSink): ImageScan {
  let state: ScanState = { kind: 'reading' };
  let header: PngHeader | null = null;
  let palette = Buffer.alloc(0);
  let hasPalette = false;
  let pixels: 'none' | 'reading' | 'ended' = 'none';
  let isEnded = false;
  /** Compressed. */
  let pixelBytes = 0;
  const drawn = createHash('sha256');
  /** Compressed pixels of the chunk that is being pushed. */
  let compressed: Buffer[] = [];
  let rows: ReturnType<typeof createPngRows> | null = null;

  const damaged = (why: ImageFault = { reason: 'damaged', format: 'PNG' }): null => {
    state = { kind: 'damaged', why };
    return null;
  };
  /** Nothing behind this can be read before it is written. */
  const notWrittenYet = (): null => {
    state = { kind: 'reading', hasHoles: true };
    return null;
  };

  const chunk = (): Step => ({ kind: 'collect', bytes: 8, next: chunkHeader });

  function chunkHeader(head: Buffer): Step | null {
    if (isZero(head)) return notWrittenYet();
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    if (length > maxChunkBytes) return damaged();
    if (header === null) return firstChunk(type, length, head);
    if (pixels === 'reading' && type !== 'IDAT') pixels = 'ended';
    switch (type) {
      case 'IDAT':
        return pixelChunk(header, length, head);
      case 'PLTE':
        if (hasPalette) return damaged();
        hasPalette = pixels === 'none' && length > 0 && length <= maxPaletteBytes && length % 3 === 0;
        return summed(head, length, chunk, isDrawn(head, hasPalette));
      case 'tRNS':
        return { kind: 'skip', bytes: length + crcBytes, ...isDrawn(head), next: chunk };
      case 'IEND':
        return length === 0 && pixels !== 'none' ? summed(head, 0, end) : damaged();
      default:
        if ((head[4]! & ancillary) === 0) return damaged();
        return { kind: 'skip', bytes: length + crcBytes, next: chunk };
    }
  }

  /** What comes before the pixels and changes how they are drawn. */
  function isDrawn(head: Buffer, isPalette = false): { over?: (piece: Buffer) => void } {
    if (pixels !== 'none') return {};
    drawn.update(head);
    return {
      over(piece) {
        drawn.update(piece);
        if (isPalette) palette = Buffer.concat([palette, piece]);
      },
    };
  }

  function pixelChunk(of: PngHeader, length: number, head: Buffer): Step | null {
    // Viewers read one run of IDAT chunks (§5.6).
    if (pixels === 'ended') return summed(head, length, chunk);
    if (pixels === 'none') {
      if (of.colourType === indexed && !hasPalette) return damaged({ reason: 'damaged', format: 'PNG' });
      pixels = 'reading';
      sink?.header(of, palette);
      const over = (piece: Buffer) => {
        drawn.update(piece);
        sink?.rows(piece);
      };
      if (rowBytesOf(of) <= maxInflatedBytes) rows = createPngRows(of, over);
    }
    pixelBytes += length;
    const over = rows ? (piece: Buffer) => void compressed.push(piece) : (piece: Buffer) => void drawn.update(piece);
    return summed(head, length, chunk, { over });
  }

  function firstChunk(type: string, length: number, head: Buffer): Step | null {
    // Apple's own variant for iOS apps, which other viewers do not show.
    if (type === 'CgBI') return damaged({ reason: 'appImage' });
    if (type !== 'IHDR' || length !== ihdrBytes) return damaged();
    const kept = Buffer.from(head);
    return { kind: 'collect', bytes: ihdrBytes, next: (fields) => imageHeader(kept, fields) };
  }

  function imageHeader(head: Buffer, fields: Buffer): Step | null {
    const [width, height] = [fields.readUInt32BE(0), fields.readUInt32BE(4)];
    const [depth = 0, colourType = 0, compression, filter, interlace = 0] = fields.subarray(8);
    const of = Buffer.from(fields);
    return checkSum(crc32(of, crc32(head.subarray(4))), () => {
      if (width === 0 || height === 0 || width > maxChunkBytes || height > maxChunkBytes) return damaged();
      if (!isColourFormat(colourType, depth)) return damaged({ reason: 'colourFormat', format: 'PNG' });
      if (compression !== 0 || filter !== 0 || interlace > 1) return damaged();
      header = { width, height, depth, colourType, isInterlaced: interlace === 1 };
      drawn.update(of);
      return chunk();
    });
  }

  /** A chunk whose CRC, of type and data, has to be right. */
  function summed(
    head: Buffer,
    length: number,
    next: () => Step | null,
    { over }: { over?: (piece: Buffer) => void } = {},
  ): Step {
    let sum = crc32(head.subarray(4));
    if (length === 0) return checkSum(sum, next);
    return {
      kind: 'skip',
      bytes: length,
      over(piece) {
        sum = crc32(piece, sum);
        over?.(piece);
      },
      next: () => checkSum(sum, next),
    };
  }

  const checkSum = (sum: number, next: () => Step | null): Step => ({
    kind: 'collect',
    bytes: crcBytes,
    next(stated) {
      if (stated.readUInt32BE(0) === sum) return next();
      return isZero(stated) ? notWrittenYet() : damaged();
    },
  });

  function end(): null {
    if (header && rows === null && pixelBytes * mostInflation < rowBytesOf(header))
      return damaged({ reason: 'pixels', format: 'PNG' });
    isEnded = true;
    return null;
  }

  const walk = createByteWalk({
    kind: 'collect',
    bytes: pngSignature.length,
    next: (signature) => (signature.equals(pngSignature) ? chunk() : damaged()),
  });
  return {
    async push(piece) {
      walk.push(piece);
      if (compressed.length > 0)
        await rows?.write(compressed.length === 1 ? compressed[0]! : Buffer.concat(compressed));
      compressed = [];
      if (isEnded && state.kind === 'reading') {
        if (rows?.finish() === false) damaged({ reason: 'pixels', format: 'PNG' });
        else if (header) {
          state = { kind: 'whole', width: header.width, height: header.height, imageHash: drawn.digest('hex') };
        }
      } else if (state.kind === 'damaged') rows?.finish();
    },
    state: () => state,
  };
}

const isZero = (bytes: Buffer) => bytes.every((byte) => byte === 0);
