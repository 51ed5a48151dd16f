// The screenshot of a report, fetched with the token and cached as an object URL (least recently used are evicted).
import { useEffect, useState } from 'react';
import type { FlightView } from '../../api-types.ts';
import { Icon } from '../elements/icon.tsx';
import { messages } from '../messages/messages.ts';
import type { Store } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';

export function FlightImage({ flight, isSmall }: { readonly flight: FlightView; readonly isSmall: boolean }) {
  const store = useStore();
  const [url, setUrl] = useState<string | null>(null);
  const { hasImage, sha256, record } = flight;

  useEffect(() => {
    if (!hasImage) return undefined;
    let isWanted = true;
    void imageOf(store, record.id, sha256).then((address) => isWanted && setUrl(address));
    return () => {
      isWanted = false;
    };
  }, [store, hasImage, record.id, sha256]);

  return (
    <span className={isSmall ? 'thumb' : 'image'}>
      {url === null ? (
        <Icon name="image" />
      ) : (
        <img
          src={url}
          alt={isSmall ? '' : messages.flights.imageOf(record.id)}
          decoding="async"
          // Evicted in the meantime; show the placeholder.
          onError={() => setUrl(null)}
        />
      )}
    </span>
  );
}

const most = 80;
const caches = new WeakMap<Store, Map<string, Promise<string | null>>>();

/** Returns an object URL, or null if the image is not available. */
function imageOf(store: Store, id: number, sha256: string): Promise<string | null> {
  const cache = caches.get(store) ?? new Map<string, Promise<string | null>>();
  caches.set(store, cache);
  const key = `${id} ${sha256}`;
  const address =
    cache.get(key) ??
    store.download('flights.image', { id }).then(
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
