// What happened when, oldest first.
import type { HistoryEntry } from '../../main/contract/strip.ts';
import { Moment } from '../elements/moment.tsx';
import { words } from '../words/words.ts';
import { text } from '../text.ts';

export function History({ lines, now }: { readonly lines: readonly HistoryEntry[]; readonly now: number }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{words.detail.history}</h3>
      <ol className="history">
        {lines.map((line, place) => (
          // History only grows at its end.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <span className="dim">
              <Moment at={line.at} now={now} />
            </span>
            <span>
              {text(line.message)}
              {line.times !== undefined && line.until !== undefined && (
                <span className="dim">
                  {' '}
                  ({words.explain.times(line.times)} <Moment at={line.until} now={now} />)
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
