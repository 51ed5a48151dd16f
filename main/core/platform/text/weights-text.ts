// Weights as a short text, a character for each: their logarithms, down to a limit below the largest, with finer steps
// near it.

/** From '#' on: JSON keeps these characters as they are. */
const FIRST = 35;
const LEVELS = 91;
const DEPTH = 14;

/** @returns the same weights, together 1 */
export function normalized(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

export function toText(weights: readonly number[]): string {
  const largest = Math.max(...weights);
  const levelOf = (weight: number) => LEVELS * (1 - Math.sqrt(Math.min(1, Math.log(largest / weight) / DEPTH)));
  return String.fromCharCode(...weights.map((weight) => FIRST + Math.round(levelOf(weight))));
}

export const fromText = (text: string): number[] =>
  normalized(Array.from(text, (one) => Math.exp(-DEPTH * (1 - (one.charCodeAt(0) - FIRST) / LEVELS) ** 2)));
