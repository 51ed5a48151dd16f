// A dropped file until the process has saved it.
import { Icon } from '../elements/icon.tsx';
import { UNKNOWN } from '../format/amount.ts';
import { size } from '../format/bytes.ts';
import type { Arriving } from '../store/window-state.ts';
import { t } from '../text.ts';
import { SegmentTrack } from './segment-track.tsx';
import { shownName } from '../shown-name.ts';

export function ArrivingStrip({ file }: { readonly file: Arriving }) {
  return (
    <li className="strip bay-queue arriving">
      <i className="edge" aria-hidden="true" />
      <span className="thumb" aria-hidden="true">
        <Icon name="image" />
      </span>
      <span className="cell craft">
        <span className="code mono" aria-hidden="true">
          {UNKNOWN}
        </span>
        <span className="small dim">{size(file.bytes)}</span>
      </span>
      <span className="cell subject">
        <b dir="auto">{shownName(file.name)}</b>
        <span className="small dim">{t('window.strip.arrivingText')}</span>
      </span>
      <span className="cell progress">
        <SegmentTrack states={['now', 'open', 'open', 'open', 'open']} part={null} />
        <span className="stage small">{t('window.strip.arriving')}</span>
      </span>
      <span className="cell who">
        <span>{t('window.strip.actor', { actor: 'companion' })}</span>
      </span>
      <span className="when" />
    </li>
  );
}
