// What kind of service it is: hypotheses with weights, updated by Bayes' rule with each answer. Moments and waits are in
// milliseconds. The experiments behind the figures: docs/pacing-analysis.md.

/** What a hypothesis says of the service. */
export type Hypothesis = {
  /** `wait`: between two reports. `bucket`: tokens that come back one by one. `window`: so many in any span. */
  readonly kind: 'wait' | 'bucket' | 'window';
  /** From one report to the next in the long run. */
  readonly waitMs: number;
  /** The place of that wait in the grid. */
  readonly place: number;
  /** Reports that are accepted at once after a pause. */
  readonly capacity: number;
  /** How much the wait varies, as a share of it. */
  readonly noise: number;
  /** Whether a refusal restarts the wait (A11). */
  readonly restarts: boolean;
  /** Whether the wait rises (1) or falls (-1) from report to report. */
  readonly trend: -1 | 0 | 1;
};

/** What the service has counted. Moments are arrivals. */
export type History = {
  /** The last accepted reports, oldest first. */
  readonly accepted: readonly number[];
  /** The last refusal of the report that waits now. */
  readonly refusedAt: number;
  /** By place in the grid: when a bucket with that wait is full again. */
  readonly fullAt: readonly number[];
  /** How much the latency varies. */
  readonly jitterMs: number;
};

/** The hypotheses that weigh something, as index and weight; the others share the rest as `prior` has it. */
export type Weights = readonly (readonly [index: number, weight: number])[];

// Each figure with the experiment that chose it: docs/pacing-analysis.md#parameters.
/** Ratio of two waits of the grid. 1.06: `Retry-After` 1.13 instead of 1.08. */
const GRID_RATIO = 1.04;
const LONGEST_S = 66;
/** Reports of a burst: the first values. */
const CAPACITIES = [2, 3, 4, 5, 6, 8];
const MOST_CAPACITY = 8;
/** Shares of services. Restarts 0.2: two reports 1.33 instead of 1.21; rising and falling 0.03: rising 1.70, not 1.45. */
const SHARES = { burst: 0.2, restarts: 0.12, varying: 0.2, rising: 0.075, falling: 0.175 };
/** How sharp a wait is, as a share of it. Steady 0.005: token bucket 1.34 instead of 1.17. */
const NOISE = { steady: 0.002, burst: 0.02, trend: 0.05, varying: [0.05, 0.15] };
/** Waits below a second are so many times likelier: many services have none. The first value. */
const NO_WAIT = 5;
/** An answer contradicts a hypothesis altogether so often: another program, a slow network. The first value. */
const SURPRISE = 0.01;
/** Between two answers the service changes so often into any other. 0.003: token bucket 1.27 instead of 1.25. */
const CHANGE = 0.006;
/** And its wait to each neighbour in the grid. 0.005: token bucket 1.25 instead of 1.18. */
const DRIFT = 0.002;
/** A trend moves the wait so far along the grid with each report. 0.3, and fewer of them: rising 1.70, not 1.45. */
const TREND_STEP = 0.5;
/** How likely a `Retry-After` is that does not fit. 0.05: three refusals instead of two. */
const WRONG_RETRY_AFTER = 0.02;
/** Below this share of the largest weight a hypothesis keeps only its part of the rest. */
const INSIGNIFICANT = 1e-3;
/** What earlier versions did not count: their waits ended where the next report began. */
const LATENCY_MS = 200;

const waitsS = gridOfWaits();
const { hypotheses, prior } = makeHypotheses();
export { hypotheses };
/** Hypotheses for each wait: neighbours of the grid are so far apart. */
const PER_WAIT = hypotheses.length / waitsS.length;

function gridOfWaits(): number[] {
  const waits = [0, 0.2, 0.4, 0.6, 0.8, 1];
  for (let wait = GRID_RATIO; wait < LONGEST_S * GRID_RATIO; wait *= GRID_RATIO) waits.push(wait);
  // People choose round numbers.
  for (let wait = 2; wait <= 60; wait += wait < 20 ? 1 : 5) waits.push(wait);
  return waits.sort((one, other) => one - other);
}

