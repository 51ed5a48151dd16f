// What kind of service it is: hypotheses with weights, updated by Bayes' rule with each answer. Why these figures and no
// others: docs/pacing-analysis.md. Moments and waits are milliseconds.

/** What a hypothesis says of the service. */
export type Hypothesis = {
  /** `wait`: between two reports. `bucket`: tokens that come back one by one. `window`: so many in any span. */
  readonly kind: 'wait' | 'bucket' | 'window';
  /** From one report to the next in the long run. */
  readonly waitMs: number;
  /** Its place in the grid of waits. */
  readonly place: number;
  /** Reports that are accepted at once after a pause. */
  readonly capacity: number;
  /** How much the wait varies, as a share of it. */
  readonly noise: number;
  /** A refusal begins the wait again (A11). */
  readonly restarts: boolean;
  /** The wait grows (1) or shrinks (-1) from report to report. */
  readonly trend: -1 | 0 | 1;
};
/** What is known of the reports that the service has counted. Moments are arrivals. */
export type History = {
  /** The last accepted ones, oldest first. */
  readonly accepted: readonly number[];
  /** The last refusal of the report that waits. */
  readonly refusedAt: number;
  /** By place: when a bucket with that wait will be full again. */
  readonly fullAt: Float64Array;
  /** How much the way to the service varies. */
  readonly jitterMs: number; readonly tells: boolean;
};
export const tune: Record<string, number> = Object.fromEntries(
  ['eps:0.01','hazard:0.003','burst:0.2','restart:0.2','noisy:0.2','trend:0.12','step:0.5','drift:0.002','zero:4','gain:0.35','price:0.02','z:3','told:0.05','q:36','b1:0','sub:0','rtail:6','edge:2','n0:0.005','form:0','ratio:1.06','rc:1','tells:0','down:0.5'].map((x) => { const [k, v] = x.split(':'); return [k!, Number(process.env[k!] ?? v)]; }),
);

/** Arrivals that a window may hold. */
export const MOST_CAPACITY = 8;
const CAPACITIES = [2, 3, 4, 5, 6, 8];
const NOISES = [tune['n0']!, 0.05, 0.15];
const LONGEST_S = 66;

const waits = [0, 0.2, 0.4, 0.6, 0.8, 1];
for (let wait = 1; wait < LONGEST_S;) waits.push((wait *= tune['ratio']!));
for (let wait = 2; wait <= 60; wait += wait < 20 ? 1 : 5) waits.push(wait);
waits.sort((one, other) => one - other);

export const hypotheses: Hypothesis[] = [];
const expected: number[] = [];
waits.forEach((wait, place) => {
  const isUsual = wait >= 2 && wait <= 15;
  const width = ((waits[place + 1] ?? LONGEST_S) - (waits[place - 1] ?? 0)) / 2;
  const density = (Number.isInteger(wait) ? (isUsual ? 0.02 : 0.01) : width * ((isUsual ? 0.5 / 13 : 0) + 0.5 / LONGEST_S)) * (wait < 1 ? 1 + tune['zero']! : 1);
  const base = { kind: 'wait', waitMs: wait * 1000, place, capacity: 1, noise: 0.05, restarts: false, trend: 0 } as const;
  const add = (share: number, more: Partial<Hypothesis>) => {
    hypotheses.push({ ...base, ...more });
    expected.push(density * share);
  };
  const plain = 1 - tune['burst']!;
  for (const restarts of [false, true])
    for (const noise of NOISES)
      add(plain * (restarts ? tune['restart']! : 1 - tune['restart']!) * (noise === NOISES[0] ? 1 - tune['noisy']! : tune['noisy']! / 2), { restarts, noise });
  for (const trend of [-1, 1] as const) add(plain * tune['trend']! * (trend > 0 ? 1 - tune['down']! : tune['down']!), { trend });
  for (const capacity of CAPACITIES)
    for (const kind of ['bucket', 'window'] as const) add(wait < 0.5 ? 0 : tune['burst']! / 12, { kind, capacity, noise: 0.02 });
});
/** Hypotheses for each wait. */
const PER_WAIT = hypotheses.length / waits.length;
export const PLACES = waits.length;
const sum = expected.reduce((all, one) => all + one, 0);
export const prior: Float64Array = Float64Array.from(expected, (one) => one / sum);

