// Collects the image of an upload, to be kept in memory for the console.

import { freeBytes } from './network-bytes.ts';
import type { ImageKind } from './report-reader.ts';

type Keeper = {
  /**
   * Returns true if it keeps this very buffer.
   * @param kind the type recognized so far; null also if there are too few bytes
   */
  push(bytes: Buffer, kind: ImageKind | null): boolean;
  /** Returns null if it is not an image, or too long. */
  kept(): Buffer[] | null;
  drop(): void;
};

/** Enough bytes to recognize the type of a file. */
const signatureBytes = 8;

/** Collects an upload while it streams, as long as it is an image and fits. */
export function createKeeper(mostBytes: number): Keeper {
  let chunks: Buffer[] | null = mostBytes === 0 ? null : [];
  let sizeBytes = 0;
  let isImage = false;

  const drop = () => {
    chunks?.forEach(freeBytes);
    chunks = null;
  };

  return {
    push(bytes, kind) {
      if (chunks === null) return false;
      sizeBytes += bytes.length;
      isImage = kind !== null;
      const isOther = !isImage && sizeBytes >= signatureBytes;
      if (isOther || sizeBytes > mostBytes) {
        drop();
        return false;
      }
      // A short slice would keep its whole buffer alive.
      const isShort = bytes.length * 2 < bytes.buffer.byteLength;
      chunks.push(isShort ? copyOf(bytes) : bytes);
      return !isShort;
    },
    kept: () => (isImage ? chunks : null),
    drop,
  };
}

/** Copies into a separate buffer. */
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
