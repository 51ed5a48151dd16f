/* oxlint-disable jsx-a11y/prefer-tag-over-role -- absolutely positioned rows cannot be table rows */
import { memo } from 'react';
import type { JournalEntry } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { isSelecting } from '../elements/is-selecting.ts';
import { useNames } from '../elements/names.tsx';
import { clockTimeExactly } from '../format/date-format.ts';
import { duration } from '../format/span.ts';
import { statusLabel, toneOf } from './outcome.ts';

export const RequestRow = memo(function RequestRow({
  entry,
  rowIndex,
  top,
  isOpen,
  isActive,
  onOpen,
}: {
  readonly entry: JournalEntry;
  readonly rowIndex: number;
  readonly top: number;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  readonly onOpen: () => void;
}) {
  const names = useNames();
  const [time, millis] = clockTimeExactly(Date.parse(entry.at)).split('.');
  return (
    // The grid handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={`request-${entry.id}`}
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={isOpen}
      data-active={isActive}
      className={`request-row ${toneOf(entry)}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => isSelecting() || onOpen()}
    >
      <span role="gridcell" className="time">
        {time}
        <small>.{millis}</small>
      </span>
      <span role="gridcell" className="method mono">
        {entry.method}
      </span>
      <span role="gridcell" className="path mono" title={entry.path}>
        <bdi>{entry.path}</bdi>
      </span>
      <span role="gridcell" className="status">
        {statusLabel(entry)}
      </span>
      <span role="gridcell" className="application">
        <bdi>{entry.clientId === null ? '·' : names.application(entry.clientId)}</bdi>
      </span>
      <span role="gridcell" className="pilot">
        <bdi>{entry.pilot === null ? '·' : names.pilot(entry.pilot)}</bdi>
      </span>
      <span
        role="gridcell"
        className="rule"
        title={[entry.rule ?? '', entry.hint ?? ''].map(visible).join('\n').trim()}
      >
        <bdi>{entry.rule}</bdi>
        {entry.hint === null ? null : <em> {entry.hint}</em>}
      </span>
      <span role="gridcell" className="took">
        {entry.durationMs === null ? '…' : duration(entry.durationMs)}
      </span>
    </div>
  );
});
