// Detects that the computer slept. Linux measures it (system-clock.ts); elsewhere a timer that fires much too late
// tells. Setting the wall clock is not sleep.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
    isOnBattery,
  };
}

const supplies = '/sys/class/power_supply';

/** Linux: whether there is mains power, and it is not connected. Elsewhere nothing is known. */
function isOnBattery(): boolean {
  try {
    const ofMains = readdirSync(supplies).filter((name) => read(name, 'type') === 'Mains');
    return ofMains.length > 0 && ofMains.every((name) => read(name, 'online') === '0');
  } catch {
    return false;
  }
}

const read = (supply: string, fact: string) => readFileSync(join(supplies, supply, fact), 'utf8').trim();
