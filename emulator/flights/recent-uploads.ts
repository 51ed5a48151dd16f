// The latest images, in memory, for the console to show; the oldest fall out. The service itself keeps none: nothing
// that it answers comes from here.

import { giveBack } from './report/network-bytes.ts';
import type { ImageKind } from './report/report-reader.ts';
import { stopwatchMs } from '../journal/stopwatch.ts';
import type { RecentUploads } from '../context.ts';

/** What comes in a second beyond so many times of what is kept is a flood. */
const floodTimes = 3;

/**
 * @param mostBytes asked each time, so that it may change; 0 keeps none
 * @param nowMs the machine's time, whatever the service's clock does
 */
export function createRecentUploads(mostBytes: () => number, nowMs: () => number = stopwatchMs): RecentUploads {
  // In the order in which they came.
  const kept = new Map<number, { mediaType: string; chunks: readonly Buffer[]; sizeBytes: number }>();
  let keptBytes = 0;
  let secondFromMs = nowMs();
  let inSecondBytes = 0;

  const drop = (flightId: number) => {
    const image = kept.get(flightId);
    if (image === undefined) return;
    keptBytes -= image.sizeBytes;
    kept.delete(flightId);
    image.chunks.forEach(giveBack);
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
      if (sizeBytes > mostBytes()) return chunks.forEach(giveBack);
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
   * True where it holds on to these very bytes.
   * @param kind what the bytes so far say that it is; null also where they are too few to say it
   */
  push(bytes: Buffer, kind: ImageKind | null): boolean;
  /** The whole in pieces; null where it is no image, or too long. */
  kept(): Buffer[] | null;
  drop(): void;
}

/** So many bytes tell what a file is. */
const signatureBytes = 8;

/** Collects an image as it streams by, as long as it is one and fits. */
export function createKeeper(mostBytes: number): Keeper {
  let chunks: Buffer[] | null = mostBytes === 0 ? null : [];
  let sizeBytes = 0;
  let isImage = false;

  const drop = () => {
    chunks?.forEach(giveBack);
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
      // A short piece of a long one would keep the whole of it alive.
      const isShort = bytes.length * 2 < bytes.buffer.byteLength;
      chunks.push(isShort ? copyOf(bytes) : bytes);
      return !isShort;
    },
    kept: () => (isImage ? chunks : null),
    drop,
  };
}

/** In memory of its own. */
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
