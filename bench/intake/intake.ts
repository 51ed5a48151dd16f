// `npm run bench -- intake`: images added by the companion, compared with a straight program that copies and hashes the
// same bytes with the same durability. Measures speed, memory, and how long others have to wait.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { alone, compared } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { figureText } from '../harness/report.ts';
import { spreadOf } from '../harness/statistics.ts';
import { writeImages } from './images.ts';
import { runRound, type Round, type Side } from './round.ts';

type Load = {
  what: string;
  count: number;
  bytes: number;
  turns: number;
};

const smallLoad = ({ effort }: Bench): Load => {
  const count = Math.max(4, Math.round(1_000 * effort.worldShare));
  return { what: `${count} files of 1 MB`, count, bytes: 1_000_000, turns: Math.min(effort.pairs, 6) };
};
const largeLoad = ({ effort }: Bench): Load => {
  const count = Math.max(2, Math.round(50 * effort.worldShare));
  const megabytes = Math.max(3, Math.round(100 * effort.worldShare));
  return { what: `${count} files of ${megabytes} MB`, count, bytes: megabytes * 1e6, turns: Math.min(effort.pairs, 3) };
};

const names: Readonly<Record<Side, string>> = {
  intake: 'intake, all added at once',
  'intake-one-by-one': 'intake, one after the other, as a watched folder adds them',
  straight: 'a straight program that copies, hashes and syncs them',
  'straight-with-row': 'the same that commits a row for each (SQLite, synchronous=FULL)',
};

