// What a plain Node process can know of its machine: that it slept. Where that can be measured (Linux, sleep-gauge.ts),
// it is; elsewhere a look that comes much too late says so. A wall clock that is set is no sleep.
import type { Clock, SystemEvents } from '../../core/platform/ports.ts';

const LOOK_MS = 5_000;
/** A doze that leaves connections alive is not worth giving up what is under way. */
const SLEPT_MS = 3_000;
const LATE_MS = 20_000;

/** @param sleptMs measures sleep; null where that cannot be done. */
export function createSystemEvents(clock: Clock, sleptMs: (() => number) | null): SystemEvents {
  return {
    onResume(listener) {
      let undo = () => {};
      const look = (lookedAt: number, sleptBeforeMs: number) => {
        undo = clock.schedule(LOOK_MS, () => {
          const now = clock.monotonic();
          const sleptNowMs = sleptMs?.() ?? 0;
          const hasSlept = sleptMs ? sleptNowMs - sleptBeforeMs >= SLEPT_MS : now - lookedAt > LOOK_MS + LATE_MS;
          if (hasSlept) listener();
          look(now, sleptNowMs);
        });
      };
      look(clock.monotonic(), sleptMs?.() ?? 0);
      return () => undo();
    },
    // Node is told nothing of the network: the calls themselves find out.
    onNetworkHint: () => () => {},
  };
}
