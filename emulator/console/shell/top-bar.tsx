// The header: title, clock with its controls (freeze, resume, advance, speed), service URL, theme.
import { Button, CopyButton, Icon, shortcut } from '../elements/button.tsx';
import type { CallInput } from '../client/client.ts';
import { clockTime, day, minutesFromNow, number } from '../format/format.ts';
import { messages } from '../messages/messages.ts';
import { useClockState, useLeftMs, usePart, useSelected, useServiceNow, useStore } from '../store/use-store.ts';

export function TopBar() {
  const { address } = useStore();
  const mode = usePart('health')?.mode;
  return (
    <header className="top-bar">
      <div className="program">
        <h1>{messages.program}</h1>
        <span className="tag">{messages.testService}</span>
      </div>
      <ClockFace />
      <ClockControls />
      <div className="where">
        <div className="where-line">
          <LinkLamp />
          <code className="address" translate="no">
            {address.replace('http://', '')}
          </code>
          <CopyButton text={address} label={messages.bar.copyAddress} className="icon-button" isIconOnly />
        </div>
        <span className="dim small">{mode === undefined ? messages.reading : messages.bar.modes[mode]}</span>
      </div>
    </header>
  );
}

function LinkLamp() {
  const { kind } = useSelected(({ link }) => link);
  const lamp = kind === 'live' ? 'live' : kind === 'lost' ? 'lost' : 'unknown';
  return (
    <span className="link-lamp" aria-live="polite">
      <i className={`lamp ${lamp}`} />
      {messages.link.states[kind]}
    </span>
  );
}

const steps = [
  { advanceMs: 60_000, name: minutesFromNow(1) },
  { advanceMs: 15 * 60_000, name: minutesFromNow(15) },
];
const usualScales = [1, 10, 60, 600, 3600];

/** The new state arrives as an event, because the answers to two changes may arrive in the wrong order. */
export function useClockChange() {
  const store = useStore();
  return (change: CallInput<'clock.change'>) => void store.act('clock.change', change);
}

function ClockControls() {
  const clock = useClockState();
  const move = useClockChange();
  const isFrozen = clock?.frozen ?? false;
  const scale = clock?.scale ?? 1;
  return (
    <fieldset className="clock-controls" aria-label={messages.clock.controls}>
      <button
        type="button"
        className="button freeze-button"
        {...shortcut('f')}
        disabled={clock === null}
        onClick={() => move({ freeze: !isFrozen })}
      >
        <Icon name={isFrozen ? 'go' : 'freeze'} />
        {isFrozen ? messages.clock.resume : messages.clock.freeze}
      </button>
      {steps.map(({ advanceMs, name }) => (
        <Button key={name} disabled={clock === null} onClick={() => move({ advanceMs })}>
          {name}
        </Button>
      ))}
      <select
        aria-label={messages.clock.scale}
        title={messages.clock.scale}
        value={scale}
        disabled={clock === null}
        onChange={(event) => move({ scale: Number(event.target.value) })}
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

// The emulator's clock.
function ClockFace() {
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
      <Button look="link" title={messages.clock.toDue} onClick={() => move({ set: new Date(atMs).toISOString() })}>
        {messages.clock.dueIn(leftMs)}
      </Button>
    </span>
  );
}
