// The picture of a report. A small one is fetched when it comes into sight, so that a long list costs little.
import { useEffect, useRef, useState } from 'react';
import type { FlightView } from '../../api-types.ts';
import { Icon } from '../elements/icon.tsx';
import { useConsole } from '../store/use-console.ts';
import { words } from '../words/words.ts';
import { pictureOf } from './pictures.ts';

export function FlightPicture({ flight, isSmall }: { readonly flight: FlightView; readonly isSmall: boolean }) {
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
      void pictureOf(store, record.id, sha256).then((address) => isWanted && setUrl(address));
    });
    observer.observe(place.current);
    return () => {
      isWanted = false;
      observer.disconnect();
    };
  }, [store, hasImage, record.id, sha256]);

  return (
    <span ref={place} className={isSmall ? 'thumb' : 'picture'}>
      {url === null ? (
        <Icon name="picture" />
      ) : (
        <img
          src={url}
          alt={isSmall ? '' : words.flights.pictureOf(record.id)}
          decoding="async"
          // Given up by the shelf meanwhile: the drawing stands for it again.
          onError={() => setUrl(null)}
        />
      )}
    </span>
  );
}
