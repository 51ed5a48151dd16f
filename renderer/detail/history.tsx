// The history of a report, oldest first.
import type { HistoryEntry } from '../../main/contract/strip.ts';
import { DateTime } from '../elements/date-time.tsx';
import { shortDateTime } from '../format/date-format.ts';
import { t, text } from '../text.ts';

export function History({ lines, now }: { readonly lines: readonly HistoryEntry[]; readonly now: number }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{t('window.detail.history')}</h3>
      <ol className="history">
        {lines.map((line, place) => (
          // Entries are only appended.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <span className="dim">
              <DateTime at={line.at} now={now} />
            </span>
            <span>
              {text(line.message)}
              {line.times !== undefined && line.until !== undefined && (
                <span className="dim">
                  {' '}
                  <DateTime at={line.until}>
                    {t('window.detail.repeated', { n: line.times, time: shortDateTime(line.until, now) })}
                  </DateTime>
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
