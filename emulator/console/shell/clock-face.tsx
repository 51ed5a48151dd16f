// The service's time, large enough to be read from the other side of the desk.
import { clockTime, day } from '../format/moment.ts';
import { countdown } from '../format/span.ts';
import { useClockState, useServiceNow } from '../store/use-console.ts';
import { words } from '../words/words.ts';

export function ClockFace() {
  const clock = useClockState();
  const now = useServiceNow();
  if (clock === null) {
    return (
      <div className="clock">
        <span className="clock-time unknown">··:··:··</span>
      </div>
    );
  }
  const state = clock.frozen ? 'frozen' : clock.scale === 1 ? 'running' : 'scaled';
  const dueInMs = clock.nextDueAt === null ? null : Date.parse(clock.nextDueAt) - now;
  return (
    <div className={`clock ${state}`} role="timer" aria-label={words.clock.label}>
      <time className="clock-time" dateTime={new Date(now).toISOString()}>
        {clockTime(now)}
        <small>Z</small>
      </time>
      <div className="clock-more">
        <span className="clock-state">
          <i />
          {state === 'scaled' ? words.clock.scaled(clock.scale) : words.clock[state]}
        </span>
        <span className="dim small">
          {day(now)}
          {dueInMs === null || dueInMs < 0 ? null : (
            <span className="clock-due"> · {words.clock.dueIn(countdown(dueInMs))}</span>
          )}
        </span>
      </div>
    </div>
  );
}
