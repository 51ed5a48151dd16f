// What kind of service it is: hypotheses with weights, updated by Bayes' rule with each answer. Times and waits are in
// milliseconds. The experiments that chose the figures: docs/evidence/pacing-analysis.md#parameters.
import { fromText, normalized, toText } from '../../platform/text/weights-text.ts';
import { never, type PacerState } from './pacer-state.ts';

/** A service that accepts `capacity` reports together, and one every `waitMs` in the long run. */
export type Hypothesis = {
  readonly waitMs: number;
  readonly capacity: number;
  /** Whether `capacity` reports are accepted in any span; otherwise they come back one by one, as tokens in a bucket. */
  readonly isWindow: boolean;
  /** Whether a refusal restarts the wait (A11). */
  readonly restarts: boolean;
  /** Whether the wait rises (1) or falls (-1) from report to report. */
  readonly trend: -1 | 0 | 1;
  /** How much the wait varies, as a fraction. */
  readonly noise: number;
};

/** A hypothesis with its weight. */
export type Likely = readonly [Hypothesis, number];

/** Waits from 1 s on differ by this ratio; people choose whole seconds, so values near one are moved to it. */
const GRID_RATIO = 1.05;
const LONGEST_USUAL_S = 66;
const single = { capacity: 1, isWindow: true, restarts: false, trend: 0, noise: 0.002 } as const;
/** Kinds of services, with their prior shares. */
const kinds: readonly (readonly [share: number, kind: Omit<Hypothesis, 'waitMs'>])[] = [
  [0.56, single],
  [0.08, { ...single, restarts: true }],
  [0.14, { ...single, noise: 0.15 }],
  [0.06, { ...single, trend: 1, noise: 0.05 }],
  [0.14, { ...single, trend: -1, noise: 0.05 }],
  ...[2, 3, 4, 5, 6, 8].flatMap((capacity) =>
    [true, false].map((isWindow) => [0.017, { ...single, capacity, isWindow, noise: 0.02 }] as const),
  ),
];
/** Waits of up to a second are this many times likelier: many services have none. */
const NO_WAIT = 5;
/** The probability that an answer contradicts the true hypothesis: another program, a slow network. */
const SURPRISE = 0.01;
/** The probability that the service changes to any other hypothesis between two answers. */
const CHANGE = 0.006;
/** The same for its wait: to each neighbour in the grid, and where it has a trend, to the next one with each report. */
const DRIFT = 0.002;
const TREND_STEP = 0.5;
/** The probability of a `Retry-After` that does not fit. */
const WRONG_RETRY_AFTER = 0.02;
/** Accepted reports that are remembered. */
const ARRIVALS_KEPT = 16;

const waitsS = [0, 0.2, 0.4, 0.6, 0.8];
for (let wait = 1; wait < LONGEST_USUAL_S; wait *= GRID_RATIO) {
  const whole = Math.round(wait);
  waitsS.push(Math.abs(whole - wait) / wait < (GRID_RATIO - 1) / 2 ? whole : wait);
}
waitsS.push(75, 90, 120, 150, 180, 240, 300);
/** A longer one counts as this. */
export const LONGEST_WAIT_MS = waitsS.at(-1)! * 1_000;
const hypotheses = waitsS.flatMap((wait) => kinds.map(([, kind]): Hypothesis => ({ ...kind, waitMs: wait * 1_000 })));
// Half of the weight is on 2 to 15 s ("a few seconds", A10), half of all on whole seconds; more than a minute is rare.
const prior = normalized(
  waitsS.flatMap((wait, place) => {
    const width = ((waitsS[place + 1] ?? wait) - (waitsS[place - 1] ?? wait)) / 2;
    const density = wait > LONGEST_USUAL_S ? 0.0003 : (wait >= 2 && wait <= 15 ? 0.5 / 13 : 0) + 0.5 / 60;
    const inSpan = density * (width + (Number.isInteger(wait) ? Math.max(1, width) : 0)) * (wait <= 1 ? NO_WAIT : 1);
    // Bursts without a wait are no wait.
    return kinds.map(([share, { capacity }]) => (capacity > 1 && wait < 0.5 ? 0 : share * inSpan));
  }),
);

