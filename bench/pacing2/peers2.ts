import { createBackoff, createFixedWait, createTokenBucket } from '../pacing/peers.ts';
import { createOurs as createToday } from '../pacing/ours.ts';
import type { Strategy } from '../pacing/simulation.ts';
export function fixedAfterRefusal(): Strategy {
  let next = 0;
  return { next: (now) => Math.max(now, next), answered(a, _s, e) { next = a.kind === 'accepted' ? e : e + (a.retryAfterMs ?? 5000); } };
}
/** wait starts at 1 s; doubled by a refusal, 10 % of it... additive decrease of 100 ms per acceptance */
export function aimd(): Strategy {
  let wait = 1000, next = 0;
  return { next: (now) => Math.max(now, next), answered(a, _s, e) {
    if (a.kind === 'accepted') { wait = Math.max(0, wait - 100); next = e + wait; }
    else { wait = Math.max(1000, wait * 2); next = e + (a.retryAfterMs ?? wait); } } };
}
export const peers: Record<string, () => Strategy> = {
  'fixed 5 s': createFixedWait, 'after refusal 5 s': fixedAfterRefusal, backoff: createBackoff, bucket: createTokenBucket, AIMD: aimd, today: () => createToday() as never,
};
