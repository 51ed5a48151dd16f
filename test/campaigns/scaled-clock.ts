// A clock that runs this many times as fast as the machine's, the same in every process with its anchor: a companion
// that is killed and restarted continues in the same time.
import type { Clock } from '../../main/core/platform/ports.ts';
import { sleepBy } from '../support/sleep-by.ts';

export type ScaledTime = {
  /** Where wall time begins (epoch, milliseconds of the machine). */
  readonly anchorMs: number;
  readonly scale: number;
};

export function createScaledClock({ anchorMs, scale }: ScaledTime): Clock {
  const now = () => Math.floor(anchorMs + (Date.now() - anchorMs) * scale);
  const monotonic = () => performance.now() * scale;
  const inRealMs = (delayMs: number) => Math.min(Math.max(0, delayMs / scale), 2_000_000_000);
  const schedule: Clock['schedule'] = (delayMs, action) => {
    const timer = setTimeout(action, inRealMs(delayMs)).unref();
    return () => clearTimeout(timer);
  };
  return {
    now,
    monotonic,
    schedule,
    sleep: sleepBy(schedule),
  };
}
