// The window of a limit as a lane: requests come in at the line of the present and leave on the left; a ring ahead of it
// is the moment of the next upload. It moves with the service's time, by the second where less motion is asked for.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { LimitView } from '../../api-types.ts';
import { useMedia } from '../elements/use-media.ts';
import { useConsole, useServiceNow } from '../store/use-console.ts';
import { words } from '../words/words.ts';

/** The present stands here; what is right of it is to come. */
const presentPercent = 80;

const axisS = [-60, -40, -20, 0, 10];
const lowestPx = 22;
const levelPx = 6;

export function LimitLane({ limit }: { readonly limit: LimitView }) {
  const { clock } = useConsole();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const marks = useRef<HTMLDivElement>(null);
  useServiceNow(1000);
  const { windowMs, requestsAt, mayUploadAt, lastFlightId } = limit;

  // Marks stand by their distance from the newest; the whole row is moved.
  const originMs = Date.parse(requestsAt.at(-1) ?? mayUploadAt);
  const percentOf = (ms: number) => (ms / windowMs) * presentPercent;

  const draw = useEffectEvent(() => {
    const shift = (-(clock.now() - originMs) / windowMs) * presentPercent;
    marks.current?.style.setProperty('transform', `translateX(${shift.toFixed(3)}%)`);
  });
  // With every drawing, and so every second.
  useEffect(() => draw());
  useEffect(() => {
    if (isStill) return undefined;
    let frame = requestAnimationFrame(function next() {
      draw();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [isStill]);

  const levels = levelsOf(requestsAt);
  const uploadAt = Date.parse(mayUploadAt);
  return (
    <figure className="lane" aria-label={words.limits.lane(requestsAt.length, windowMs / 1000)}>
      <div className="lane-window" style={{ width: `${presentPercent}%` }} />
      {axisS.map((s) => (
        <span
          key={s}
          className={s === 0 ? 'lane-tick present' : 'lane-tick'}
          style={{ left: `${presentPercent + percentOf(s * 1000)}%` }}
        >
          <small>{words.limits.axis(s)}</small>
        </span>
      ))}
      <div ref={marks} className="lane-marks">
        {requestsAt.map((at, place) => (
          <i
            // Two requests may come in one millisecond.
            // oxlint-disable-next-line react/no-array-index-key
            key={`${at} ${place}`}
            className="mark"
            style={{
              left: `${presentPercent + percentOf(Date.parse(at) - originMs)}%`,
              bottom: lowestPx + levels[place]! * levelPx,
            }}
          />
        ))}
        {lastFlightId !== null && uploadAt > clock.now() ? (
          <i
            className="mark next"
            title={words.limits.nextUpload}
            style={{ left: `${presentPercent + percentOf(uploadAt - originMs)}%` }}
          />
        ) : null}
      </div>
    </figure>
  );
}

const closeMs = 700;
const mostLevels = 6;

/** Requests that came close to one another stand on each other's shoulders. */
function levelsOf(moments: readonly string[]): number[] {
  const levels: number[] = [];
  for (const [place, at] of moments.entries()) {
    const before = moments[place - 1];
    const isClose = before !== undefined && Date.parse(at) - Date.parse(before) < closeMs;
    levels.push(isClose ? (levels[place - 1]! + 1) % mostLevels : 0);
  }
  return levels;
}
