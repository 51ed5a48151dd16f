// The picture of a report, small; a drawing where there is none.
import type { Strip } from '../../main/contract/strip.ts';
import { Icon } from '../elements/icon.tsx';
import { ReportImage } from '../elements/report-image.tsx';

const box = { width: 74, height: 44 };
/** One that is to be judged is drawn as large as it is shown. */
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