/** Writes the images once for all rounds; `TMPDIR` chooses the disk. */
async function withImages<T>(load: Load, work: (paths: string[]) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-intake-'));
  try {
    return await work(writeImages(join(folder, 'images'), load.count, load.bytes));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Alternates the sides, A B C D, D C B A …, so that a slow period of the machine affects all of them. */
async function runAlternately(load: Load, paths: readonly string[], bench: Bench): Promise<Record<Side, Round[]>> {
  const rounds: Record<Side, Round[]> = { straight: [], intake: [], 'straight-with-row': [], 'intake-one-by-one': [] };
  const sides = Object.keys(rounds) as Side[];
  for (let turn = 0; turn < load.turns; turn += 1) {
    for (const side of turn % 2 === 0 ? sides : sides.toReversed())
      rounds[side].push(await runRound(side, paths, bench));
  }
  return rounds;
}

const pairs: readonly { subject: Side; peer: Side; target: Finding['target'] }[] = [
  { subject: 'intake', peer: 'straight', target: { of: 'ratio', atLeast: 0.7 } },
  { subject: 'intake', peer: 'straight-with-row', target: { of: 'ratio', atLeast: 0.7 } },
  { subject: 'intake-one-by-one', peer: 'straight-with-row', target: null },
];

async function findingsOf(bench: Bench, load: Load): Promise<Finding[]> {
  const rounds = await withImages(load, (paths) => runAlternately(load, paths, bench));
  const speeds = (side: Side) =>
    rounds[side].map(({ elapsedMs }) => (load.count * load.bytes) / 1e6 / (elapsedMs / 1000));
  const message = (side: Side) => {
    const [elapsedMs, cpuMs] = (['elapsedMs', 'cpuMs'] as const).map((figure) =>
      figureText(spreadOf(rounds[side].map((round) => round[figure] / load.count)).median),
    );
    return `${names[side]}: ${elapsedMs} ms a file, ${cpuMs} ms of processor`;
  };
  const ours = [...rounds.intake, ...rounds['intake-one-by-one']];
  return [
    ...pairs.map(({ subject, peer, target }) => {
      const [measured, baseline] = [speeds(subject), speeds(peer)];
      const comparison = {
        subject: spreadOf(measured),
        peer: spreadOf(baseline),
        ratio: spreadOf(measured.map((speed, turn) => speed / baseline[turn]!)),
      };
      const what = `${load.what}: ${names[subject]}`;
      return compared({ what, against: names[peer], unit: 'MB/s', target }, comparison, [
        message(subject),
        message(peer),
      ]);
    }),
    memory(load, ours),
    loop(load, ours),
    ownTurns(load, ours),
    ask(load, ours),
  ];
}

/** Compares the second half of a round with the first: memory that depends on the number of files keeps growing. */
function memory({ what }: Load, rounds: readonly Round[]): Finding {
  const growth = rounds.map(({ rssMiB }) => {
    const from = Math.floor(rssMiB.length / 4);
    const early = rssMiB.slice(from, Math.max(from + 1, Math.floor(rssMiB.length / 2)));
    const late = rssMiB.slice(-Math.max(1, Math.floor(rssMiB.length / 4)));
    return spreadOf(late).median / spreadOf(early).median;
  });
  const [first] = rounds;
  return alone(
    {
      what: `${what}: memory of the last quarter over the second`,
      unit: 'times',
      target: { of: 'subject', atMost: 1.1 },
    },
    spreadOf(growth),
    [
      `resident, as one round went: ${first!.rssMiB.map((figure) => Math.round(figure)).join(' ')} MiB`,
      `most in any round: ${figureText(Math.max(...rounds.flatMap(({ rssMiB }) => rssMiB)))} MiB`,
    ],
  );
}

function loop({ what }: Load, rounds: readonly Round[]): Finding {
  const p99 = spreadOf(rounds.map(({ loop }) => loop.p99Ms));
  const idle = spreadOf(rounds.map(({ idleMs }) => idleMs));
  const turns = rounds.map((round) => round.loop.longest);
  const longest = turns.reduce((one, other) => (other.tookMs > one.tookMs ? other : one));
  const inCalls = Math.max(0, longest.tookMs - longest.workedMs - longest.waitedMs);
  return alone(
    { what: `${what}: the longest turn of the event loop`, unit: 'ms', target: { of: 'subject', atMost: 50 } },
    spreadOf(turns.map(({ tookMs }) => tookMs)),
    [
      `p99 of a round: ${figureText(p99.median)} ms (2 of them are the measuring timer's)`,
      `of the longest of all: at work ${figureText(longest.workedMs)} ms, in line for a processor ${figureText(longest.waitedMs)}, held in calls and by the timer ${figureText(inCalls)}; the host of the machine took ${figureText(longest.stolenMs)}`,
      `what the machine does meanwhile to a thread that does nothing: ${figureText(idle.median)} ms, most ${figureText(idle.most)}`,
    ],
  );
}

/** The program's own part, without the time that the thread waited for a processor. */
function ownTurns({ what }: Load, rounds: readonly Round[]): Finding {
  const most = (figure: (round: Round) => number) => figureText(Math.max(...rounds.map(figure)));
  return alone(
    {
      what: `${what}: the longest turn without what its thread stood in line for a processor or the host of the machine took`,
      unit: 'ms',
      target: { of: 'subject', atMost: 50 },
    },
    spreadOf(rounds.map(({ loop: { own } }) => own.most)),
    [
      `p99 of a round: ${figureText(spreadOf(rounds.map(({ loop: { own } }) => own.p99)).median)} ms`,
      `in any round: a transaction ${most((round) => round.transactionMs)} ms at most, a garbage collection ${most((round) => round.loop.collectedMs)} ms`,
    ],
  );
}

const ask = ({ what }: Load, rounds: readonly Round[]): Finding =>
  alone(
    { what: `${what}: a query for one file meanwhile, p99`, unit: 'ms', target: null },
    spreadOf(rounds.map(({ askMs }) => askMs.p99)),
    [`the longest: ${figureText(Math.max(...rounds.map(({ askMs }) => askMs.most)))} ms`],
  );

async function* eachOf(findings: Promise<Finding[]>): AsyncIterable<Finding> {
  yield* await findings;
}

export const intake: Benchmark = {
  name: 'intake',
  about: 'images added, against a straight program that copies and hashes them as durably',
  parts: {
    small: (bench) => eachOf(findingsOf(bench, smallLoad(bench))),
    large: (bench) => eachOf(findingsOf(bench, largeLoad(bench))),
  },
};
