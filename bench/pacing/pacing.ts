// `npm run bench -- pacing`: the time that 100 uploads take over the time that the oracle takes for the same, cold
// (nothing is known) and warm (a run before has learned), with the refusals, and what others need; and how well the plan
// of departures foretells. All in virtual time: the figures are the same on every machine.

import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { alone } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { spreadOf } from '../harness/statistics.ts';
import { monotonicAt } from './course.ts';
import type { Course } from './course.ts';
import { earliestEnd } from './oracle.ts';
import { createOurs } from './ours.ts';
import { createBackoff, createFixedWait, createTokenBucket } from './peers.ts';
import { leastWorst } from './minimax.ts';
import { regimes, uploads } from './regimes.ts';
import type { Regime } from './regimes.ts';
import { runStrategy } from './run.ts';
import type { Run } from './run.ts';
import type { Strategy } from './strategy.ts';

const targets = { cold: { median: 1.05, refusals: 5 }, warm: { median: 1.02, refusals: 1 }, worst: 1.15, plan: 0.1 };
const seeds = ({ effort }: Bench) => (effort.isWhole ? 200 : 4);

const peers: Readonly<Record<string, () => Strategy>> = {
  'fixed 5 s': createFixedWait,
  'backoff (p-retry)': createBackoff,
  'token bucket (bottleneck, p-queue)': createTokenBucket,
};

interface Result extends Run {
  ratio: number;
  /** The least that can be expected of anybody, where there is such a bound. */
  bound: number | null;
}

/** What a run before this one has learned of the same service. */
function learned(regime: Regime, course: Course) {
  const ours = createOurs();
  runStrategy({ ...(regime.before?.(course) ?? course), othersMs: [], sleeps: [] }, ours);
  return ours.memory();
}

export function measure(
  regime: Regime,
  count: number,
  start: (course: Course) => Strategy,
  refusals: number,
): Result[] {
  return Array.from({ length: count }, (_, seed) => {
    const course = regime.course(seed + 1);
    const oracleMs = earliestEnd(course);
    const run = runStrategy(course, start(course));
    const bound = regime.bound ? regime.bound(course, oracleMs, refusals) / oracleMs : null;
    return { ...run, ratio: run.durationMs / oracleMs, bound };
  });
}

function* compared(bench: Bench, start: 'cold' | 'warm'): Iterable<Finding> {
  const { median, refusals } = targets[start];
  for (const regime of regimes) {
    const ours = measure(
      regime,
      seeds(bench),
      (course) => createOurs(start === 'warm' ? learned(regime, course) : undefined),
      refusals,
    );
    const notes = [figures('ours', ours), `targets: worst ${targets.worst}, refusals ${refusals}`];
    const { unforeseen } = regime;
    if (unforeseen !== undefined) notes.push(`refusals that nobody can foresee: ${unforeseen} of them`);
    const bounds = ours.flatMap(({ bound }) => bound ?? []);
    if (bounds.length > 0) {
      notes.push(`no strategy can expect less than ${spreadOf(bounds).median.toFixed(3)} (median of the bounds)`);
    }
    if (start === 'cold' && regime.searched) {
      const least = leastWorst(uploads, refusals, regime.searched.restarts).toFixed(3);
      notes.push(`no strategy without dice can promise less than ${least} for every wait, with so many refusals`);
    }
    if (start === 'cold') {
      for (const [name, create] of Object.entries(peers)) {
        notes.push(figures(name, measure(regime, seeds(bench), create, refusals)));
      }
    }
    yield alone(
      { what: `${start}: ${regime.name}`, unit: 'of the oracle’s time', target: { of: 'subject', atMost: median } },
      spreadOf(ours.map(({ ratio }) => ratio)),
      notes,
    );
  }
}

function figures(name: string, results: readonly Result[]): string {
  const ratios = results.map(({ ratio }) => ratio).toSorted((one, other) => one - other);
  const through = ratios.filter(Number.isFinite);
  const [median, late, worst] = [0.5, 0.95, 1].map((share) => {
    const ratio = ratios[Math.ceil((ratios.length - 1) * share)]!;
    return Number.isFinite(ratio) ? ratio.toFixed(3) : 'never done';
  });
  const refused = results.filter(({ ratio }) => Number.isFinite(ratio)).map((run) => run.tooFast + run.rateLimited);
  const refusals = through.length > 0 ? spreadOf(refused) : null;
  const count = refusals === null ? 'without end' : `${refusals.median}, most ${refusals.most}`;
  return `${name}: median ${median}, 95th percentile ${late}, worst ${worst}; refusals ${count}`;
}

/** Departures that are looked at in each plan: the next one, the third … and the last. */
const depths = [1, 3, 10, 30, 'last'] as const;
type Depth = (typeof depths)[number];

/**
 * How far each foretold departure is from the one that comes, as a share of the time between the asking and it, by how many
 * are before it. Asked after every tenth upload.
 */
export function planErrors(course: Course): Map<Depth, number[]> {
  const ours = createOurs();
  const left: number[] = [];
  const asked: { nowMs: number; plan: number[] }[] = [];
  const asking: Strategy = {
    ...ours,
    next(nowMs, waiting) {
      if (left.length === asked.length * 10) asked.push({ nowMs, plan: ours.plan(nowMs, waiting) });
      return ours.next(nowMs, waiting);
    },
  };
  runStrategy(course, asking, (atMs) => left.push(monotonicAt(course, atMs)));
  const errors = new Map<Depth, number[]>(depths.map((depth) => [depth, []]));
  asked.forEach(({ nowMs, plan }, index) => {
    for (const depth of depths) {
      const place = depth === 'last' ? plan.length - 1 : depth - 1;
      const happenedMs = left[index * 10 + place];
      if (happenedMs === undefined || happenedMs === nowMs) continue;
      errors.get(depth)!.push(Math.abs(plan[place]! - happenedMs) / (happenedMs - nowMs));
    }
  });
  return errors;
}

function* plans(bench: Bench): Iterable<Finding> {
  for (const regime of regimes) {
    const runs = Array.from({ length: seeds(bench) }, (_, seed) => planErrors(regime.course(seed + 1)));
    const byDepth = depths.map((depth) => spreadOf(runs.flatMap((errors) => errors.get(depth)!)));
    const words = depths.map((depth, index) => {
      const name = depth === 'last' ? 'the last one' : depth === 1 ? 'the next one' : `the one at place ${depth}`;
      return `${name} ${byDepth[index]!.median.toFixed(3)}`;
    });
    yield alone(
      { what: `plan: ${regime.name}`, unit: 'off', target: { of: 'subject', atMost: targets.plan } },
      // Every depth has to do: the one that is off by most stands for the regime.
      byDepth.reduce((most, one) => (one.median > most.median ? one : most)),
      [`medians: ${words.join(', ')}`],
    );
  }
}

async function* inTurn(findings: Iterable<Finding>): AsyncIterable<Finding> {
  yield* findings;
}

export const pacing: Benchmark = {
  name: 'pacing',
  about:
    'How much longer than an oracle 100 uploads take, cold and warm, with how many refusals; how well it is foretold.',
  parts: {
    cold: (bench) => inTurn(compared(bench, 'cold')),
    warm: (bench) => inTurn(compared(bench, 'warm')),
    plan: (bench) => inTurn(plans(bench)),
  },
};
