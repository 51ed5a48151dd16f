// Keeps recent images in memory for the console, and drops the oldest. The service itself never uses them.

export type Image = {
  mediaType: string;
  bytes: Buffer;
};

export type RecentUploads = {
  /** The largest image to keep; 0 keeps none. */
  mostBytes(): number;
  keep(flightId: number, image: Image): void;
  has(flightId: number): boolean;
  /** Returns null if it was never kept or was dropped. */
  read(flightId: number): Image | null;
  clear(): void;
};

/** @param mostBytes called each time, because the limit may change; 0 keeps none */
export function createRecentUploads(mostBytes: () => number): RecentUploads {
  // In order of arrival.
  const kept = new Map<number, Image>();
  let keptBytes = 0;

  const drop = (flightId: number) => {
    keptBytes -= kept.get(flightId)?.bytes.length ?? 0;
    kept.delete(flightId);
  };

  return {
    mostBytes,
    keep(flightId, image) {
      kept.set(flightId, image);
      keptBytes += image.bytes.length;
      for (const oldest of kept.keys()) {
        if (keptBytes <= mostBytes()) break;
        drop(oldest);
      }
    },
    has: (flightId) => kept.has(flightId),
    read: (flightId) => kept.get(flightId) ?? null,
    clear() {
      kept.clear();
      keptBytes = 0;
    },
  };
}
