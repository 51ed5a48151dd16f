// Keeps recent images in memory for the console, and drops the oldest. The service itself never uses them.

import { freeBytes } from './report/network-bytes.ts';
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
