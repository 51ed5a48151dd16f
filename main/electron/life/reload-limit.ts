// How often a crashed window is reloaded.
import type { Clock } from '../../core/platform/ports.ts';

/** A page that crashes immediately would reload forever. */
const mostReloads = 3;
const withinMs = 10 * 60_000;

/** Returns a function that decides whether the window may reload once more: three times in any ten minutes. */
export function createReloadLimit({ monotonic }: Pick<Clock, 'monotonic'>): () => boolean {
  let times: number[] = [];
  return () => {
    const now = monotonic();
    times = times.filter((time) => now - time < withinMs);
    if (times.length >= mostReloads) return false;
    times.push(now);
    return true;
  };
}