/** Half of the weight is on 2 to 15 s ("a few seconds", A10), half of all on whole seconds. */
function makeHypotheses(): { hypotheses: readonly Hypothesis[]; prior: Float64Array } {
  const found: Hypothesis[] = [];
  const shares: number[] = [];
  waitsS.forEach((wait, place) => {
    const isUsual = wait >= 2 && wait <= 15;
    const width = ((waitsS[place + 1] ?? LONGEST_S) - (waitsS[place - 1] ?? 0)) / 2;
    const spread = width * ((isUsual ? 0.5 / 13 : 0) + 0.5 / LONGEST_S);
    const share = (Number.isInteger(wait) ? (isUsual ? 0.02 : 0.01) : spread) * (wait < 1 ? NO_WAIT : 1);
    const add = (part: number, more: Partial<Hypothesis>) => {
      const noise = NOISE.trend;
      found.push({ kind: 'wait', waitMs: wait * 1_000, place, capacity: 1, noise, restarts: false, trend: 0, ...more });
      shares.push(share * part);
    };
    const single = 1 - SHARES.burst;
    for (const restarts of [false, true]) {
      const part = single * (restarts ? SHARES.restarts : 1 - SHARES.restarts);
      add(part * (1 - SHARES.varying), { restarts, noise: NOISE.steady });
      for (const noise of NOISE.varying) add((part * SHARES.varying) / NOISE.varying.length, { restarts, noise });
    }
    add(single * SHARES.falling, { trend: -1 });
    add(single * SHARES.rising, { trend: 1 });
    for (const capacity of CAPACITIES) {
      const part = wait < 0.5 ? 0 : SHARES.burst / CAPACITIES.length / 2;
      for (const kind of ['bucket', 'window'] as const) add(part, { kind, capacity, noise: NOISE.burst });
    }
  });
  const total = shares.reduce((sum, share) => sum + share, 0);
  return { hypotheses: found, prior: Float64Array.from(shares, (share) => share / total) };
}

/** The weight of every hypothesis. */
export function allWeights(weights: Weights): Float64Array {
  const all = new Float64Array(hypotheses.length);
  let [rest, shared] = [1, 1];
  for (const [index, weight] of weights) {
    all[index] = weight;
    rest -= weight;
    shared -= prior[index]!;
  }
  const factor = Math.max(INSIGNIFICANT, rest) / Math.max(1e-9, shared);
  return all.map((weight, index) => (weight > 0 ? weight : factor * prior[index]!));
}

export const significantFrom = (all: Float64Array) => all.reduce((most, one) => Math.max(most, one), 0) * INSIGNIFICANT;

/** When the service accepts the next report at the earliest, as the hypothesis has it. */
export function readyAt(
  { kind, waitMs, place, capacity, restarts }: Hypothesis,
  { accepted, refusedAt, fullAt }: History,
): number {
  const last = accepted.at(-1) ?? Number.NEGATIVE_INFINITY;
  if (kind === 'wait') return (restarts ? Math.max(last, refusedAt) : last) + waitMs;
  if (kind === 'window') return (accepted.at(-capacity) ?? Number.NEGATIVE_INFINITY) + capacity * waitMs;
  return (fullAt[place] ?? Number.NEGATIVE_INFINITY) - (capacity - 1) * waitMs;
}

/** `fullAt` after a report at `at` was counted. */
export const afterCounted = (fullAt: readonly number[], at: number): number[] =>
  waitsS.map((wait, place) =>
    Math.min(Math.max(fullAt[place] ?? at, at) + wait * 1_000, at + MOST_CAPACITY * wait * 1_000),
  );

/** How sharp the moment is from which on a report is accepted. */
export const widthMs = ({ noise, waitMs }: Hypothesis, { jitterMs }: History) => 10 + jitterMs / 2 + noise * waitMs;

/** The chance that a report is accepted at `at`, given that it was refused at `refusedAt`. */
export function chanceAt(at: number, readyMs: number, width: number, refusedAt: number): number {
  const odds = (moment: number) => Math.exp(Math.max(-40, Math.min(600, (moment - readyMs) / width)));
  const refused = refusedAt === Number.NEGATIVE_INFINITY ? 0 : odds(refusedAt);
  const stillRefused = (1 + refused) / (1 + odds(at));
  return SURPRISE + (1 - 2 * SURPRISE) * (1 - Math.min(1, stillRefused));
}

