// Figures of many rounds or many requests as a distribution: nothing here is an average, because one slow round on a
// machine that others use too would move it.

/** Of values in any unit. */
export interface Spread {
  count: number;
  least: number;
  lowerQuartile: number;
  median: number;
  upperQuartile: number;
  most: number;
}

/** Throws where there is nothing to describe. */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('There are no values to describe.');
  const sorted = values.toSorted((left, right) => left - right);
  return {
    count: sorted.length,
    least: sorted[0]!,
    lowerQuartile: quantileOf(sorted, 0.25),
    median: quantileOf(sorted, 0.5),
    upperQuartile: quantileOf(sorted, 0.75),
    most: sorted.at(-1)!,
  };
}

/** Between two values, in proportion. @param sorted growing, not empty @param share from 0 to 1 */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)]!;
  const above = sorted[Math.ceil(at)]!;
  return below + (above - below) * (at - Math.floor(at));
}
