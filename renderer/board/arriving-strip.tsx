// A file that was let go over the window a moment ago: a strip at once, until the process has it safe.
import { Icon } from '../elements/icon.tsx';
import { UNKNOWN } from '../format/amount.ts';
import { size } from '../format/bytes.ts';
import type { Arriving } from '../store/window-state.ts';
import { words } from '../words/words.ts';
import { SegmentTrack } from './segment-track.tsx';

const w = words.strip;

export function ArrivingStrip({ file }: { readonly file: Arriving }) {
  return (
    <li className="strip bay-outbound arriving">
      <i className="edge" aria-hidden="true" />
      <span className="thumb" aria-hidden="true">
        <Icon name="picture" />
      </span>
      <span className="cell craft">
        <span className="code mono" aria-hidden="true">
          {UNKNOWN}
        </span>
        <span className="small dim">{size(file.bytes)}</span>
      </span>
      <span className="cell subject">
        <b dir="auto">{file.name}</b>
        <span className="small dim">{w.arrivingWords}</span>
      </span>
      <span className="cell progress">
        <SegmentTrack states={['now', 'open', 'open', 'open', 'open']} percent={null} />
        <span className="stage small">{w.arriving}</span>
      </span>
      <span className="cell who">
        <span>{w.actors.companion}</span>
      </span>
      <span className="when" />
    </li>
  );
}
