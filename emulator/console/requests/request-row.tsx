import { memo } from 'react';
import type { JournalEntry } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { isSelecting } from '../elements/is-selecting.ts';
import { useNames } from '../elements/names.tsx';
import { clockTimeExactly } from '../format/date-format.ts';
import { duration } from '../format/span.ts';
import { messages } from '../messages/messages.ts';

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- absolutely positioned rows cannot be table rows */

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

/** Returns the row that a key moves to, or null. From -1, any key moves to the first row. */
export function rowMove(key: string, from: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const within = (index: number) => Math.max(0, Math.min(count - 1, index));
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return within(from + 1);
    case 'ArrowUp':
    case 'k':
      return within(from - 1);
    case 'PageDown':
      return within(from + page);
    case 'PageUp':
      return within(from - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

// The colour and the label of an outcome.
/** `well`: success, `refused`: error, `fault`: a fault applied, `open`: in progress. */
type Tone = 'well' | 'refused' | 'fault' | 'open';

export function toneOf(entry: JournalEntry): Tone {
  if (entry.outcome === 'open') return 'open';
  if (entry.fault !== null) return 'fault';
  return isRefused(entry) ? 'refused' : 'well';
}

export const isRefused = ({ status, outcome, path, rule }: JournalEntry): boolean => {
  if (outcome === 'open') return false;
  if (outcome !== 'answered' || status === null || status >= 400) return true;
  // Authorization errors are redirects with an error code (RFC 6749 §4.1.2.1).
  return status >= 300 && path === '/oauth/authorize' && refusedSignIn.test(rule ?? '');
};

const refusedSignIn = /^(?:invalid_|unsupported_|unauthorized_|access_denied|server_error|temporarily_)/;

/** `200`, `dropped`, `in progress` */
export function statusLabel({ status, outcome }: JournalEntry): string {
  if (outcome === 'answered') return String(status ?? messages.requests.outcomes.answered);
  return messages.requests.outcomes[outcome];
}
