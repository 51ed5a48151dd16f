// Figures of many rounds or requests as a distribution. Nothing is averaged: one slow round on a shared machine would
// move an average.

/** Of values in any unit. */
export type Spread = {
  count: number;
  least: number;
  lowerQuartile: number;
  median: number;
  upperQuartile: number;
  most: number;
};

/** Throws for an empty list. */
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

/**
 * Interpolates between two values.
 * @param sorted ascending, not empty
 * @param share from 0 to 1
 */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)]!;
  const above = sorted[Math.ceil(at)]!;
  return below + (above - below) * (at - Math.floor(at));
}
