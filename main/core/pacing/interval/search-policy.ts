// Where to try next between a wait that was too short and one that does: a game against somebody who chooses the wait
// while it is searched for, solved backwards once. A state is how many refusals are left, how many reports are to do, and
// how wide the bracket is as a ratio. What is kept small is the loss, counted in waits, if the wait turns out as bad as it
// can. The bound for all such searches is bench/pacing/minimax.ts. Why these figures: docs/pacing.md.

/** What a refusal is worth besides the time that it costs, in waits: not all that may be spent is spent for a little. */
const REFUSAL_COSTS = { forgiving: 0.4, restarting: 0.6 };

/** Steps of 1 %; a bracket that is wider than fivefold is played as one that is fivefold. */
const STEP = 0.01;
const WIDEST = Math.ceil(Math.log(5) / STEP);
const MOST_REFUSALS = 5;
const MOST_TO_DO = 99;

/** By refusals left, reports to do, width: the step to try, from the lower end. */
type Tries = readonly (readonly Uint8Array[])[];

const solved: { forgiving?: Tries; restarting?: Tries } = {};

/**
 * The wait to try for the next of `toDo` reports; `mostMs` itself where nothing shorter is worth it.
 * @param leastMs too short, and more than 0
 * @param mostMs known to do
 * @param restarts whether a refusal begins the wait anew (A11), and so costs one
 */
export function tryBetween(
  leastMs: number,
  mostMs: number,
  refusalsLeft: number,
  toDo: number,
  restarts: boolean,
): number {
  if (refusalsLeft <= 0 || toDo <= 0 || mostMs <= leastMs) return mostMs;
  const tries = restarts
    ? (solved.restarting ??= solve(1 + REFUSAL_COSTS.restarting))
    : (solved.forgiving ??= solve(REFUSAL_COSTS.forgiving));
  const width = Math.log(mostMs / leastMs);
  const steps = Math.min(WIDEST, Math.ceil(width / STEP - 1e-9));
  const step = tries[Math.min(MOST_REFUSALS, refusalsLeft)]![Math.min(MOST_TO_DO, toDo)]![steps]!;
  return step >= steps ? mostMs : leastMs * Math.exp((width * step) / steps);
}

/** @param refusalCosts in waits, the time that it takes included */
function solve(refusalCosts: number): Tries {
  const excess = Float64Array.from({ length: WIDEST + 1 }, (_, steps) => Math.exp(steps * STEP) - 1);
  const tries: Uint8Array[][] = [];
  let afterRefusal: Float64Array[] | null = null;
  for (let left = 0; left <= MOST_REFUSALS; left += 1) {
    const losses = [new Float64Array(WIDEST + 1)];
    tries.push([new Uint8Array(WIDEST + 1)]);
    for (let toDo = 1; toDo <= MOST_TO_DO; toDo += 1) {
      const accepted = losses[toDo - 1]!.map((loss, at) => loss + excess[at]!);
      const refused = afterRefusal?.[toDo]!.map((loss) => loss + refusalCosts) ?? null;
      const { loss, tried } = bestTries(accepted, refused);
      losses.push(loss);
      tries[left]!.push(tried);
    }
    afterRefusal = losses;
  }
  return tries;
}

/**
 * By width: the least loss, and the try that leads to it.
 * @param accepted what it costs if the try at this step is accepted
 * @param refused what it costs if it is refused and so much is left of the bracket above it; null where that may not be
 */
function bestTries(accepted: Float64Array, refused: Float64Array | null) {
  // Not to try is to keep to what is known to do.
  const loss = accepted.slice();
  const tried = Uint8Array.from(accepted, (_, width) => width);
  if (refused === null) return { loss, tried };
  for (let width = 2; width <= WIDEST; width += 1) {
    const crossing = firstAt(1, width, (at) => accepted[at]! >= refused[width - at]!);
    for (const at of [crossing - 1, crossing]) {
      if (at < 1 || at >= width) continue;
      const worst = Math.max(accepted[at]!, refused[width - at]!);
      if (worst < loss[width]!) [loss[width], tried[width]] = [worst, at];
    }
  }
  return { loss, tried };
}

/** The higher the try, the more it costs if it is accepted, and the less if it is refused: where the two meet is best. */
function firstAt(from: number, until: number, holds: (at: number) => boolean): number {
  let [low, high] = [from, until];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
