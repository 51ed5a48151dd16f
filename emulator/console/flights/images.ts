// A cache of report images, fetched with the token and kept as object URLs (least recently used are evicted).
import type { ConsoleStore } from '../store/console-store.ts';

const most = 80;
const caches = new WeakMap<ConsoleStore, Map<string, Promise<string | null>>>();

/** Returns an object URL, or null if the image is not available. */
export function imageOf(store: ConsoleStore, id: number, sha256: string): Promise<string | null> {
  const cache = caches.get(store) ?? new Map<string, Promise<string | null>>();
  caches.set(store, cache);
  const key = `${id} ${sha256}`;
  const known = cache.get(key);
  const address =
    known ??
    store.calls.flights.image(id).then(
      (blob) => URL.createObjectURL(blob),
      () => null,
    );
  // Moves it to the end, because the first entry is evicted.
  cache.delete(key);
  cache.set(key, address);
  const [oldest] = cache;
  if (cache.size > most && oldest !== undefined) {
    cache.delete(oldest[0]);
    void oldest[1].then((url) => url !== null && URL.revokeObjectURL(url));
  }
  return address;
}
