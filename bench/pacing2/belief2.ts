import { learn, prior, hypotheses, PLACES, MOST_CAPACITY } from './rule/belief.ts';
import { nextTryMs } from './rule/next-try.ts';
export function createBelief2() {
  let weights = prior; const fullAt = new Float64Array(PLACES).fill(-1e12);
  const waitOf = new Float64Array(PLACES); for (const h of hypotheses) waitOf[h.place] = h.waitMs;
  const accepted: number[] = []; let refusedAt = -Infinity, floor = 0, requestsFrom = 0, firstAt = 0, rate = 0, tells = false;
  const ends: number[] = [], durations: number[] = [];
  const quickest = () => Math.min(...durations);
  const jitter = () => durations.length < 3 ? 0 : durations.toSorted((a, b) => a - b)[durations.length >> 1]! - quickest();
  const hist = () => ({ accepted, refusedAt, fullAt, jitterMs: jitter(), tells });
  return {
    next(now: number, waiting: number) {
      const blocking = ends.length >= 60 ? ends[ends.length - 60]! + 60_000 : 0;
      const from = Math.max(now, floor, requestsFrom, blocking);
      if (accepted.length === 0) return from;
      return from + nextTryMs(weights, hist(), from + quickest() / 2, waiting, now - firstAt);
    },
    answered(seen: any, s: number, e: number) {
      ends.push(e);
      if (seen.kind === 'rate-limited') { rate += 1; requestsFrom = e + (seen.retryAfterMs ?? Math.min(60000, 15000 * 2 ** (rate - 1))); return; }
      rate = 0; const t = (s + e) / 2, ok = seen.kind === 'accepted';
      if (ok) { durations.push(e - s); if (durations.length > 16) durations.shift(); }
      if (accepted.length > 0) weights = learn(weights, hist(), t, ok, ok ? null : seen.retryAfterMs);
      if (ok) { for (let p = 0; p < PLACES; p += 1) fullAt[p] = Math.min(Math.max(fullAt[p]!, t) + waitOf[p]!, t + MOST_CAPACITY * waitOf[p]!);
        if (accepted.length === 0) firstAt = t; accepted.push(t); if (accepted.length > 10) accepted.shift(); refusedAt = -Infinity; floor = 0; }
      else { refusedAt = t; if (seen.retryAfterMs !== null) { floor = e + seen.retryAfterMs; tells = true; } }
    },
    debug: () => [...weights.keys()].toSorted((a, b) => weights[b]! - weights[a]!).slice(0, 4).map((k) => `${JSON.stringify(hypotheses[k])} ${weights[k]!.toFixed(3)}`),
  };
}
