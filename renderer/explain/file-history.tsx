// The history of one file: why it was uploaded or not, what the pilot can do, and every decision in order.
import { useEffect, useRef, useState } from 'react';
import type { Explanation, HistoryLine } from '../../main/contract/explanation.ts';
import { Icon } from '../elements/icon.tsx';
import { openView } from '../elements/use-view.ts';
import { DateTime } from '../elements/date-time.tsx';
import { shortDateTime } from '../format/date-format.ts';
import { useNow, useStore } from '../store/use-window.ts';
import { t, text } from '../text.ts';
import { inputOf, subjectOf } from './file-query.ts';
import type { FileQuery } from './file-query.ts';
import { StateMark } from './state-mark.tsx';
import { useRead } from './use-read.ts';
import { shownName } from '../shown-name.ts';

type Props = { readonly asked: FileQuery; readonly close: () => void };

export function FileHistory({ asked, close }: Props) {
  const { explanation, error } = useExplanation(asked);
  const ref = useRef<HTMLElement>(null);
  // So that it is read aloud and keyboard navigation continues from it.
  useEffect(() => ref.current?.focus(), []);
  return (
    <section
      ref={ref}
      className="file-history"
      tabIndex={-1}
      aria-label={explanation ? t('window.file.historyOf', { name: explanation.name }) : t('window.common.reading')}
    >
      <button type="button" className="button history-back" onClick={close}>
        {t('window.file.back')}
      </button>
      <button type="button" className="icon-button history-close" aria-label={t('window.common.close')} onClick={close}>
        <Icon name="close" />
      </button>
      {error !== null && <p className="dim">{error}</p>}
      {error === null && explanation === null && <p className="dim">{t('window.common.reading')}</p>}
      {explanation && <Answer explanation={explanation} />}
    </section>
  );
}

function useExplanation(asked: FileQuery) {
  const store = useStore();
  const [explanation, setExplanation] = useState<Explanation | null>(null);
  const [error, setError] = useState<string | null>(null);
  useRead(subjectOf(asked), async (signal) => {
    const result = await store.ask('files.explain', inputOf(asked));
    if (signal.aborted) return;
    setExplanation(result.ok ? result.value : null);
    setError(result.ok ? null : text(result.failure.message));
  });
  return { explanation, error };
}

function Answer({ explanation }: { readonly explanation: Explanation }) {
  const store = useStore();
  const now = useNow(false);
  const { name, path, state, headline, advice, stripId, lines } = explanation;
  const facts = lines.filter((line) => line.at === null);
  const timed = lines.filter((line) => line.at !== null);
  return (
    <>
      <h2>{shownName(name)}</h2>
      {path !== null && <p className="history-path dim small mono">{path}</p>}
      <div className={`answer state-${state}`}>
        <StateMark state={state} />
        <p className="headline">{text(headline)}</p>
        {facts.map((line) => (
          <p key={text(line.message)} className="small">
            {text(line.message)}
          </p>
        ))}
        {advice !== null && <p className="advice">{t('window.file.advice', { advice: text(advice) })}</p>}
      </div>
      {stripId !== null && (
        <p className="actions">
          <button
            type="button"
            className="button"
            onClick={() => {
              store.select(stripId);
              openView('board');
            }}
          >
            {t('window.file.openReport')}
          </button>
        </p>
      )}
      <h3>{t('window.file.decisions')}</h3>
      {timed.length === 0 ? (
        <p className="dim small">{t('window.file.noDecisions')}</p>
      ) : (
        <>
          <ol className="history-lines">
            {timed.map((line, place) => (
              // Lines are only appended, and equal lines differ only by their position.
              // oxlint-disable-next-line react/no-array-index-key
              <Line key={place} line={line} now={now} />
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function Line({ line, now }: { readonly line: HistoryLine; readonly now: number }) {
  return (
    <li>
      <span className="dim">
        <DateTime at={line.at ?? now} now={now} />
      </span>
      <span>
        {text(line.message)}
        {line.times !== undefined && line.until !== undefined && (
          <span className="dim">
            {' '}
            {t('window.detail.repeated', { n: line.times, time: shortDateTime(line.until, now) })}
          </span>
        )}
      </span>
    </li>
  );
}
