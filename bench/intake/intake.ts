// `npm run bench -- intake`: images added by the companion, compared with a straight program that copies and hashes the
// same bytes with the same durability.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { compared } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { figureText } from '../harness/report.ts';
import { compareAlternately } from '../harness/rounds.ts';
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

async function* findingOf(bench: Bench, load: Load): AsyncIterable<Finding> {
  yield await withImages(load, async (paths) => {
    const rounds: Record<Side, Round[]> = { intake: [], straight: [] };
    const round = (side: Side) => async () => {
      const measured = await runRound(side, paths, bench);
      rounds[side].push(measured);
      return (load.count * load.bytes) / 1e6 / (measured.elapsedMs / 1000);
    };
    const comparison = await compareAlternately(round('intake'), round('straight'), load.turns);
    const note = (side: Side) => {
      const [elapsedMs, cpuMs] = (['elapsedMs', 'cpuMs'] as const).map((figure) =>
        figureText(spreadOf(rounds[side].map((one) => one[figure] / load.count)).median),
      );
      return `${names[side]}: ${elapsedMs} ms a file, ${cpuMs} ms of processor`;
    };
    const what = `${load.what}: ${names.intake}`;
    const target = { of: 'ratio', atLeast: 0.7 } as const;
    return compared({ what, against: names.straight, unit: 'MB/s', target }, comparison, [
      note('intake'),
      note('straight'),
    ]);
  });
}

export const intake: Benchmark = {
  name: 'intake',
  about: 'images added, against a straight program that copies and hashes them as durably',
  parts: {
    small: (bench) => findingOf(bench, smallLoad(bench)),
    large: (bench) => findingOf(bench, largeLoad(bench)),
  },
};
