// `npm run bench -- intake`: images added by the companion, compared with a straight program that copies and hashes the
// same bytes with the same durability. Measures speed and memory.

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

/** Alternates the sides, A B C, C B A …, so that a slow period of the machine affects all of them. */
async function runAlternately(load: Load, paths: readonly string[], bench: Bench): Promise<Record<Side, Round[]>> {
  const rounds: Record<Side, Round[]> = { straight: [], intake: [], 'straight-with-row': [] };
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
    memory(load, rounds.intake),
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
