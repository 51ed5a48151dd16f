// Keeps recent images in memory for the console, and drops the oldest. The service itself never uses them.

export type Image = {
  mediaType: string;
  bytes: Buffer;
};

export type RecentUploads = ReturnType<typeof createRecentUploads>;

/** @param mostBytes called each time, because the limit may change; 0 keeps none */
export function createRecentUploads(mostBytes: () => number) {
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
    /** Returns a copy, or null if it was never kept or was dropped. */
    read(flightId: number): Image | null {
      const image = kept.get(flightId);
      return image === undefined ? null : { ...image, bytes: Buffer.from(image.bytes) };
    },
    clear(): void {
      for (const flightId of kept.keys()) drop(flightId);
    },
  };
}
