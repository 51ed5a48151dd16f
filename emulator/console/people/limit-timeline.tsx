// The rate-limit window as a timeline: requests enter at the present and leave on the left; a ring marks the next upload. It
// follows the emulator's clock, once a second with reduced motion.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { LimitView } from '../../api-types.ts';
import { useMedia } from '../elements/use-media.ts';
import { secondsFromNow } from '../format/span.ts';
import { useConsole, useServiceNow } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';

/** The position of the present. */
const presentPercent = 80;

const axisS = [-60, -40, -20, 0, 10];
const lowestPx = 22;
const levelPx = 6;

export function LimitTimeline({ limit }: { readonly limit: LimitView }) {
  const { clock } = useConsole();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const marks = useRef<HTMLDivElement>(null);
  useServiceNow(1000);
  const { windowMs, requestsAt, mayUploadAt, lastFlightId } = limit;

  // Marks are positioned relative to the newest; the row as a whole moves.
  const originMs = Date.parse(requestsAt.at(-1) ?? mayUploadAt);
  const percentOf = (ms: number) => (ms / windowMs) * presentPercent;

  const draw = useEffectEvent(() => {
    const shift = (-(clock.now() - originMs) / windowMs) * presentPercent;
    marks.current?.style.setProperty('transform', `translateX(${shift.toFixed(3)}%)`);
  });
  // On every render, at least once a second.
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
    <figure className="timeline" aria-label={messages.limits.timeline(requestsAt.length, windowMs)}>
      <div className="timeline-window" style={{ width: `${presentPercent}%` }} />
      {axisS.map((s) => (
        <span
          key={s}
          className={s === 0 ? 'timeline-tick present' : 'timeline-tick'}
          style={{ left: `${presentPercent + percentOf(s * 1000)}%` }}
        >
          <small>{s === 0 ? messages.limits.now : secondsFromNow(s)}</small>
        </span>
      ))}
      <div ref={marks} className="timeline-marks">
        {requestsAt.map((at, place) => (
          <i
            // Two requests may share a millisecond.
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
            title={messages.limits.nextUpload}
            style={{ left: `${presentPercent + percentOf(uploadAt - originMs)}%` }}
          />
        ) : null}
      </div>
    </figure>
  );
}

const closeMs = 700;
const mostLevels = 6;

/** Stacks requests that are close together. */
function levelsOf(times: readonly string[]): number[] {
  const levels: number[] = [];
  for (const [place, at] of times.entries()) {
    const before = times[place - 1];
    const isClose = before !== undefined && Date.parse(at) - Date.parse(before) < closeMs;
    levels.push(isClose ? (levels[place - 1]! + 1) % mostLevels : 0);
  }
  return levels;
}
