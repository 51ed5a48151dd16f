// Keeps recent images in memory for the console, and drops the oldest. The service itself never uses them.

import { hash } from 'node:crypto';

export type Image = {
  mediaType: string;
  bytes: Buffer;
};

export type RecentUploads = ReturnType<typeof createRecentUploads>;

/** @param mostBytes called each time, because the limit may change; 0 keeps none */
export function createRecentUploads(mostBytes: () => number) {
  // In order of arrival.
  const kept = new Map<number, { mediaType: string; bytes: Buffer<ArrayBuffer>; sha256?: string }>();
  let keptBytes = 0;

  const drop = (flightId: number) => {
    const { bytes } = kept.get(flightId)!;
    keptBytes -= bytes.length;
    kept.delete(flightId);
    // Frees it now. Left to the garbage collector, a few images cause a whole collection, which doubles the cost of uploads.
    bytes.buffer.transfer(0);
  };

  return {
    mostBytes,
    /** @param image in memory of its own */
    keep(flightId: number, mediaType: string, image: Buffer<ArrayBuffer>): void {
      // More is reserved for a body that does not announce its length.
      const isLoose = image.buffer.byteLength > 2 * image.length;
      const bytes = isLoose ? Buffer.from(new Uint8Array(image).buffer) : image;
      kept.set(flightId, { mediaType, bytes });
      keptBytes += bytes.length;
      for (const oldest of kept.keys()) {
        if (keptBytes <= mostBytes()) break;
        drop(oldest);
      }
    },
    has: (flightId: number) => kept.has(flightId),
    /** In hex, computed when it is asked for: it would be half of an upload. */
    sha256({ id, sha256 }: { id: number; sha256: string | null }): string | null {
      const image = kept.get(id);
      return image === undefined ? sha256 : (image.sha256 ??= hash('sha256', image.bytes));
    },
    /** Returns a copy, or null if it was never kept or was dropped. */
    read(flightId: number): Image | null {
      const image = kept.get(flightId);
      return image === undefined ? null : { mediaType: image.mediaType, bytes: Buffer.from(image.bytes) };
    },
    clear(): void {
      for (const flightId of kept.keys()) drop(flightId);
    },
  };
}
