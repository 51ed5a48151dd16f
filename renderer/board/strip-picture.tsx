// The picture of a report, small; a drawing where there is none.
import type { Strip } from '../../main/contract/strip.ts';
import { Icon } from '../elements/icon.tsx';
import { Picture } from '../images/image.tsx';

const box = { width: 74, height: 44 };
/** One that is to be judged is drawn as large as it is shown. */
const judgedBox = { width: 162, height: 96 };

export function StripPicture({ strip }: { readonly strip: Strip }) {
  if (!strip.hasImage) return <NoPicture />;
  return (
    <Picture
      key={strip.id}
      stripId={strip.id}
      className="thumb"
      box={strip.stage === 'approval' ? judgedBox : box}
      label={null}
      otherwise={NoPicture}
    />
  );
}

const NoPicture = () => (
  <span className="thumb" aria-hidden="true">
    <Icon name="picture" />
  </span>
);
