// The structure of a PNG: signature, then chunks (length, type, data, CRC) up to IEND (PNG, third edition, §5.2 to §5.6
// and §11). Bytes behind IEND are ignored. The CRC of critical chunks (IHDR, PLTE, IDAT, IEND) is checked: a
// preallocated file has every chunk in its place before it has every byte. CRCs of other chunks are not: viewers ignore
// them too. A head or CRC of zeros is not written yet.
import type { ImageFault } from '../../messages/failures.ts';
import { crc32 } from 'node:zlib';
import { createByteWalk, type Step } from './byte-walk.ts';
import type { ImageScan, ScanState } from './image-scan.ts';

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const MAX_CHUNK_BYTES = 2 ** 31 - 1;
const CRC_BYTES = 4;
const IHDR_BYTES = 13;
const needed = ['IHDR', 'PLTE', 'IDAT', 'IEND'];

export function createPngScan(): ImageScan {
  let state: ScanState = { kind: 'reading' };
  let size: { width: number; height: number } | null = null;
  let hasPixels = false;

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

  function chunkHeader(header: Buffer): Step | null {
    if (isZero(header)) return notWrittenYet();
    const length = header.readUInt32BE(0);
    const type = header.toString('latin1', 4, 8);
    if (length > MAX_CHUNK_BYTES || !/^[A-Za-z]{4}$/.test(type)) return damaged();
    if (size === null) return firstChunk(type, length, header);
    if (type === 'IHDR') return damaged();
    if (type === 'IEND') return length === 0 && hasPixels ? summed(header, 0, end) : damaged();
    if (type === 'IDAT') hasPixels = true;
    if (needed.includes(type)) return summed(header, length, chunk);
    return { kind: 'skip', bytes: length + CRC_BYTES, next: chunk };
  }

  function firstChunk(type: string, length: number, header: Buffer): Step | null {
    // Apple's own variant for iOS apps, which other viewers do not show.
    if (type === 'CgBI') return damaged({ reason: 'appImage' });
    if (type !== 'IHDR' || length !== IHDR_BYTES) return damaged();
    const head = Buffer.from(header);
    return { kind: 'collect', bytes: IHDR_BYTES, next: (fields) => imageHeader(head, fields) };
  }

  function imageHeader(head: Buffer, fields: Buffer): Step | null {
    const [width, height] = [fields.readUInt32BE(0), fields.readUInt32BE(4)];
    if (width === 0 || height === 0 || width > MAX_CHUNK_BYTES || height > MAX_CHUNK_BYTES) return damaged();
    size = { width, height };
    return checkSum(crc32(fields, crc32(head.subarray(4))), chunk);
  }

  /** A chunk whose CRC, of type and data, has to be right. */
  function summed(header: Buffer, length: number, next: () => Step | null): Step {
    let sum = crc32(header.subarray(4));
    if (length === 0) return checkSum(sum, next);
    return {
      kind: 'skip',
      bytes: length,
      over: (piece) => void (sum = crc32(piece, sum)),
      next: () => checkSum(sum, next),
    };
  }

  const checkSum = (sum: number, next: () => Step | null): Step => ({
    kind: 'collect',
    bytes: CRC_BYTES,
    next(stated) {
      if (stated.readUInt32BE(0) === sum) return next();
      return isZero(stated) ? notWrittenYet() : damaged();
    },
  });

  function end(): null {
    if (size !== null) state = { kind: 'whole', ...size };
    return null;
  }

  const walk = createByteWalk({
    kind: 'collect',
    bytes: pngSignature.length,
    next: (signature) => (signature.equals(pngSignature) ? chunk() : damaged()),
  });
  return { push: (chunk) => walk.push(chunk), state: () => state };
}

const isZero = (bytes: Buffer) => bytes.every((byte) => byte === 0);
