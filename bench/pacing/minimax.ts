// What no search can promise: the least cost of the worst wait for a player who only knows that the wait lies between a
// second and a minute, and may be refused a given number of times. A game against an adversary who chooses the wait
// during the search, solved backwards. The waits are a scale of 2 % steps; more of them could only make it worse, so
// the result is a lower bound for every deterministic strategy.

const step = Math.exp(0.02);
const widest = Math.round(Math.log(60) / Math.log(step));
const power = Array.from({ length: widest + 2 }, (_, steps) => step ** steps);

/** @param restarts whether a refusal restarts the wait; known in this game, as not knowing it is harder */
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
 * Whether all waits can be kept within a factor of the true one. For each state (refusals left, waits left, steps
 * between the least and the greatest possible wait): the most that may have been spent before, in units of the least.
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
