// A folder of 50,000 images: how soon it is watched, and what idle watching costs.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../harness/benchmark.ts';
import { alone, compared } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { figureText } from '../harness/report.ts';
import { compareAlternately } from '../harness/rounds.ts';
import { spreadOf } from '../harness/statistics.ts';
import { drawFrom } from '../harness/draw.ts';
import { drawImage } from './images.ts';
import { startWatcher } from './watcher-process.ts';

const fileCount = 50_000;
const mib = 1024 ** 2;

type BigFolder = {
  folder: string;
  files: number;
  /** With a ledger of the folder: each start after the first. */
  dataDir: string;
} & AsyncDisposable;

const place = (name: string) => new URL(name, import.meta.url);

async function makeBigFolder({ effort, pinning }: Bench): Promise<BigFolder> {
  const home = await mkdtemp(join(tmpdir(), 'bench-watch-'));
  const folder = join(home, 'shots');
  const files = Math.max(100, Math.round(fileCount * effort.worldShare));
  await mkdir(folder);
  const image = drawImage(drawFrom(1), 'png', 300);
  for (let start = 0; start < files; start += 500) {
    const some = Array.from({ length: Math.min(500, files - start) }, (_, index) => start + index);
    await Promise.all(some.map((index) => writeFile(join(folder, nameOf(index)), image)));
  }
  const dataDir = join(home, 'data');
  const first = await startWatcher(place('serve-core.ts'), { folder, dataDir }, pinning);
  await first[Symbol.asyncDispose]();
  return {
    folder,
    files,
    dataDir,
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}

const nameOf = (index: number) => `Microsoft Flight Simulator ${String(index).padStart(5, '0')}.png`;

export async function* bigFolderStart(bench: Bench): AsyncGenerator<Finding> {
  await using big = await makeBigFolder(bench);
  const memoryMiB = { ours: [] as number[], chokidar: [] as number[] };
  const timeToReady = (side: keyof typeof memoryMiB, file: string) => async () => {
    await using watcher = await startWatcher(place(file), { folder: big.folder, dataDir: big.dataDir }, bench.pinning);
    memoryMiB[side].push((await watcher.usage()).rssBytes / mib);
    return watcher.readyMs;
  };
  const ours = timeToReady('ours', 'serve-core.ts');
  const chokidar = timeToReady('chokidar', 'serve-chokidar.ts');
  // The first start of each fills the caches of the system and of Node, and does not count.
  for (const start of [ours, chokidar]) await start();
  const files = big.files.toLocaleString('en-GB');
  const against = 'chokidar alone';
  yield compared(
    { what: `${files} files: command to ready`, against, unit: 'ms', target: { of: 'ratio', atMost: 1.2 } },
    await compareAlternately(ours, chokidar, bench.effort.pairs),
    Object.entries(memoryMiB).map(([side, used]) => `${side}: ${figureText(spreadOf(used).median)} MiB when ready`),
  );
}

export async function* bigFolderIdle(bench: Bench): AsyncGenerator<Finding> {
  await using big = await makeBigFolder(bench);
  const { folder, dataDir } = big;
  const idleMs = bench.effort.isWhole ? 60_000 : 200;
  const minutes = bench.effort.isWhole ? 3 : 1;
  await using watcher = await startWatcher(place('serve-core.ts'), { folder, dataDir }, bench.pinning);
  // The scan for changes before the hints started belongs to the start.
  await pause(bench.effort.isWhole ? 10_000 : 0);
  const shares: number[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    const before = await watcher.usage();
    await pause(idleMs);
    const after = await watcher.usage();
    shares.push(((after.cpuMs - before.cpuMs) / idleMs) * 100);
  }
  const files = big.files.toLocaleString('en-GB');
  yield alone(
    { what: `${files} files: processor while nothing happens`, unit: '%', target: { of: 'subject', atMost: 0.5 } },
    spreadOf(shares),
    ['minutes one by one; now and then the whole folder is listed'],
  );
}
