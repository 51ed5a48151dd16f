// What happened to a report or a file, oldest first.
import type { HistoryLine } from '../../main/contract/explanation.ts';
import { shortDateTime } from '../format/time.ts';
import { t, text } from '../text.ts';
import { DateTime } from './date-time.tsx';

type HistoryLinesProps = { readonly lines: readonly HistoryLine[]; readonly now: number };

export function HistoryLines({ lines, now }: HistoryLinesProps) {
  return (
    <ol className="history">
      {lines.map(({ at, message, times, until }, place) => (
        // Lines are only appended, and equal lines differ only by their position.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place}>
          <span className="dim">
            <DateTime at={at ?? now} now={now} />
          </span>
          <span>
            {text(message)}
            {times !== undefined && until !== undefined && (
              <span className="dim">
                {' '}
                <DateTime at={until}>
                  {t('window.detail.repeated', { n: times, time: shortDateTime(until, now) })}
                </DateTime>
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
