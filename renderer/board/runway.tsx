// The upload schedule and the rate limit: what was uploaded, what was refused, what is next.
import { useEffect } from 'react';
import { type AppState, ownQueue } from '../../main/contract/state.ts';
import { paceMessage } from '../../main/messages/pace.ts';
import { Button } from '../elements/button.tsx';
import { DateTime } from '../elements/date-time.tsx';
import { Icon } from '../elements/icon.tsx';
import { useWidth } from '../elements/use-layout.ts';
import { span } from '../format/time.ts';
import { useNow, useStore, useWindow } from '../store/use-window.ts';
import { choice, t, text } from '../text.ts';
import {
  isIdle,
  isLong,
  type Mark,
  marks,
  nowAt,
  plannedCount,
  type RunwayScale,
  runwayText,
  scaleFor,
  ticks,
  travel,
} from './runway-content.ts';

/** What uploads next and when, as one line, and the button that pauses it. */
export function Schedule({ app }: { readonly app: AppState }) {
  const now = useNow();
  const { send, announce } = useStore();
  const adding = useWindow((state) => state.arriving.length);
  const { headline, isQuiet, allUploaded, waiting } = runwayText(app, now, adding);
  const { paused } = app.queue;
  // An outage has its notice above.
  const isSaid = !paused && app.connection.concern !== null;
  const label = paused ? t('window.runway.resume') : t('window.runway.pause');
  const hasWork = ownQueue(app) > 0;

  async function toggle() {
    if (await send(paused ? 'uploads.resume' : 'uploads.pause', {}))
      announce(paused ? t('window.announce.resumed') : t('window.announce.paused'));
  }

  const title = isQuiet ? t('window.common.program') : t('window.common.title', { what: headline });
  useEffect(() => void (document.title = title), [title]);

  return (
    <section className="line schedule" aria-label={t('window.runway.label')}>
      {!isQuiet && !isSaid && <strong className="time">{headline}</strong>}
      {allUploaded && (
        <span>
          <DateTime at={allUploaded.at}>{allUploaded.text}</DateTime>
        </span>
      )}
      {waiting && <span>{waiting}</span>}
      {isLong(app, now) && app.runway.requestsPerMinute > 0 && !app.runway.pilots && (
        <span className="runway-pace">{text(paceMessage(app.runway))}</span>
      )}
      {(hasWork || paused) && (
        <Button look={paused ? 'main' : 'plain'} size="small" onClick={() => void toggle()}>
          <Icon name={paused ? 'resume' : 'pause'} />
          {label}
        </Button>
      )}
    </section>
  );
}

/** The drawing of the schedule, while there is a real queue of one pilot. */
export function Runway({ app }: { readonly app: AppState }) {
  const now = useNow();
  if (app.showsEveryone && app.accounts.filter(({ waiting }) => waiting > 0).length > 1) return null;
  return isLong(app, now) && !isIdle(app.runway, now) ? <RunwayLane app={app} now={now} /> : null;
}

// The drawing of the runway: a fixed axis, and a layer of marks that moves each second.

const height = 50;

/** @param now on the process's clock, epoch ms */
function RunwayLane({ app, now }: { readonly app: AppState; readonly now: number }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const { now: stateAt, runway } = app;
  const scale = scaleFor(runway, stateAt);
  const found = width > 0 ? marks(app, now, scale, width) : [];
  const moved = { transform: `translateX(${-travel(now - stateAt, scale, width)}px)` };
  const counted = (kind: Mark['kind']) => found.filter((mark) => mark.kind === kind).length;
  const label = t('window.runway.drawing', {
    uploaded: counted('departed'),
    refused: counted('turned-back'),
    planned: plannedCount(runway),
  });
  return (
    // Drawn in two layers.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="lane" ref={ref} role="img" aria-label={label}>
      {width > 0 && <Axis scale={scale} width={width} />}
      {width > 0 && (
        // A new state has new places, to which nothing glides.
        <svg key={stateAt} className="lane-marks" width={width} height={height} style={moved} aria-hidden="true">
          {found.map(({ key, x, kind }) => (
            <MarkShape key={key} x={x} kind={kind} />
          ))}
        </svg>
      )}
    </div>
  );
}

function tickName(offsetMs: number): string {
  return t('window.time.offset', { direction: offsetMs < 0 ? 'behind' : 'ahead', span: span(Math.abs(offsetMs)) });
}

function Axis({ scale, width }: { readonly scale: RunwayScale; readonly width: number }) {
  const x = nowAt(scale, width);
  return (
    <svg width={width} height={height} aria-hidden="true">
      <line className="lane-axis" x1={0} x2={width} y1={axis} y2={axis} />
      {ticks(scale, width).map(({ x, offsetMs, isNamed }) => (
        <g key={offsetMs}>
          <line x1={x} x2={x} y1={axis - 6} y2={axis + 6} />
          {isNamed && (
            <text x={x} y={height - 4}>
              {tickName(offsetMs)}
            </text>
          )}
        </g>
      ))}
      <g className="lane-now">
        <line x1={x} x2={x} y1={4} y2={height - 4} />
        <text x={x - 8} y={12}>
          {t('window.time.now')}
        </text>
      </g>
    </svg>
  );
}

/** The y of the line that the marks are on. */
const axis = 26;

function MarkShape({ x, kind }: Pick<Mark, 'x' | 'kind'>) {
  const isCross = kind === 'turned-back';
  return (
    <g className={`mark ${kind}`}>
      <title>{t('window.runway.legend', { mark: kind === 'other' ? null : choice(kind) })}</title>
      {isCross && <path d={`M${x - 4} ${axis - 6}l8 12M${x + 4} ${axis - 6}l-8 12`} />}
      {!isCross && <circle cx={x} cy={axis} r={5} />}
    </g>
  );
}
