// The faults that repeat what a journal, a recording or a diagnostics file has seen.

export type ReplayFault = {
  match: object;
  skip: number;
  times: number;
  effect: object;
};

/**
 * Faults that give the nth matching request the nth effect; null leaves it to the service. A fault sees only requests
 * that no earlier fault matched, so it skips as many as passed before it.
 */
export function replayFaults(match: object, effects: readonly (object | null)[]): ReplayFault[] {
  const faults: ReplayFault[] = [];
  let untouched = 0;
  let before: ReplayFault | null = null;
  for (const effect of effects) {
    if (effect === null) {
      untouched += 1;
      before = null;
    } else if (before !== null && JSON.stringify(before.effect) === JSON.stringify(effect)) before.times += 1;
    else {
      before = { match, skip: untouched, times: 1, effect };
      faults.push(before);
    }
  }
  return faults;
}
