// A PNG by its structure: signature, then chunks (length, type, data, CRC) up to IEND. Source: PNG, third edition,
// §5.2 to §5.6. The walk tells whether the file is whole; whether the pixels are right is the viewer's business,
// so CRCs are not computed. What stands after IEND (some tools append their own) is let go.
import { createByteWalk, type Step } from './byte-walk.ts';
import type { PictureScan, ScanState } from './picture-scan.ts';

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const MAX_CHUNK_BYTES = 2 ** 31 - 1;
const CRC_BYTES = 4;
const IHDR_BYTES = 13;

export function createPngScan(): PictureScan {
  let state: ScanState = { kind: 'reading' };
  let size: { width: number; height: number } | null = null;
  let hasPixels = false;

  const damaged = (): null => {
    state = { kind: 'damaged', why: 'the PNG in it is damaged' };
    return null;
  };

  const chunk = (): Step => ({ kind: 'collect', bytes: 8, next: chunkHeader });

  function chunkHeader(header: Buffer): Step | null {
    const length = header.readUInt32BE(0);
    const type = header.toString('latin1', 4, 8);
    if (length > MAX_CHUNK_BYTES || !/^[A-Za-z]{4}$/.test(type)) return damaged();
    if (size === null) {
      if (type !== 'IHDR' || length !== IHDR_BYTES) return damaged();
      return { kind: 'collect', bytes: IHDR_BYTES + CRC_BYTES, next: imageHeader };
    }
    if (type === 'IEND') {
      if (length !== 0 || !hasPixels) return damaged();
      return { kind: 'skip', bytes: CRC_BYTES, next: end };
    }
    if (type === 'IDAT') hasPixels = true;
    return { kind: 'skip', bytes: length + CRC_BYTES, next: chunk };
  }

  function imageHeader(header: Buffer): Step | null {
    const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
    if (width === 0 || height === 0 || width > MAX_CHUNK_BYTES || height > MAX_CHUNK_BYTES) return damaged();
    size = { width, height };
    return chunk();
  }

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