/** The weights after the answer to a report that arrived at `at`. @param askedMs by `Retry-After`; null without */
export function learn(
  weights: Weights,
  history: History,
  at: number,
  isAccepted: boolean,
  askedMs: number | null,
): Weights {
  const likely = allWeights(weights);
  let total = 0;
  likely.forEach((weight, index) => {
    const one = hypotheses[index]!;
    const readyMs = readyAt(one, history);
    const refusedAt = one.restarts ? Number.NEGATIVE_INFINITY : history.refusedAt;
    const accepts = chanceAt(at, readyMs, widthMs(one, history), refusedAt);
    const leftMs = one.restarts ? one.waitMs : readyMs - at;
    const isTold = askedMs === null || (leftMs > askedMs - 1_200 && leftMs < askedMs + 200);
    const posterior = weight * (isAccepted ? accepts : 1 - accepts) * (isTold ? 1 : WRONG_RETRY_AFTER);
    likely[index] = posterior;
    total += posterior;
  });
  const moved = likely.map((weight, index) => {
    const { trend } = hypotheses[index]!;
    const step = trend === 0 ? DRIFT : isAccepted ? TREND_STEP : 0;
    const [up, down] = [trend < 0 ? 0 : step, trend > 0 ? 0 : step];
    const near = up * (likely[index - PER_WAIT] ?? 0) + down * (likely[index + PER_WAIT] ?? 0);
    return ((1 - CHANGE) * ((1 - up - down) * weight + near)) / total + CHANGE * prior[index]!;
  });
  return significant(moved);
}

/** Rounded as it is kept on disk: what is read back decides the same. */
function significant(all: Float64Array): Weights {
  const total = all.reduce((sum, weight) => sum + weight, 0);
  const least = significantFrom(all);
  return [...all.entries()].flatMap(([index, weight]) =>
    weight > least ? [[index, Number((weight / total).toPrecision(3))] as const] : [],
  );
}

/** The weights after a wait that was refused and one that was accepted, each counted twice: earlier versions kept no more. */
export function fromBracket(refusedMs: number, acceptedMs: number): Weights {
  const history = { accepted: [0], refusedAt: Number.NEGATIVE_INFINITY, fullAt: afterCounted([], 0), jitterMs: 0 };
  let weights: Weights = [];
  for (const isAccepted of [true, false, true, false]) {
    weights = learn(weights, history, isAccepted ? acceptedMs + LATENCY_MS : refusedMs, isAccepted, null);
  }
  return weights;
}

/** A hypothesis with its weight. */
export type Likely = readonly [Hypothesis, number];
/** So many hypotheses answer for all of them where departures are planned. */
const LIKELY = 256;
const likelyOf = new WeakMap<Weights, readonly Likely[]>();
/** The hypotheses that weigh most, together 1. */
export function mostLikely(weights: Weights): readonly Likely[] {
  const known = likelyOf.get(weights);
  if (known) return known;
  const all = allWeights(weights);
  const most = [...all.entries()].sort(([, one], [, other]) => other - one).slice(0, LIKELY);
  const total = most.reduce((sum, [, weight]) => sum + weight, 0);
  const likely = most.map(([index, weight]) => [hypotheses[index]!, weight / total] as const);
  likelyOf.set(weights, likely);
  return likely;
}

/** The value that half of the weight lies below. */
export function medianBy(likely: readonly Likely[], valueOf: (one: Likely) => number): number {
  let passed = 0;
  const sorted = likely.map((one) => [valueOf(one), one[1]] as const).sort(([one], [other]) => one - other);
  return sorted.find(([, weight]) => (passed += weight) >= 0.5)?.[0] ?? 0;
}

export const expectedReady = (likely: readonly Likely[], history: History) =>
  medianBy(likely, ([one]) => readyAt(one, history) + 2 * widthMs(one, history));
