// `npm run bench -- pacing`: the time of 100 uploads over the oracle's, cold (nothing is known) and warm (an earlier
// run has learned), with the refusals, the figures of other algorithms, and the accuracy of the plan. All in virtual
// time: the figures are the same on every machine.

import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { alone } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { spreadOf } from '../harness/statistics.ts';
import { sleepsWithin } from './bounds.ts';
import type { Course } from './course.ts';
import { earliestEnd } from './oracle.ts';
import { createOurs } from './ours.ts';
import { createBackoff, createFixedWait, createTokenBucket } from './peers.ts';
import { depths, leastPlanErrors, planErrors } from './plans.ts';
import type { Depth } from './plans.ts';
import { provenFor } from './proven.ts';
import { regimes } from './regimes.ts';
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
  /** Whether the machine went to sleep once more than in the oracle's run. */
  sleptMore: boolean;
  /** The least that anybody can expect, over the oracle's time. */
  bound: number;
}

/** What an earlier run has learned about the same service. */
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
    return {
      ...run,
      ratio: run.durationMs / oracleMs,
      sleptMore: sleepsWithin(course, run.durationMs) > sleepsWithin(course, oracleMs),
      bound: regime.bound(course, oracleMs, refusals) / oracleMs,
    };
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
    const notes = [figures('ours', ours), ...aims(ours, refusals + (regime.unforeseen ?? 0))];
    const { unforeseen } = regime;
    if (unforeseen !== undefined)
      notes.push(`refusals that nobody can foresee, and that are added to the aim: ${unforeseen}`);
    const sleepless = ours.filter(({ sleptMore }) => !sleptMore);
    if (sleepless.length < ours.length) {
      const worst = Math.max(...sleepless.map(({ ratio }) => ratio)).toFixed(3);
      notes.push(
        `in ${ours.length - sleepless.length} runs a sleep begins after the oracle is done, before ours is; worst of the others ${worst}`,
      );
    }
    notes.push(...provenFor(regime, start, targets[start], ours));
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

/** The targets for the worst run and the refusals, and how many runs miss them. */
function aims(results: readonly Result[], refusals: number): string[] {
  const judged = (message: string, most: string, isOver: (run: Result) => boolean) => {
    const over = results.filter(isOver).length;
    return `${message} at most ${most}: ${over === 0 ? 'reached' : `NOT reached in ${over} of ${results.length} runs`}`;
  };
  return [
    judged('worst', `${targets.worst}`, ({ ratio }) => ratio > targets.worst),
    judged('refusals', `${refusals}`, (run) => run.tooFast + run.rateLimited > refusals),
  ];
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

function* plans(bench: Bench): Iterable<Finding> {
  for (const regime of regimes) {
    const runs = Array.from({ length: seeds(bench) }, (_, seed) => planErrors(regime.course(seed + 1)));
    const byDepth = depths.map((depth) => spreadOf(runs.flatMap((errors) => errors.get(depth)!)));
    const message = depths.map((depth, index) => `${placeName(depth)} ${byDepth[index]!.median.toFixed(3)}`);
    const notes = [`medians: ${message.join(', ')}`];
    if (regime.change && regime.change.leastFactor > 1) {
      notes.push(leastOff(regime, seeds(bench), 0), leastOff(regime, seeds(bench), targets.plan));
    }
    yield alone(
      { what: `plan: ${regime.name}`, unit: 'off', target: { of: 'subject', atMost: targets.plan } },
      // Every place has to meet the target: the worst one stands for the case.
      byDepth.reduce((most, one) => (one.median > most.median ? one : most)),
      notes,
    );
  }
}

const placeName = (depth: Depth) =>
  depth === 'last' ? 'the last one' : depth === 1 ? 'the next one' : `the one at place ${depth}`;

function leastOff(regime: Regime, count: number, right: number): string {
  const runs = Array.from({ length: count }, (_, seed) => leastPlanErrors(regime.course(seed + 1), right));
  const message = depths.map((depth) => {
    const { median } = spreadOf(runs.flatMap((errors) => errors.get(depth)!));
    return `${placeName(depth)} ${median.toFixed(3)}`;
  });
  const how = right === 0 ? 'right' : `off by up to ${right}`;
  return `whose plan is ${how} where nothing changes is off here by at least, in the median: ${message.join(', ')}`;
}

async function* inTurn(findings: Iterable<Finding>): AsyncIterable<Finding> {
  yield* findings;
}

export const pacing: Benchmark = {
  name: 'pacing',
  about:
    'how much longer than an ideal client 100 uploads take, cold and warm, with how many refusals, and how accurate the plan is',
  parts: {
    cold: (bench) => inTurn(compared(bench, 'cold')),
    warm: (bench) => inTurn(compared(bench, 'warm')),
    plan: (bench) => inTurn(plans(bench)),
  },
};
