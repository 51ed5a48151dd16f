import { chance, hypotheses, leastKept, readyAt, spreadMs, tune, type History } from './belief.ts';
export function nextTryMs(weights: Float64Array, history: History, from: number, waiting: number, sinceMs: number): number {
  const least = leastKept(weights);
  const known: { weight: number; readyMs: number; leftMs: number; spread: number; share: number; refusedAt: number }[] = [];
  let [total, pace, restarting] = [0, 0, 0];
  weights.forEach((weight, index) => {
    if (weight <= least) return;
    const one = hypotheses[index]!;
    const readyMs = readyAt(one, history);
    const share = weight / (sinceMs + waiting * Math.max(1_000, one.waitMs));
    total += weight;
    pace += share * one.waitMs;
    if (one.restarts) restarting += share * tune['rc']!;
    known.push({ weight, readyMs, leftMs: Math.max(0, readyMs - from), spread: spreadMs(one, history.jitterMs), share, refusedAt: one.restarts ? -Infinity : history.refusedAt });
  });
  const tries = [0];
  let [passed, next] = [0, 0];
  for (const { leftMs, spread, weight } of known.toSorted((one, other) => one.leftMs + tune['edge']! * one.spread - other.leftMs - tune['edge']! * other.spread)) {
    passed += weight / total;
    const delay = leftMs + tune['edge']! * spread;
    if (passed < next / tune['q']! - 1e-12) continue;
    if (delay > tries.at(-1)! + 1) tries.push(delay);
    next = Math.floor(passed * tune['q']!) + 1;
  }
  const sums = tries.map((delay) => {
    const s = { mass: 0, share: 0, left: 0, known: 0 };
    for (const one of known) {
      const accepts = chance(from + delay, one.readyMs, one.spread, one.refusedAt);
      s.mass += one.weight * accepts / total;
      s.share += one.share * accepts / total;
      s.left += one.share * accepts * Math.min(delay, one.leftMs) / total;
      s.known += one.share * accepts * Math.min(delay, one.leftMs + tune['z']! * one.spread) / total;
    }
    return s;
  });
  const none = { mass: 0, share: 0, left: 0, known: 0 };
  const price = tune['price']!, later = waiting - 1, count = tries.length, gain = tune['gain']!;
  const told = tune['tells']! > 0 && history.tells;
  const costs = new Float64Array(count + 1);
  let first = 0;
  for (let at = count - 1; at >= 0; at -= 1) {
    const before = at === 0 ? none : sums[at - 1]!;
    let best = Infinity;
    for (let to = at; to < count; to += 1) {
      const now = sums[to]!, delay = tries[to]!;
      const mass = Math.max(1e-12, now.mass - before.mass), share = now.share - before.share;
      const over = Math.max(0, share * delay - (now.left - before.left));
      const saved = Math.max(0, share * delay - (now.known - before.known));
      const future = tune['form'] === 0 ? gain * Math.sqrt(price * mass * later * saved) : price * mass * gain * Math.log1p((later * saved) / (price * mass * gain));
      const refused = 1 - now.mass;
      const onward = to + 1 === count ? refused * pace / total : told ? Math.min(costs[to + 1]!, (sums.at(-1)!.share - now.share) * tune['tells']!) : costs[to + 1]!;
      const cost = over + future + refused * (price + restarting / total * delay) + onward;
      if (cost < best) { best = cost; if (at === 0) first = to; }
    }
    costs[at] = best;
  }
  return tries[first]!;
}
