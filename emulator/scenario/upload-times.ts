// When the flights of a history were uploaded.

import { hash } from 'node:crypto';

/** Irregular, as flights are: several on one day, then none for a while. Repeatable by the seed. */
export function uploadTimes(fromMs: number, overMs: number, count: number, seed: string): string[] {
  const pause = (index: number) =>
    (Number.parseInt(hash('sha256', `${seed} pause ${index}`).slice(0, 8), 16) / 2 ** 32) ** 12;
  const pauses = Array.from({ length: overMs === 0 ? 0 : count }, (_, index) => pause(index));
  const all = pauses.reduce((sum, one) => sum + one, 0);
  let passed = 0;
  return Array.from({ length: count }, (_, index) => {
    const atMs = fromMs + (all === 0 ? 0 : (overMs * passed) / all);
    passed += pauses[index] ?? 0;
    // The clock starts in 1970, as state documents do.
    return new Date(Math.max(0, Math.floor(atMs))).toISOString();
  });
}
