// Waits for an event of the event bus. It costs nothing without a wait: only a wait subscribes.

import { afterRealTime } from '../clock/clock.ts';
import type { EmulatorContext } from '../context.ts';
import { stoppedError } from '../emulator-error.ts';
import type { EmulatorEvent } from '../api-types.ts';
import { isoTime } from '../clock/timestamps.ts';
import type { EmulatorClock } from '../clock/clock.ts';
import { formatDuration } from '../options/units.ts';

export const longestWaitMs = 10 * 60_000;
/** Shorter than the 5 s after which Vitest and Jest end a test, so that the error with the nearest misses comes first. */
const defaultWaitMs = 3000;

type Waiting<Found> = {
  /** Returns undefined to wait on. Called first with null, then with each event; throws to end the wait. */
  check(event: EmulatorEvent | null): Found | undefined;
  /** What the wait rejects with when the time is over. */
  unmet(waited: string): Error;
  timeoutMs: number | undefined;
  /** Whether only the clock can cause it, so that autoAdvance may move it. */
  movesClock?: boolean;
};

export function waitUntil<Found>(
  { events, ended, autoAdvance }: Pick<EmulatorContext, 'events' | 'ended' | 'autoAdvance'>,
  { check, unmet, timeoutMs = defaultWaitMs, movesClock = false }: Waiting<Found>,
): Promise<Found> {
  return new Promise((resolve, reject) => {
    const undo: (() => void)[] = [];
    let isOver = false;
    const settle = (end: () => void) => {
      isOver = true;
      for (const one of undo) one();
      end();
    };
    const attempt = (event: EmulatorEvent | null) => {
      if (isOver) return;
      try {
        const found = check(event);
        if (found !== undefined) settle(() => resolve(found));
      } catch (cause) {
        settle(() => reject(cause));
      }
    };
    // Before listening, because reading the journal publishes what is not published yet.
    attempt(null);
    if (isOver) return;
    const stop = () => settle(() => reject(stoppedError()));
    ended.addEventListener('abort', stop);
    undo.push(
      events.listen(attempt),
      afterRealTime(timeoutMs, () => settle(() => reject(unmet(formatDuration(timeoutMs)))), true),
      () => ended.removeEventListener('abort', stop),
    );
    if (!movesClock) return;
    const hold = autoAdvance.hold();
    undo.push(
      hold.release,
      events.listen(() => hold.nudge()),
    );
  });
}

/** A frozen clock is the usual reason why nothing happens. */
export function frozenHint({ steering }: EmulatorClock): string {
  const dueAtMs = steering?.nextDueAtMs ?? null;
  if (steering?.isFrozen !== true || dueAtMs === null) return '';
  return ` The clock is frozen, and the next event is due at ${isoTime(dueAtMs)}: advance it.`;
}
