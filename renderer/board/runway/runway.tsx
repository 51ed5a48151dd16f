// The upload schedule and the rate limit: what was uploaded, what was refused, what is next.
import { useEffect } from 'react';
import type { AppState } from '../../../main/contract/state.ts';
import { paceMessage } from '../../../main/messages/pace.ts';
import { Icon } from '../../elements/icon.tsx';
import { DateTime } from '../../elements/date-time.tsx';
import { useNow, useStore, useWindow } from '../../store/use-window.ts';
import { t, text } from '../../text.ts';
import { RunwayLane } from './runway-lane.tsx';
import { isIdle } from './runway-marks.ts';
import { runwayText } from './runway-text.ts';

export function Runway({ app }: { readonly app: AppState }) {
  const now = useNow();
  const { order, announce } = useStore();
  const adding = useWindow((state) => state.arriving.length);
  const { headline, isQuiet, isBlocked, allUploaded, waiting } = runwayText(app, now, adding);
  const { paused } = app.queue;
  const label = paused ? t('window.runway.resume') : t('window.runway.pause');
  const hasWork = app.queue.waiting + app.queue.uploading > 0;
  const { requestsLeft, requestsPerMinute } = app.runway;

  async function toggle() {
    if (await order(paused ? 'uploads.resume' : 'uploads.pause', {}))
      announce(paused ? t('window.announce.resumed') : t('window.announce.paused'));
  }

  useEffect(() => {
    document.title = isQuiet ? t('window.common.program') : t('window.common.title', { what: headline });
  }, [headline, isQuiet]);

  return (
    <section className="runway" aria-label={t('window.runway.label')}>
      <div className="runway-text">
        <strong className={isQuiet ? 'time dim' : 'time'}>{headline}</strong>
        {allUploaded && (
          <span className="dim">
            <DateTime at={allUploaded.at}>{allUploaded.text}</DateTime>
          </span>
        )}
        {waiting && <span className="dim">{waiting}</span>}
        {!isQuiet && requestsPerMinute > 0 && <span className="dim runway-pace">{text(paceMessage(app.runway))}</span>}
        <span className="dim runway-left">
          {requestsPerMinute > 0 &&
            !isBlocked &&
            t('window.runway.requestsLeft', { left: requestsLeft, limit: requestsPerMinute })}
        </span>
        {(hasWork || paused) && (
          <button
            type="button"
            className={paused ? 'button main-button small-button' : 'button small-button'}
            aria-label={label}
            onClick={() => void toggle()}
          >
            <Icon name={paused ? 'resume' : 'pause'} />
            <span className="button-text">{label}</span>
          </button>
        )}
      </div>
      {!isIdle(app.runway, now) && <RunwayLane app={app} now={now} />}
    </section>
  );
}
