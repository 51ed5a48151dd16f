// `npm run bench -- intake`: pictures taken in by the companion, against the floor: a straight program that copies and
// hashes the same bytes with the same durability. How quick, in how much memory, and how long anybody else has to wait.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { alone, compared } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { figureText } from '../harness/report.ts';
import { compareInTurns } from '../harness/rounds.ts';
import { quantileOf, spreadOf } from '../harness/statistics.ts';
import { writePictures } from './pictures.ts';
import { runRound, type Round, type Side } from './round.ts';

interface Load {
  what: string;
  count: number;
  bytes: number;
  pairs: number;
}

const smallLoad = ({ effort }: Bench): Load => {
  const count = Math.max(4, Math.round(1_000 * effort.worldShare));
  return { what: `${count} files of 1 MB`, count, bytes: 1_000_000, pairs: Math.min(effort.pairs, 8) };
};
const largeLoad = ({ effort }: Bench): Load => {
  const count = Math.max(2, Math.round(50 * effort.worldShare));
  const megabytes = Math.max(3, Math.round(100 * effort.worldShare));
  return { what: `${count} files of ${megabytes} MB`, count, bytes: megabytes * 1e6, pairs: Math.min(effort.pairs, 3) };
};

const names: Readonly<Record<Side, string>> = {
  intake: 'intake, all handed over at once',
  'intake-one-by-one': 'intake, one after the other, as a watched folder hands them over',
  straight: 'a straight program that copies, hashes and syncs them',
  'straight-with-row': 'the same that commits a row for each (SQLite, synchronous=FULL)',
};

/** Beside the pictures of a load that are written once; `TMPDIR` says on which disk. */
async function withPictures<T>(load: Load, work: (paths: string[]) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-intake-'));
  try {
    return await work(writePictures(join(folder, 'pictures'), load.count, load.bytes));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function createMeter(side: Side, load: Load, paths: readonly string[], { pinning }: Bench) {
  const rounds: Round[] = [];
  return {
    rounds,
    /** Megabytes a second. */
    async round(): Promise<number> {
      const round = await runRound(side, paths, pinning);
      rounds.push(round);
      return (load.count * load.bytes) / 1e6 / (round.elapsedMs / 1000);
    },
    words() {
      const cpuMs = spreadOf(rounds.map((round) => round.cpuMs / load.count)).median;
      const elapsedMs = spreadOf(rounds.map((round) => round.elapsedMs / load.count)).median;
      return `${names[side]}: ${figureText(elapsedMs)} ms a file, of which ${figureText(cpuMs)} ms of processor`;
    },
  };
}

async function findingsOf(bench: Bench, load: Load): Promise<Finding[]> {
  return withPictures(load, async (paths) => {
    const findings: Finding[] = [];
    const rounds: Round[] = [];
    const pairs: readonly { subject: Side; peer: Side; target: Finding['target'] }[] = [
      { subject: 'intake', peer: 'straight', target: { of: 'ratio', atLeast: 0.7 } },
      { subject: 'intake', peer: 'straight-with-row', target: { of: 'ratio', atLeast: 0.7 } },
      { subject: 'intake-one-by-one', peer: 'straight-with-row', target: null },
    ];
    for (const { subject, peer, target } of pairs) {
      const ours = createMeter(subject, load, paths, bench);
      const floor = createMeter(peer, load, paths, bench);
      const comparison = await compareInTurns(ours.round, floor.round, load.pairs);
      const what = `${load.what}: ${names[subject]}`;
      const notes = [ours.words(), floor.words()];
      findings.push(compared({ what, against: names[peer], unit: 'MB/s', target }, comparison, notes));
      rounds.push(...ours.rounds);
    }
    return [...findings, memory(load, rounds), loop(load, rounds), ask(load, rounds)];
  });
}

/** The second half of a round beside what stood before it: what grows with the files grows on. */
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
  const most = rounds.map(({ loopMs }) => loopMs.most);
  const late = rounds.map(({ loopMs }) => loopMs.p99).toSorted((one, other) => one - other);
  return alone(
    { what: `${what}: the longest turn of the event loop`, unit: 'ms', target: { of: 'subject', atMost: 50 } },
    spreadOf(most),
    [`p99 of a round: ${figureText(quantileOf(late, 0.5))} ms (the timer that measures takes 2 of them)`],
  );
}

const ask = ({ what }: Load, rounds: readonly Round[]): Finding =>
  alone(
    { what: `${what}: a look at one file meanwhile, p99`, unit: 'ms', target: null },
    spreadOf(rounds.map(({ askMs }) => askMs.p99)),
    [`the longest: ${figureText(Math.max(...rounds.map(({ askMs }) => askMs.most)))} ms`],
  );

async function* eachOf(findings: Promise<Finding[]>): AsyncIterable<Finding> {
  yield* await findings;
}

export const intake: Benchmark = {
  name: 'intake',
  about: 'pictures taken in, against a straight program that copies and hashes them as durably',
  parts: {
    small: (bench) => eachOf(findingsOf(bench, smallLoad(bench))),
    large: (bench) => eachOf(findingsOf(bench, largeLoad(bench))),
  },
};