/** When the service accepts the next report at the earliest, as the hypothesis has it. */
export function readyAt(hypothesis: Hypothesis, { accepted, refusedAt, fullAt }: History): number {
  const { kind, waitMs, place, capacity, restarts } = hypothesis;
  const last = accepted.at(-1) ?? Number.NEGATIVE_INFINITY;
  if (kind === 'wait') return (restarts ? Math.max(last, refusedAt) : last) + waitMs;
  if (kind === 'bucket') return fullAt[place]! - (capacity - 1) * waitMs;
  return (accepted.at(-capacity) ?? Number.NEGATIVE_INFINITY) + capacity * waitMs;
}

export const spreadMs = ({ noise, waitMs }: Hypothesis, jitterMs: number) => 10 + jitterMs / 2 + noise * waitMs;

const odds = (at: number, readyMs: number, spread: number) =>
  Math.exp(Math.max(-40, Math.min(600, (at - readyMs) / spread)));

/** The chance that a report is accepted at `at`, given that it was refused at `refusedAt`. */
export function chance(at: number, readyMs: number, spread: number, refusedAt: number): number {
  const refused = refusedAt > Number.NEGATIVE_INFINITY ? odds(refusedAt, readyMs, spread) : 0;
  return tune['eps']! + (1 - 2 * tune['eps']!) * (1 - Math.min(1, (1 + refused) / (1 + odds(at, readyMs, spread))));
}

/** The weights after an answer at `at`. @param askedMs what `Retry-After` asks for, null without */
export function learn(weights: Float64Array, history: History, at: number, isAccepted: boolean, askedMs: number | null): Float64Array {
  const likely = weights.slice();
  let total = 0;
  for (let index = 0; index < likely.length; index += 1) {
    const one = hypotheses[index]!;
    const readyMs = readyAt(one, history);
    const accepts = chance(at, readyMs, spreadMs(one, history.jitterMs), one.restarts ? Number.NEGATIVE_INFINITY : history.refusedAt);
    let likelihood = isAccepted ? accepts : 1 - accepts;
    if (askedMs !== null) {
      const leftMs = one.restarts ? one.waitMs : readyMs - at;
      if (leftMs < askedMs - 1_200 || leftMs > askedMs + 200) likelihood *= tune['told']!;
    }
    likely[index]! *= likelihood;
    total += likely[index]!;
  }
  const moved = likely.map((weight, index) => {
    const { trend } = hypotheses[index]!;
    const [up, down] = trend === 0 ? [tune['drift']!, tune['drift']!] : !isAccepted ? [0, 0] : trend > 0 ? [tune['step']!, 0] : [0, tune['step']!];
    const shifted = (1 - up - down) * weight + up * (likely[index - PER_WAIT] ?? 0) + down * (likely[index + PER_WAIT] ?? 0);
    return ((1 - tune['hazard']!) * shifted) / total + tune['hazard']! * prior[index]!;
  });
  return significant(moved);
}

/** What weighs next to nothing goes back to the prior; the rest is rounded to what is kept on disk. */
const SIGNIFICANT = 1e-3;
export const leastKept = (weights: Float64Array) => weights.reduce((most, one) => Math.max(most, one), 0) * SIGNIFICANT;
function significant(weights: Float64Array): Float64Array {
  const least = leastKept(weights);
  return spread(weights.map((one) => (one > least ? Number(one.toPrecision(3)) : 0)));
}
/** Gives what is missing to 1 to the hypotheses without a weight, as the prior has it. */
export function spread(kept: Float64Array): Float64Array {
  let [rest, free] = [1, 0];
  kept.forEach((one, index) => (one > 0 ? (rest -= one) : (free += prior[index]!)));
  const share = free === 0 ? 0 : Math.max(0.001, rest) / free;
  return kept.map((one, index) => (one > 0 ? one : share * prior[index]!));
}
