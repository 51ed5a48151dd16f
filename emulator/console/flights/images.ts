// A cache of report images, fetched with the token and kept as object URLs (least recently used are evicted).
import type { ConsoleStore } from '../store/console-store.ts';

const most = 80;
const shelves = new WeakMap<ConsoleStore, Map<string, Promise<string | null>>>();

/** Returns an object URL, or null if the image is not available. */
export function imageOf(store: ConsoleStore, id: number, sha256: string): Promise<string | null> {
  const ringBuffer = shelves.get(store) ?? new Map<string, Promise<string | null>>();
  shelves.set(store, ringBuffer);
  const key = `${id} ${sha256}`;
  const known = ringBuffer.get(key);
  const address =
    known ??
    store.calls.flights.image(id).then(
      (blob) => URL.createObjectURL(blob),
      () => null,
    );
  // Moves it to the end of the eviction order.
  ringBuffer.delete(key);
  ringBuffer.set(key, address);
  const [oldest] = ringBuffer;
  if (ringBuffer.size > most && oldest !== undefined) {
    ringBuffer.delete(oldest[0]);
    void oldest[1].then((url) => url !== null && URL.revokeObjectURL(url));
  }
  return address;
}
