// `npm run bench -- pacing`: families of services, and how much longer than an ideal client the companion and other
// algorithms take, with how many refusals. All in virtual time: the figures are the same on every machine.

import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { alone } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { spreadOf } from '../harness/statistics.ts';
import { families, heldOut } from './families.ts';
import type { Family } from './families.ts';
import { measure, reportedSeeds } from './figures.ts';
import type { Figures } from './figures.ts';
import { createOurs } from './ours.ts';
import { peers } from './peers.ts';
import { planErrors } from './plans.ts';
import { recordedPacer } from './recorded.ts';
import { run } from './simulation.ts';

/** How much worse than the best peer ours may be. */
const leeway = 0.02;
const planTarget = 0.15;
const seeds = ({ effort }: Bench, family: Family) =>
  effort.isWhole ? reportedSeeds(family) : reportedSeeds(family).slice(0, 1);

const chosen = ({ only }: Bench, of: readonly Family[]) => of.filter(({ name }) => name.includes(only ?? ''));

/** The tables of docs/evidence/pacing-analysis.md and docs/design/pacing.md, with a row for each family. @param mark of each name */
function* table(what: string, all: readonly Family[], bench: Bench, mark = ''): Iterable<Finding> {
  const of = chosen(bench, all);
  if (of.length === 0) return;
  const rows: string[] = [];
  const shortRows: string[] = [];
  const behind: string[] = [];
  const scores: number[] = [];
  for (const family of of) {
    const { cold: ours, warm } = measure(family, seeds(bench, family), (course) => {
      const first = createOurs();
      const cold = run(course, first);
      return { cold, warm: run(course, first.later(cold.durationMs)) };
    });
    const others: [string, Figures][] = Object.entries(peers).map(([name, create]) => [
      name,
      measure(family, seeds(bench, family), (course) => ({ cold: run(course, create()) })).cold,
    ]);
    const recorded = recordedPacer[family.name];
    if (recorded) others.push(['0.1.0', recorded]);
    const [bestName, best] = others.reduce((least, one) => (one[1].score < least[1].score ? one : least));
    const [lead, isBehind] = [ours.score - best.score, ours.score > best.score + leeway];
    if (lead >= 0.005) behind.push(`${family.name}: ${lead.toFixed(2)} behind ${bestName}${isBehind ? ' *' : ''}`);
    scores.push(ours.score);
    const name = `${family.name}${mark}`;
    rows.push(
      row([name, cell(ours), ours.worst.toFixed(2), cell(warm), ...others.map(([, figures]) => cell(figures))]),
    );
    const bestNames = others.filter(([, { score }]) => score.toFixed(2) === best.score.toFixed(2)).length;
    const who = bestNames === others.length ? 'all' : bestName;
    const score = `${ours.score.toFixed(2)}${isBehind ? ' \\*' : ''}`;
    const figures = [ours.time.toFixed(2), `${ours.refusals}`, score, warm.score.toFixed(2)];
    shortRows.push(row([name, ...figures, `${best.score.toFixed(2)} (${who})`]));
  }
  const shortHeads = ['Services', 'Time', 'Refusals', 'Score', 'Warm score', 'Best other'];
  const heads = ['Family', 'Ours', 'Worst', 'Ours, warm', ...Object.keys(peers), 'Pacer of 0.1.0'];
  yield alone({ what, unit: 'score', target: null }, spreadOf(scores), [
    'time over the oracle’s, refusals, score; medians',
    row(heads),
    row(heads.map(() => '---')),
    ...rows,
    row(shortHeads),
    row(shortHeads.map(() => '---')),
    ...shortRows,
    `not the best in ${behind.length} of ${of.length}; * by more than ${leeway}:`,
    ...behind,
  ]);
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const cell = ({ time, refusals, score }: Figures) =>
  Number.isFinite(score) ? `${time.toFixed(2)}, ${refusals}, ${score.toFixed(2)}` : 'never done';

function* plans(bench: Bench): Iterable<Finding> {
  for (const family of chosen(bench, [...families, ...heldOut])) {
    const errors = seeds(bench, family).flatMap((seed) => planErrors(family.course(seed)));
    if (errors.length === 0) continue;
    const target = { of: 'subject', atMost: planTarget } as const;
    const what = `plan of the next three: ${family.name}`;
    yield alone({ what, unit: 'off', target }, spreadOf(errors));
  }
}

async function* toAsync(findings: Iterable<Finding>): AsyncIterable<Finding> {
  yield* findings;
}

export const pacing: Benchmark = {
  name: 'pacing',
  about: 'how much longer than an ideal client uploads take on many kinds of services, and how accurate the plan is',
  parts: {
    families: (bench) => toAsync(table('the families of the tuning, on other seeds', families, bench)),
    'held-out': (bench) => toAsync(table('families that were not looked at while tuning', heldOut, bench, ' †')),
    plans: (bench) => toAsync(plans(bench)),
  },
};
