// Waits for something that the event bus announces. It costs nothing while nobody waits: only a wait listens.

import { afterRealTime } from '../../clock/clock.ts';
import type { EmulatorContext } from '../../context.ts';
import { stoppedError } from '../../emulator-error.ts';
import type { EmulatorEvent } from '../../api-types.ts';
import { isoMoment } from '../../clock/timestamps.ts';
import type { EmulatorClock } from '../../clock/clock.ts';
import { formatDuration } from '../../options/units.ts';

export const longestWaitMs = 10 * 60_000;
const defaultWaitMs = 5000;

interface Waiting<Found> {
  /** Returns undefined to wait on. Called first with null, then with each event; throws to end the wait. */
  look(event: EmulatorEvent | null): Found | undefined;
  /** What the wait rejects with when the time is over. */
  unmet(waited: string): Error;
  timeoutMs: number | undefined;
}

export function waitUntil<Found>(
  { events, ended }: Pick<EmulatorContext, 'events' | 'ended'>,
  { look, unmet, timeoutMs = defaultWaitMs }: Waiting<Found>,
): Promise<Found> {
  return new Promise((resolve, reject) => {
    const undo: (() => void)[] = [];
    const settle = (end: () => void) => {
      for (const one of undo) one();
      end();
    };
    const attempt = (event: EmulatorEvent | null): boolean => {
      try {
        const found = look(event);
        if (found === undefined) return false;
        settle(() => resolve(found));
      } catch (cause) {
        settle(() => reject(cause));
      }
      return true;
    };
    // Before listening, because reading the journal publishes what is not published yet.
    if (attempt(null)) return;
    const stop = () => settle(() => reject(stoppedError()));
    ended.addEventListener('abort', stop);
    undo.push(
      events.listen(attempt),
      afterRealTime(timeoutMs, () => settle(() => reject(unmet(formatDuration(timeoutMs))))),
      () => ended.removeEventListener('abort', stop),
    );
  });
}

/** A frozen clock is the usual reason why nothing comes. */
export function frozenHint({ steering }: EmulatorClock): string {
  const dueAtMs = steering?.nextDueAtMs ?? null;
  if (steering?.isFrozen !== true || dueAtMs === null) return '';
  return ` The clock is frozen, and the next event is due at ${isoMoment(dueAtMs)}: advance it.`;
}
