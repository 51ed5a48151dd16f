// Reads and changes the clock. Changes run one after the other, so two simultaneous ones add up.

import type { EmulatorClock } from '../../clock/clock.ts';
import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import { isoTime, latestTimeMs } from '../../clock/timestamps.ts';
import type { ClockChange, ClockState } from '../../api-types.ts';

/** With the duration as a number. */
type ReadClockChange = Omit<ClockChange, 'advanceMs'> & { advanceMs?: number | undefined };

export type ClockControl = {
  read(): ClockState;
  /** Resolves when everything due has happened. */
  change(change: ReadClockChange): Promise<ClockState>;
};

export function createClockControl({
  clock,
  events,
  changed,
}: Pick<EmulatorContext, 'clock' | 'events' | 'changed'>): ClockControl {
  let last: Promise<unknown> = Promise.resolve();

  const change = async ({ scale, freeze, set, advanceMs }: ReadClockChange): Promise<ClockState> => {
    // Read once: a running clock would return a later time.
    const nowMs = clock.now();
    const untilMs = set === undefined ? nowMs : Date.parse(set);
    if (untilMs < nowMs) {
      const message = `Time can’t go back: it is ${isoTime(nowMs)}, and ${set} is earlier.`;
      throw new EmulatorError('not-allowed', message);
    }
    if (untilMs + (advanceMs ?? 0) > latestTimeMs) {
      throw new EmulatorError('option', `The latest possible time is ${isoTime(latestTimeMs)}.`);
    }
    const isSteered = scale !== undefined || freeze !== undefined;
    const steering = isSteered ? steeringOf(clock) : undefined;
    if (scale !== undefined) steering?.rescale(scale);
    if (freeze !== undefined) steering?.freeze(freeze);
    if (set !== undefined) await clock.advance(Math.max(0, untilMs - clock.now()));
    if (advanceMs !== undefined) await clock.advance(advanceMs);
    changed();
    const state = readClock(clock);
    events.publish({ type: 'clock', clock: state });
    return state;
  };

  return {
    read: () => readClock(clock),
    change(asked) {
      const done = last.then(() => change(asked));
      last = done.catch(() => undefined);
      return done;
    },
  };
}

export function readClock({ now, steering }: EmulatorClock): ClockState {
  const dueAtMs = steering?.nextDueAtMs ?? null;
  return {
    now: isoTime(now()),
    frozen: steering?.isFrozen ?? false,
    scale: steering?.scale ?? 1,
    nextDueAt: dueAtMs === null ? null : isoTime(dueAtMs),
  };
}

function steeringOf({ steering }: EmulatorClock) {
  if (steering !== undefined) return steering;
  throw new EmulatorError('not-allowed', 'This emulator uses an external clock, which can’t be frozen or scaled here.');
}
