// The emulator's clock.
import { clockTime, day } from '../format/date-format.ts';
import { number } from '../format/number.ts';
import { useClockState, useLeftMs, useServiceNow } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { useClockChange } from './clock-controls.tsx';

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
  return (
    <div className={`clock ${state}`} role="timer" aria-label={messages.clock.label}>
      <time className="clock-time" dateTime={new Date(now).toISOString()}>
        {clockTime(now)}
        <small>Z</small>
      </time>
      <div className="clock-more">
        <span className="clock-state">
          <i />
          {state === 'scaled' ? `×${number(clock.scale)}` : messages.clock[state]}
        </span>
        <span className="dim small">
          {day(now)}
          {clock.nextDueAt === null ? null : <NextDue atMs={Date.parse(clock.nextDueAt)} />}
        </span>
      </div>
    </div>
  );
}

function NextDue({ atMs }: { readonly atMs: number }) {
  const leftMs = useLeftMs(atMs);
  const move = useClockChange();
  if (leftMs === 0) return null;
  return (
    <span className="clock-due">
      <button
        type="button"
        className="link-button"
        title={messages.clock.toDue}
        onClick={() => void move({ set: new Date(atMs).toISOString() })}
      >
        {messages.clock.dueIn(leftMs)}
      </button>
    </span>
  );
}
