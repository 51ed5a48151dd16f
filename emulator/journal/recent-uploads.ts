// Keeps recent images in memory for the console, and drops the oldest. The service itself never uses them.

export type Image = {
  mediaType: string;
  bytes: Buffer;
};

export type RecentUploads = {
  /** The largest image to keep; 0 keeps none. */
  mostBytes(): number;
  /** @param bytes in memory of their own */
  keep(flightId: number, mediaType: string, bytes: Buffer<ArrayBuffer>): void;
  has(flightId: number): boolean;
  /** Returns a copy, or null if it was never kept or was dropped. */
  read(flightId: number): Image | null;
  clear(): void;
};

/** @param mostBytes called each time, because the limit may change; 0 keeps none */
export function createRecentUploads(mostBytes: () => number): RecentUploads {
  // In order of arrival.
  const kept = new Map<number, { mediaType: string; bytes: Buffer<ArrayBuffer> }>();
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
    keep(flightId, mediaType, bytes) {
      kept.set(flightId, { mediaType, bytes });
      keptBytes += bytes.length;
      for (const oldest of kept.keys()) {
        if (keptBytes <= mostBytes()) break;
        drop(oldest);
      }
    },
    has: (flightId) => kept.has(flightId),
    read(flightId) {
      const image = kept.get(flightId);
      return image === undefined ? null : { ...image, bytes: Buffer.from(image.bytes) };
    },
    clear() {
      for (const flightId of kept.keys()) drop(flightId);
    },
  };
}
