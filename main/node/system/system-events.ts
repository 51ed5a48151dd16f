// Detects that the computer slept. Linux measures it (system-clock.ts); elsewhere a timer that fires much too late
// tells. Setting the wall clock is not sleep.
import type { Clock, SystemEvents } from '../../core/platform/ports.ts';

const checkMs = 5_000;
/** A short sleep that keeps connections alive is ignored. */
const leastSleepMs = 3_000;
const lateMs = 20_000;

/** @param sleptMs measures sleep; null if that is not possible. */
export function createSystemEvents(clock: Clock, sleptMs: (() => number) | null): SystemEvents {
  return {
    onResume(listener) {
      let undo = () => {};
      const check = (checkedAt: number, sleptBeforeMs: number) => {
        undo = clock.schedule(checkMs, () => {
          const now = clock.monotonic();
          const sleptNowMs = sleptMs?.() ?? 0;
          const hasSlept = sleptMs ? sleptNowMs - sleptBeforeMs >= leastSleepMs : now - checkedAt > checkMs + lateMs;
          if (hasSlept) listener();
          check(now, sleptNowMs);
        });
      };
      check(clock.monotonic(), sleptMs?.() ?? 0);
      return () => undo();
    },
    // Node has no network events: requests find out themselves.
    onNetworkHint: () => () => {},
  };
}
