// What no search can promise: the least that the worst wait costs who knows nothing but that the wait lies between a second
// and a minute, and may be refused so often. A game against somebody who chooses the wait while it is searched for, solved
// backwards. The waits he may choose lie on a scale of steps of 2 %: with more of them to choose from he could only make it
// worse, so that what comes out is a lower bound for every strategy that does not throw dice.

const step = Math.exp(0.02);
const widest = Math.round(Math.log(60) / Math.log(step));
const power = Array.from({ length: widest + 2 }, (_, steps) => step ** steps);

/** @param restarts whether a refusal begins the wait anew, which is known in this game: not to know it is harder */
export function leastWorst(uploads: number, refusals: number, restarts: boolean): number {
  let [impossible, possible] = [1, 3];
  for (let halvings = 0; halvings < 12; halvings += 1) {
    const middle = (impossible + possible) / 2;
    if (isWon(middle, uploads - 1, refusals, restarts)) possible = middle;
    else impossible = middle;
  }
  return impossible;
}

/**
 * Whether all waits can be kept within so many times the true one. For each state (refusals left, waits left, steps between
 * the least and the most that the wait can be) the most that may have been spent before, in units of the least.
 */
function isWon(times: number, waits: number, refusals: number, restarts: boolean): boolean {
  const budget = times * waits;
  const byRefusals: Float64Array[][] = [];
  for (let left = 0; left <= refusals; left += 1) {
    const rows = [new Float64Array(widest + 1).fill(budget)];
    for (let toDo = 1; toDo <= waits; toDo += 1) {
      const accepted = rows[toDo - 1]!;
      const refused = byRefusals[left - 1]?.[toDo];
      rows.push(
        accepted.map((_, width) => {
          let most = Math.max(budget - toDo * power[width]!, accepted[width]! - power[width]!);
          if (!refused) return most;
          for (let at = 0; at < width; at += 1) {
            const ifAccepted = accepted[at]! - power[at]!;
            const ifRefused = refused[width - at - 1]! * power[at + 1]! - (restarts ? power[at]! : 0);
            most = Math.max(most, Math.min(ifAccepted, ifRefused));
          }
          return most;
        }),
      );
    }
    byRefusals.push(rows);
  }
  return byRefusals[refusals]![waits]![widest]! >= 0;
}
