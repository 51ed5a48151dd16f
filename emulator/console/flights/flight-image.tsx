// The screenshot of a report. Thumbnails load when they become visible.
import { useEffect, useRef, useState } from 'react';
import type { FlightView } from '../../api-types.ts';
import { Icon } from '../elements/icon.tsx';
import { useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { imageOf } from './images.ts';

export function FlightImage({ flight, isSmall }: { readonly flight: FlightView; readonly isSmall: boolean }) {
  const store = useConsole();
  const place = useRef<HTMLSpanElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  const { hasImage, sha256, record } = flight;

  useEffect(() => {
    if (!hasImage || place.current === null) return undefined;
    let isWanted = true;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      void imageOf(store, record.id, sha256).then((address) => isWanted && setUrl(address));
    });
    observer.observe(place.current);
    return () => {
      isWanted = false;
      observer.disconnect();
    };
  }, [store, hasImage, record.id, sha256]);

  return (
    <span ref={place} className={isSmall ? 'thumb' : 'image'}>
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
