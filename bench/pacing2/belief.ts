export type Seen = { readonly kind: 'accepted' | 'too-fast' | 'rate-limited'; readonly retryAfterMs: number | null };
export const P = { eps: 0.01, hazard: Number(process.env['HZ'] ?? 0.003), price: 0.02, burst: Number(process.env['BU'] ?? 0.2), restart: Number(process.env['RS'] ?? 0.2), noisy: Number(process.env['NO'] ?? 0.2), gain: Number(process.env['GA'] ?? 0.35), tail: 1, drift: Number(process.env['DR'] ?? 0.003) };
const waits: number[] = [0, 0.2, 0.4, 0.6, 0.8, 1];
for (let s = 1; s < 66; ) { s *= 1.06; waits.push(s); }
for (let s = 2; s <= 60; s += s < 20 ? 1 : 5) waits.push(s);
waits.sort((a, b) => a - b);
const TREND = Number(process.env['TR'] ?? 0.06);
const GK = Number(process.env['GK'] ?? 1); const PL = Number(process.env['PL'] ?? 0);
const NOISE = (process.env['NS'] ?? '0.005,0.05,0.15').split(',').map(Number);
type H = { kind: 0 | 1 | 2; w: number; b: number; s: number; restarts: boolean; mode?: number };
const hs: H[] = []; const prior: number[] = [];
const width = (i: number) => ((waits[i + 1] ?? 66) - (waits[i - 1] ?? 0)) / 2;
const density = (s: number, i: number) => (Number.isInteger(s) ? (s >= 2 && s <= 15 ? 0.02 : 0.01) : width(i) * ((s >= 2 && s <= 15 ? 0.5 / 13 : 0) + 0.5 / 66 + PL / Math.max(0.6, s)));
waits.forEach((s, i) => {
  const d = density(s, i);
  for (const restarts of [false, true]) for (const noise of NOISE) {
    hs.push({ kind: 0, w: s * 1000, b: 1, s: noise, restarts });
    prior.push(d * (1 - P.burst) * (restarts ? P.restart : 1 - P.restart) * (noise === 0.005 ? 1 - P.noisy : P.noisy / 2));
  }
  for (const mode of [1, -1]) { hs.push({ kind: 0, w: s * 1000, b: 1, s: 0.05, restarts: false, mode }); prior.push(d * (1 - P.burst) * TREND / 2); }
  for (const b of [2, 3, 4, 5, 6, 8]) for (const kind of [1, 2] as const) { hs.push({ kind, w: s * 1000, b, s: 0.02, restarts: false }); prior.push(s < 0.5 ? 0 : d * P.burst / 12); }
});
const ZERO = Number(process.env['ZE'] ?? 4); for (let k = 0; k < 20; k += 1) if (k < 6) prior[k]! *= 1 + ZERO;
const total = prior.reduce((a, b) => a + b, 0); prior.forEach((p, k) => (prior[k] = p / total));
const Z = Number(process.env['Z'] ?? 3); const N = hs.length; const B = 20; const STEP = Number(process.env['ST'] ?? 0.3);
export function createBelief() {
  let weights = Float64Array.from(prior);
  const tat = new Float64Array(N).fill(-1e12);
  const accepted: number[] = [];
  let firstAt = 0, lastRefused = -1e12, floor = 0, requestsFrom = 0, done = 0, rateInRow = 0, inRow = 0;
  const ends: number[] = []; const durations: number[] = [];
  const quickest = () => Math.min(...durations);
  const spread = () => durations.length < 3 ? 0 : durations.toSorted((a, b) => a - b)[durations.length >> 1]! - quickest();
  const ready = (k: number): number => {
    const h = hs[k]!; const last = accepted.at(-1)!;
    if (h.kind === 0) return (h.restarts && lastRefused > last ? lastRefused : last) + h.w;
    if (h.kind === 1) return tat[k]! - (h.b - 1) * h.w;
    return (accepted.at(-h.b) ?? -1e12) + h.b * h.w;
  };
  const e = (t: number, ready: number, sigma: number) => Math.exp(Math.max(-40, Math.min(600, (t - ready) / sigma)));
  /** Given that it was refused at the last refusal: the wait of one report stays the same. */
  const accepts = (t: number, ready: number, sigma: number, restarts: boolean) => {
    const refused = lastRefused > (accepted.at(-1) ?? -1e12) && !restarts ? e(lastRefused, ready, sigma) : 0;
    return P.eps + (1 - 2 * P.eps) * (1 - Math.min(1, (1 + refused) / (1 + e(t, ready, sigma))));
  };
  const sigma = (k: number, sp: number) => 10 + sp / 2 + hs[k]!.s * hs[k]!.w;
  function observe(seen: Seen, startedMs: number, endedMs: number) {
    ends.push(endedMs);
    if (seen.kind === 'rate-limited') { rateInRow += 1; requestsFrom = endedMs + (seen.retryAfterMs ?? Math.min(60000, 15000 * 2 ** (rateInRow - 1))); return; }
    rateInRow = 0;
    const t = (startedMs + endedMs) / 2; const ok = seen.kind === 'accepted';
    if (ok) { durations.push(endedMs - startedMs); if (durations.length > 16) durations.shift(); }
    if (accepted.length > 0) {
      let sum = 0; const sp = spread();
      for (let k = 0; k < N; k += 1) {
        const r = ready(k), p = accepts(t, r, sigma(k, sp), hs[k]!.restarts); let l = ok ? p : 1 - p;
        if (!ok && seen.retryAfterMs !== null) { const left = hs[k]!.restarts ? hs[k]!.w : r - t; l *= left > seen.retryAfterMs - 1200 && left < seen.retryAfterMs + 200 ? 1 : 0.05; }
        weights[k]! *= l; sum += weights[k]!;
      }
      const old = weights; weights = new Float64Array(N);
      for (let k = 0; k < N; k += 1) {
        const mode = hs[k]!.mode ?? 0, [up, down] = mode === 0 ? [P.drift, P.drift] : !ok ? [0, 0] : mode > 0 ? [STEP, 0] : [0, STEP];
        const moved = (1 - up - down) * old[k]! + up * (old[k - B] ?? 0) + down * (old[k + B] ?? 0);
        weights[k] = (1 - P.hazard) * moved / sum + P.hazard * prior[k]!;
      }
    }
    if (ok) {
      for (let k = 0; k < N; k += 1) if (hs[k]!.kind === 1) tat[k] = Math.max(tat[k]!, t) + hs[k]!.w;
      if (accepted.length === 0) firstAt = t; accepted.push(t); if (accepted.length > 10) accepted.shift(); done += 1; inRow = 0;
      floor = 0;
    } else { inRow += 1; lastRefused = t; if (seen.retryAfterMs !== null) floor = endedMs + seen.retryAfterMs; }
  }
  function next(now: number, waiting: number): number {
    const blocking = ends.length >= 60 ? ends[ends.length - 60]! + 60_000 : 0;
    const from = Math.max(now, floor, requestsFrom, blocking);
    if (accepted.length === 0) return from;
    const half = quickest() / 2, base = from + half, sp = spread();
    const most = Math.max(...weights);
    const ks: number[] = [], w: number[] = [], left: number[] = [], r: number[] = [], sg: number[] = [], inT: number[] = [];
    let sum = 0, pace = 0, restarting = 0; const elapsed = now - firstAt;
    for (let k = 0; k < N; k += 1) if (weights[k]! > most * 1e-3) {
      ks.push(k); w.push(weights[k]!); sum += weights[k]!; r.push(ready(k)); sg.push(sigma(k, sp));
    }
    for (let j = 0; j < w.length; j += 1) {
      const h = hs[ks[j]!]!;
      w[j]! /= sum; left.push(Math.max(0, r[j]! - base)); const T = elapsed + waiting * Math.max(h.w, 1000); inT.push(w[j]! / T);
      if (h.restarts) restarting += w[j]! / T; pace += w[j]! * h.w / T;
    }
    const order = left.map((l, j) => [l + 2 * sg[j]!, w[j]!] as const).toSorted((a, b) => a[0] - b[0]);
    const cand: number[] = [0]; let acc = 0, nextQ = 0; const Q = 48;
    for (const [d, x] of order) { acc += x; if (acc >= nextQ / Q - 1e-12) { if (d > cand.at(-1)! + 1) cand.push(d); nextQ = Math.floor(acc * Q) + 1; } }
    const F: number[] = [], O: number[] = [];
    const FT: number[] = [], MT: number[] = [], IT: number[] = [];
    for (const d of cand) { let f = 0, ft = 0, mt = 0, it = 0; for (let j = 0; j < w.length; j += 1) { const a = accepts(base + d, r[j]!, sg[j]!, hs[ks[j]!]!.restarts); f += w[j]! * a; ft += inT[j]! * a; mt += inT[j]! * a * Math.min(d, left[j]!); it += inT[j]! * a * Math.min(d, left[j]! + Z * sg[j]!); } F.push(f); FT.push(ft); MT.push(mt); IT.push(it); }
    const n = waiting - 1, C = cand.length;
    const V = new Float64Array(C + 1); let first = 0;
    for (let c = C - 1; c >= 0; c -= 1) {
      const [f0, ft0, mt0, it0] = c === 0 ? [0, 0, 0, 0] : [F[c - 1]!, FT[c - 1]!, MT[c - 1]!, IT[c - 1]!];
      let best = Infinity;
      for (let x = c; x < C; x += 1) {
        const p = Math.max(1e-12, F[x]! - f0), over = Math.max(0, (FT[x]! - ft0) * cand[x]! - (MT[x]! - mt0));
        const saved = Math.max(0, (FT[x]! - ft0) * cand[x]! - (IT[x]! - it0));
        const gx = n * saved / p / P.price;
        const future = P.gain * P.price * p * (GK === 0 ? Math.log1p(gx) : GK === 1 ? Math.sqrt(gx) : Math.log1p(gx) * (1 + gx / (gx + 40)));
        const refuse = (1 - F[x]!) * P.price + restarting * cand[x]! * (1 - F[x]!);
        const cost = over + future + refuse + (x + 1 < C ? V[x + 1]! : (1 - F[x]!) * pace * P.tail);
        if (cost < best) { best = cost; if (c === 0) first = x; }
      }
      V[c] = best;
    }
    return from + cand[first]!;
  }
  return { next, answered: observe, debug: () => { const ks = [...weights.keys()].toSorted((a, b) => weights[b]! - weights[a]!).slice(0, 4); return ks.map((k) => `${JSON.stringify(hs[k])} ${weights[k]!.toFixed(3)}`); } };
}
