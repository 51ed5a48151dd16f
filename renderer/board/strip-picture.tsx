// The picture of a report, small; a drawing where there is none.
import { useState } from 'react';
import type { Strip } from '../../main/contract/strip.ts';
import { Icon } from '../elements/icon.tsx';
import { useStore } from '../store/use-window.ts';

export function StripPicture({ strip }: { readonly strip: Strip }) {
  const store = useStore();
  const [isBroken, setIsBroken] = useState(false);
  if (!strip.hasPicture || isBroken)
    return (
      <span className="thumb" aria-hidden="true">
        <Icon name="picture" />
      </span>
    );
  return (
    <img
      className="thumb"
      src={store.pictureAddress(strip.id)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setIsBroken(true)}
    />
  );
}
