// The clock controls: freeze, resume, advance, speed.
import type { ClockChange } from '../../api-types.ts';
import { Icon } from '../elements/icon.tsx';
import { number } from '../format/number.ts';
import { minutesFromNow } from '../format/span.ts';
import { useClockState, useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';

const steps = [
  { advanceMs: 60_000, name: minutesFromNow(1) },
  { advanceMs: 15 * 60_000, name: minutesFromNow(15) },
];
const usualScales = [1, 10, 60, 600, 3600];

/** The new state arrives as an event, because the answers to two changes may arrive in the wrong order. */
export function useClockChange() {
  const store = useConsole();
  return (change: ClockChange) => store.act(() => store.calls.clock.change(change));
}

export function ClockControls() {
  const clock = useClockState();
  const move = useClockChange();
  const isFrozen = clock?.frozen ?? false;
  const scale = clock?.scale ?? 1;
  return (
    <fieldset className="clock-controls" aria-label={messages.clock.controls}>
      <button
        type="button"
        className="button freeze-button"
        disabled={clock === null}
        onClick={() => void move({ freeze: !isFrozen })}
      >
        <Icon name={isFrozen ? 'go' : 'freeze'} />
        {isFrozen ? messages.clock.resume : messages.clock.freeze}
      </button>
      {steps.map(({ advanceMs, name }) => (
        <button
          key={name}
          type="button"
          className="button"
          disabled={clock === null}
          onClick={() => void move({ advanceMs })}
        >
          {name}
        </button>
      ))}
      <select
        aria-label={messages.clock.scale}
        title={messages.clock.scale}
        value={scale}
        disabled={clock === null}
        onChange={(event) => void move({ scale: Number(event.target.value) })}
      >
        {[...new Set([...usualScales, scale])]
          .sort((a, b) => a - b)
          .map((one) => (
            <option key={one} value={one}>
              ×{number(one)}
            </option>
          ))}
      </select>
    </fieldset>
  );
}
