/** The pause after so many failures in a row: `leastMs` after the first, doubled by each further one up to `mostMs`. */
export const backoffMs = (failures: number, leastMs: number, mostMs: number) =>
  Math.min(mostMs, leastMs * 2 ** Math.max(0, failures - 1));
