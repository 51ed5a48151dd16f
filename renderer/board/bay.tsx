// One bay: its heading and count, its strips in order, and a button that loads more.
import type { ReactNode } from 'react';
import type { Bay as BayName } from '../../main/contract/strip.ts';
import type { MessageParams } from '../../main/messages/message-params.ts';
import { Icon } from '../elements/icon.tsx';
import { number } from '../format/amount.ts';
import { isAllCalm } from '../format/strip-text.ts';
import type { BayList } from '../store/bay-list.ts';
import { PAGE_SIZE } from '../store/bay-reader.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import type { Arriving } from '../store/window-state.ts';
import { t } from '../text.ts';
import { ArrivingStrip } from './arriving-strip.tsx';
import { StripRow } from './strip-row.tsx';

type Props = {
  readonly bay: BayName;
  readonly heading: MessageParams['window.bay.name']['bay'];
  readonly list: BayList;
  /** The number of reports in the bay, loaded or not. */
  readonly total: number;
  /** Older ones are still being read from the service. */
  readonly isSoFar: boolean;
  readonly note?: string | null;
  readonly tabStopId: string | null;
  readonly arriving?: readonly Arriving[];
  readonly minGapMs: number | null;
  readonly isFolded: boolean;
  /** Shown beside the heading while the bay is empty. */
  readonly empty?: string | null;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
};

export function Bay(props: Props) {
  const {
    bay,
    heading,
    list,
    total,
    isSoFar,
    note,
    tabStopId,
    arriving = [],
    minGapMs,
    isFolded,
    empty,
    actions,
  } = props;
  const store = useStore();
  const selectedId = useWindow((state) => state.selectedId);
  const chosen = useWindow((state) => state.chosen);
  const isCalm = useWindow(({ lists }) => bay === 'needs-attention' && isAllCalm(lists));
  const shown = list.strips.length;
  const waiting = bay === 'queue' ? list.strips.filter(({ stage }) => stage === 'waiting') : [];
  const places = new Map(waiting.map(({ id }, place) => [id, place]));
  const all = Math.max(total, shown);
  const isEmpty = shown === 0 && arriving.length === 0;
  const isUnread = isEmpty && list.status !== 'read';
  const name = t('window.bay.name', { bay: heading });
  return (
    <section className="bay" aria-labelledby={`bay-${bay}`}>
      <div className={`bay-head bay-${bay}${isCalm ? ' is-calm' : ''}`}>
        <h2 id={`bay-${bay}`}>
          {isEmpty ? (
            name
          ) : (
            <button type="button" className="fold" aria-expanded={!isFolded} onClick={() => store.fold(bay, !isFolded)}>
              <Icon name="menu" />
              {name}
            </button>
          )}
        </h2>
        {all > 0 && (
          <span className={isSoFar ? 'time so-far' : 'time'}>
            {isSoFar ? t('window.bay.soFar', { n: all }) : number(all)}
          </span>
        )}
        {/* Files that are not saved yet are counted separately, as on the runway. */}
        {arriving.length > 0 && <span>{t('window.bay.arriving', { n: arriving.length })}</span>}
        {note && <span>{note}</span>}
        {isEmpty && total === 0 && empty && <span>{empty}</span>}
        {actions}
      </div>
      {isUnread && total > 0 && <p className="dim small">{t('window.common.reading')}</p>}
      {!isEmpty && !isFolded && (
        <ul className="strips" aria-label={t('window.bay.list', { bay: heading, n: all })}>
          {list.strips.map((strip) => (
            <StripRow
              key={strip.id}
              strip={strip}
              isSelected={strip.id === selectedId}
              isChosen={chosen.length === 0 ? null : chosen.includes(strip.id)}
              isTabStop={strip.id === tabStopId}
              minGapMs={minGapMs}
              place={places.get(strip.id) ?? null}
            />
          ))}
          {arriving.map((file) => (
            <ArrivingStrip key={file.key} file={file} />
          ))}
        </ul>
      )}
      {list.next !== null && !isFolded && (
        <p className="more">
          <button
            type="button"
            className="button small-button"
            // Not `disabled`: the button would lose the focus.
            aria-disabled={list.status === 'reading'}
            onClick={() => void store.more(bay)}
          >
            {t('window.bay.more', { n: Math.max(1, Math.min(PAGE_SIZE, all - shown)) })}
          </button>
          <span className="dim small time">{t('window.bay.shown', { shown, total: all })}</span>
        </p>
      )}
    </section>
  );
}
