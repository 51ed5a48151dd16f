// Keeps recent images in memory for the console, and drops the oldest. The service itself never uses them.

import { freeBytes } from './report/network-bytes.ts';
import type { ImageKind } from './report/report-reader.ts';
import { stopwatchMs } from '../journal/stopwatch.ts';
import type { RecentUploads } from '../context.ts';

/** More than this multiple of the limit within a second is a flood, in which no image is kept. */
const floodTimes = 3;

/**
 * @param mostBytes called each time, because the limit may change; 0 keeps none
 * @param nowMs the machine's time, not the emulator's clock
 */
export function createRecentUploads(mostBytes: () => number, nowMs: () => number = stopwatchMs): RecentUploads {
  // In order of arrival.
  const kept = new Map<number, { mediaType: string; chunks: readonly Buffer[]; sizeBytes: number }>();
  let keptBytes = 0;
  let secondFromMs = nowMs();
  let inSecondBytes = 0;

  const drop = (flightId: number) => {
    const image = kept.get(flightId);
    if (image === undefined) return;
    keptBytes -= image.sizeBytes;
    kept.delete(flightId);
    image.chunks.forEach(freeBytes);
  };

  return {
    roomBytes() {
      if (nowMs() - secondFromMs >= 1000) {
        secondFromMs = nowMs();
        inSecondBytes = 0;
      }
      return inSecondBytes > mostBytes() * floodTimes ? 0 : mostBytes();
    },
    keep(flightId, mediaType, chunks) {
      drop(flightId);
      const sizeBytes = chunks.reduce((sum, { length }) => sum + length, 0);
      inSecondBytes += sizeBytes;
      if (sizeBytes > mostBytes()) return chunks.forEach(freeBytes);
      kept.set(flightId, { mediaType, chunks, sizeBytes });
      keptBytes += sizeBytes;
      for (const oldest of kept.keys()) {
        if (keptBytes <= mostBytes()) break;
        drop(oldest);
      }
    },
    has: (flightId) => kept.has(flightId),
    read(flightId) {
      const image = kept.get(flightId);
      return image === undefined ? null : { mediaType: image.mediaType, bytes: Buffer.concat(image.chunks) };
    },
    clear() {
      for (const flightId of kept.keys()) drop(flightId);
    },
  };
}

export interface Keeper {
  /**
   * Returns true if it keeps this very buffer.
   * @param kind the type recognized so far; null also if there are too few bytes
   */
  push(bytes: Buffer, kind: ImageKind | null): boolean;
  /** Returns null if it is not an image, or too long. */
  kept(): Buffer[] | null;
  drop(): void;
}

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

/** Copies into a buffer of its own. */
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
