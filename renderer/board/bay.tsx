// One bay of strips: its name and how many, the strips in their order, more of them on request.
import type { ReactNode } from 'react';
import type { Bay as BayName } from '../../main/contract/strip.ts';
import type { BayList } from '../store/bay-list.ts';
import { PAGE_SIZE } from '../store/bay-reader.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import type { Arriving } from '../store/window-state.ts';
import { words } from '../words/words.ts';
import { ArrivingStrip } from './arriving-strip.tsx';
import { StripRow } from './strip-row.tsx';

type Props = {
  readonly bay: BayName;
  readonly list: BayList;
  /** How many there are in all, read or not. */
  readonly total: number;
  readonly note?: string | null;
  readonly tabStopId: string | null;
  readonly arriving?: readonly Arriving[];
  readonly minGapMs: number;
  /** What stands here while there is nothing. */
  readonly empty: ReactNode;
  /** A button beside the name while there is something. */
  readonly begin?: ReactNode;
};

const w = words.bays;

export function Bay({ bay, list, total, note, tabStopId, arriving = [], minGapMs, empty, begin }: Props) {
  const store = useStore();
  const selectedId = useWindow((state) => state.selectedId);
  const shown = list.strips.length;
  const all = Math.max(total, shown);
  const isEmpty = shown === 0 && arriving.length === 0;
  const isUnread = isEmpty && list.status !== 'read';
  return (
    <section className="bay" aria-labelledby={`bay-${bay}`}>
      <h2 id={`bay-${bay}`} className={`bay-name bay-${bay}`}>
        {w.names[bay]} <span className="time">{all > 0 && all}</span>
        {/* The runway counts what is safe; so does the bay. */}
        {arriving.length > 0 && <span>{w.arriving(arriving.length)}</span>}
        {note && <span>{note}</span>}
        {!isEmpty && begin}
      </h2>
      {isUnread && total > 0 && <p className="dim small">{w.reading}</p>}
      {isEmpty && total === 0 && empty}
      {!isEmpty && (
        <ul className="strips" aria-label={w.list(bay, all)}>
          {list.strips.map((strip) => (
            <StripRow
              key={strip.id}
              strip={strip}
              isSelected={strip.id === selectedId}
              isTabStop={strip.id === tabStopId}
              minGapMs={minGapMs}
            />
          ))}
          {arriving.map((file) => (
            <ArrivingStrip key={file.key} file={file} />
          ))}
        </ul>
      )}
      {list.next !== null && (
        <p className="more">
          <button
            type="button"
            className="button small-button"
            // Not disabled: that would take the focus away in the middle of reading on.
            aria-disabled={list.status === 'reading'}
            onClick={() => void store.more(bay)}
          >
            {w.more(Math.max(1, Math.min(PAGE_SIZE, all - shown)))}
          </button>
          <span className="dim small time">{w.of(shown, all)}</span>
        </p>
      )}
    </section>
  );
}
