// The picture of a report, small; a drawing where there is none.
import type { Strip } from '../../main/contract/strip.ts';
import { Icon } from '../elements/icon.tsx';
import { Picture } from '../pictures/picture.tsx';

const box = { width: 74, height: 44 };

export function StripPicture({ strip }: { readonly strip: Strip }) {
  if (!strip.hasPicture) return <NoPicture />;
  return <Picture key={strip.id} stripId={strip.id} className="thumb" box={box} label={null} otherwise={NoPicture} />;
}

const NoPicture = () => (
  <span className="thumb" aria-hidden="true">
    <Icon name="picture" />
  </span>
);
