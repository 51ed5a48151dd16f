// The story of one file: the answer first, then what can be done, then every decision in its order.
import { useEffect, useRef, useState } from 'react';
import type { Explanation, HistoryLine } from '../../main/contract/explanation.ts';
import { Icon } from '../elements/icon.tsx';
import { openView } from '../elements/use-view.ts';
import { localZone } from '../format/moment.ts';
import { useNow, useStore } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { inputOf, subjectOf } from './asked.ts';
import type { Asked } from './asked.ts';
import { LocalMoment } from './local-moment.tsx';
import { StateMark } from './state-mark.tsx';
import { useRead } from './use-read.ts';
import { text } from '../text.ts';

const w = words.explain;

type Props = { readonly asked: Asked; readonly close: () => void };

export function FileHistory({ asked, close }: Props) {
  const { told, error } = useExplanation(asked);
  const ref = useRef<HTMLElement>(null);
  // The answer is read out, and the keys go on from it.
  useEffect(() => ref.current?.focus(), []);
  return (
    <section ref={ref} className="story" tabIndex={-1} aria-label={told ? w.historyOf(told.name) : w.reading}>
      <button type="button" className="button story-back" onClick={close}>
        {w.back}
      </button>
      <button type="button" className="icon-button story-close" aria-label={words.close} onClick={close}>
        <Icon name="close" />
      </button>
      {error !== null && <p className="dim">{error}</p>}
      {error === null && told === null && <p className="dim">{w.reading}</p>}
      {told && <Told told={told} />}
    </section>
  );
}

function useExplanation(asked: Asked) {
  const store = useStore();
  const [told, setTold] = useState<Explanation | null>(null);
  const [error, setError] = useState<string | null>(null);
  useRead(subjectOf(asked), async (overtaken) => {
    const result = await store.ask('files.explain', inputOf(asked));
    if (overtaken.aborted) return;
    setTold(result.ok ? result.value : null);
    setError(result.ok ? null : text(result.failure.message));
  });
  return { told, error };
}

function Told({ told }: { readonly told: Explanation }) {
  const store = useStore();
  const now = useNow(false);
  const { name, path, state, headline, advice, stripId, lines } = told;
  const facts = lines.filter((line) => line.at === null);
  const timed = lines.filter((line) => line.at !== null);
  return (
    <>
      <h2>{name}</h2>
      {path !== null && <p className="story-path dim small mono">{path}</p>}
      <div className={`answer state-${state}`}>
        <StateMark state={state} />
        <p className="headline">{text(headline)}</p>
        {facts.map((line) => (
          <p key={text(line.message)} className="small">
            {text(line.message)}
          </p>
        ))}
        {advice !== null && (
          <p className="advice">
            <b>{w.whatYouCanDo}</b> {text(advice)}
          </p>
        )}
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
            {w.openReport}
          </button>
        </p>
      )}
      <h3>{w.decisions}</h3>
      {timed.length === 0 ? (
        <p className="dim small">{w.noDecisions}</p>
      ) : (
        <>
          <ol className="story-lines">
            {timed.map((line, place) => (
              // A story only grows; equal lines differ by nothing but their place.
              // oxlint-disable-next-line react/no-array-index-key
              <Line key={place} line={line} now={now} />
            ))}
          </ol>
          <p className="dim small">{w.zone(localZone(now))}</p>
        </>
      )}
    </>
  );
}

function Line({ line, now }: { readonly line: HistoryLine; readonly now: number }) {
  return (
    <li>
      <span className="dim">
        <LocalMoment at={line.at ?? now} now={now} />
      </span>
      <span>
        {text(line.message)}
        {line.times !== undefined && line.until !== undefined && (
          <span className="dim">
            {' '}
            ({w.times(line.times)} <LocalMoment at={line.until} now={now} />)
          </span>
        )}
      </span>
    </li>
  );
}
