// The thumbnail of a report; an icon if it has no image.
import type { Strip } from '../../main/contract/strip.ts';
import { Icon } from '../elements/icon.tsx';
import { ReportImage } from '../elements/report-image.tsx';

const box = { width: 74, height: 44 };
/** A screenshot that needs approval is larger. */
const approvalBox = { width: 162, height: 96 };

export function StripImage({ strip }: { readonly strip: Strip }) {
  if (!strip.hasImage) return <NoImage />;
  return (
    <ReportImage
      key={strip.id}
      stripId={strip.id}
      className="thumb"
      box={strip.stage === 'approval' ? approvalBox : box}
      label={null}
      otherwise={NoImage}
    />
  );
}

const NoImage = () => (
  <span className="thumb" aria-hidden="true">
    <Icon name="image" />
  </span>
);
