// The proved bounds of a case, as lines printed next to the measurements.

import { quantileOf } from '../harness/statistics.ts';
import { leastTimes, shareOfGrown, shareOfShrunk } from './change.ts';
import type { Change } from './change.ts';
import { leastWorst } from './minimax.ts';
import { uploads } from './regimes.ts';
import type { Regime } from './regimes.ts';

export interface Aims {
  median: number;
  refusals: number;
}

/** Course by course: the time used, and the least that can be expected, both over the oracle's time. */
export interface Bounded {
  ratio: number;
  bound: number;
}

export function provenFor(regime: Regime, start: 'cold' | 'warm', aims: Aims, results: readonly Bounded[]): string[] {
  const lines: string[] = [];
  const at = (values: number[], share: number) =>
    quantileOf(
      values.toSorted((one, other) => one - other),
      share,
    );
  const bounds = results.map(({ bound }) => bound);
  if (at(bounds, 1) > 1.0005) {
    const over = results.map(({ ratio, bound }) => ratio / bound);
    lines.push(
      `no strategy can expect less than ${figure(at(bounds, 0.5))} in the median of these courses, ${figure(at(bounds, 1))} in the worst; ours over that, course by course: median ${figure(at(over, 0.5))}, worst ${figure(at(over, 1))}`,
    );
  }
  if (start === 'cold' && regime.searched) {
    const least = leastWorst(uploads, aims.refusals, regime.searched.restarts);
    lines.push(
      `no strategy without dice can promise less than ${figure(least)} for every wait, with ${aims.refusals} refusals`,
    );
  }
  const { change } = regime;
  if (change && change.mostFactor < 1) lines.push(...shrunk(change, aims));
  if (change && change.leastFactor > 1 && !regime.course(1).retryAfter) lines.push(grown(change, aims));
  return lines;
}

/** With all of the refusals for it, with one less … */
function shrunk(change: Change, { median, refusals }: Aims): string[] {
  return Array.from({ length: refusals }, (_, less) => {
    const tries = refusals - less;
    const [usual, worst] = [0.5, 1].map((share) =>
      leastTimes(share, (times) => shareOfShrunk(times, tries, change)),
    ) as [number, number];
    return `no strategy that spends at most ${tries} of its refusals on it where nothing changes has a median below ${figure(usual)} here, or a worst below ${figure(worst)}; within ${median} are at most ${percent(shareOfShrunk(median, tries, change))} of the runs`;
  });
}

function grown(change: Change, { median }: Aims): string {
  const [none, one] = [0, 1].map((refusals) => percent(shareOfGrown(median, refusals, change)));
  return `with the refusal that nobody can foresee and none more no strategy ends more than ${none} of the runs within ${median}, with one more ${one}`;
}

const figure = (value: number) => value.toFixed(3);
const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