const weightsOf = ({ weights }: PacerState) => (weights.length === prior.length ? fromText(weights) : prior);

/** The earliest time at which the service accepts the next report, according to the hypothesis. */
export function readyAt({ waitMs, capacity, isWindow, restarts }: Hypothesis, state: PacerState): number {
  const { accepted, refusedAt, emptyAt, sinceEmpty } = state;
  const last = (nth: number) => accepted.at(-nth) ?? never;
  if (isWindow) return Math.max(last(capacity), restarts ? refusedAt : never) + capacity * waitMs;
  let ready = emptyAt + sinceEmpty * waitMs;
  for (let nth = capacity; nth <= accepted.length; nth += 1) {
    ready = Math.max(ready, last(nth) + (nth + 1 - capacity) * waitMs);
  }
  return ready;
}

/** The state after a report that the service has counted at `at`. */
export const afterCounted = (state: PacerState, at: number): PacerState => ({
  ...state,
  accepted: [...state.accepted, at].slice(-ARRIVALS_KEPT),
  refusedAt: never,
  sinceEmpty: state.sinceEmpty + 1,
});

/** How sharp the time is from which a report is accepted. */
export const widthMs = ({ noise, waitMs }: Hypothesis, { jitterMs }: PacerState) => 10 + jitterMs / 2 + noise * waitMs;

/** The probability that a report is accepted at a time, given the earlier refusals. */
export function acceptance(one: Hypothesis, state: PacerState): (at: number) => number {
  const readyMs = readyAt(one, state);
  const width = widthMs(one, state);
  // The normal distribution, closely: its tails are those of waits that vary within bounds.
  const odds = (at: number) => {
    const x = Math.max(-12, Math.min(12, (at - readyMs) / width));
    return Math.exp(1.6 * x + 0.07 * x ** 3);
  };
  const refused = 1 + (one.restarts ? 0 : odds(state.refusedAt));
  return (at) => SURPRISE + (1 - 2 * SURPRISE) * Math.max(0, 1 - refused / (1 + odds(at)));
}

/** The weights after the answer to a report that arrived at `at`. @param askedMs by `Retry-After`; null without */
export function learn(state: PacerState, at: number, isAccepted: boolean, askedMs: number | null): string {
  const posterior = normalized(
    weightsOf(state).map((weight, index) => {
      const one = hypotheses[index]!;
      const accepts = acceptance(one, state)(at);
      const leftMs = one.restarts ? one.waitMs : readyAt(one, state) - at;
      // Whole seconds, rounded up; the grid and the latency make it less exact.
      const slackMs = 200 + ((GRID_RATIO - 1) / 2) * one.waitMs;
      const fitsRetryAfter = askedMs === null || (leftMs > askedMs - 1_000 - slackMs && leftMs < askedMs + slackMs);
      return weight * (isAccepted ? accepts : 1 - accepts) * (fitsRetryAfter ? 1 : WRONG_RETRY_AFTER);
    }),
  );
  return toText(
    posterior.map((weight, index) => {
      const { trend } = hypotheses[index]!;
      const step = trend === 0 ? DRIFT : isAccepted ? TREND_STEP : 0;
      const [up, down] = [trend < 0 ? 0 : step, trend > 0 ? 0 : step];
      const near = up * (posterior[index - kinds.length] ?? 0) + down * (posterior[index + kinds.length] ?? 0);
      return (1 - CHANGE) * ((1 - up - down) * weight + near) + CHANGE * prior[index]!;
    }),
  );
}

/** The hypotheses that take part in decisions, together 1: those with a thousandth of the largest weight or more. */
export function mostLikely(state: PacerState): readonly Likely[] {
  const all = weightsOf(state);
  const least = Math.max(...all) * 1e-3;
  const shares = normalized(all.map((weight) => (weight > least ? weight : 0)));
  return shares.flatMap((share, index): Likely[] => (share > 0 ? [[hypotheses[index]!, share]] : []));
}
