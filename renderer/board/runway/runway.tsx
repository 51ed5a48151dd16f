// The rate budget made visible: what left, what was turned back, what leaves next.
import { useEffect } from 'react';
import type { AppState } from '../../../main/contract/state.ts';
import { Icon } from '../../elements/icon.tsx';
import { Moment } from '../../elements/moment.tsx';
import { useNow, useStore } from '../../store/use-window.ts';
import { words } from '../../words/words.ts';
import { RunwayLane } from './runway-lane.tsx';
import { runwayWords } from './runway-words.ts';

const w = words.runway;

export function Runway({ app }: { readonly app: AppState }) {
  const now = useNow();
  const { order, say } = useStore();
  const { headline, isQuiet, away, waiting } = runwayWords(app, now);
  const { paused } = app.queue;
  const hasWork = app.queue.waiting + app.queue.uploading > 0;
  const { requestsLeft, requestsPerMinute } = app.runway;

  async function toggle() {
    if (await order(paused ? 'uploads.resume' : 'uploads.pause', {}))
      say(paused ? words.said.resumed : words.said.paused);
  }

  useEffect(() => {
    document.title = isQuiet ? words.program : `${headline} · ${words.program}`;
  }, [headline, isQuiet]);

  return (
    <section className="runway" aria-label={w.label}>
      <div className="runway-words">
        <strong className={isQuiet ? 'time dim' : 'time'}>{headline}</strong>
        {away && (
          <span className="dim">
            {away.before} <Moment at={away.at} now={now} />
          </span>
        )}
        {waiting && <span className="dim">{waiting}</span>}
        <span className="dim runway-left">{requestsPerMinute > 0 && w.left(requestsLeft, requestsPerMinute)}</span>
        {(hasWork || paused) && (
          <button
            type="button"
            className={paused ? 'button main-button small-button' : 'button small-button'}
            aria-label={paused ? w.resume : w.pause}
            onClick={() => void toggle()}
          >
            <Icon name={paused ? 'resume' : 'pause'} />
            <span className="button-word">{paused ? w.resume : w.pause}</span>
          </button>
        )}
      </div>
      <RunwayLane runway={app.runway} stateAt={app.now} />
    </section>
  );
}
