// What a plain Node process can know of its machine: that it slept, from a wall clock that jumped ahead of the timers.
import type { Clock, SystemEvents } from '../core/ports.ts';

const LOOK_MS = 5_000;
const SLEPT_MS = 20_000;

export function createSystemEvents(clock: Clock): SystemEvents {
  return {
    onResume(listener) {
      let undo = () => {};
      const look = (lookedAt: number) => {
        undo = clock.schedule(LOOK_MS, () => {
          const now = clock.now();
          if (now - lookedAt > LOOK_MS + SLEPT_MS) listener();
          look(now);
        });
      };
      look(clock.now());
      return () => undo();
    },
    // Node is told nothing of the network: the calls themselves find out.
    onNetworkHint: () => () => {},
  };
}
