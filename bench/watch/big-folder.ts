// A folder of 50,000 images: how soon it is watched, with how much memory, and what idle watching costs.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../harness/benchmark.ts';
import { alone } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { figureText } from '../harness/report.ts';
import { spreadOf } from '../harness/statistics.ts';
import { drawFrom } from '../harness/draw.ts';
import { drawImage } from './images.ts';
import { startWatcher } from './watcher-process.ts';
import type { WatcherProcess } from './watcher-process.ts';

const fileCount = 50_000;
const mib = 1024 ** 2;

type BigFolder = {
  folder: string;
  home: string;
  files: number;
  /** The companion's watcher with a ledger of the folder: each start after the first. */
  knownDatabase: string;
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
  const knownDatabase = join(home, 'known.db');
  const first = await startWatcher(place('serve-ours.ts'), { folder, database: knownDatabase }, pinning);
  await first[Symbol.asyncDispose]();
  return {
    folder,
    home,
    files,
    knownDatabase,
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}

const nameOf = (index: number) => `Microsoft Flight Simulator ${String(index).padStart(5, '0')}.png`;

type Start = {
  readyMs: number;
  cpuMs: number;
  readyMiB: number;
  laterMiB: number;
  peakMiB: number;
};

export async function* bigFolderStart(bench: Bench): AsyncGenerator<Finding> {
  await using big = await makeBigFolder(bench);
  const { folder, home, knownDatabase } = big;
  let fresh = 0;
  const sides: Readonly<Record<string, () => Promise<WatcherProcess>>> = {
    ours: () => startWatcher(place('serve-ours.ts'), { folder, database: knownDatabase }, bench.pinning),
    chokidar: () => startWatcher(place('serve-chokidar.ts'), { folder }, bench.pinning),
    first: () => startWatcher(place('serve-ours.ts'), { folder, database: join(home, `${++fresh}.db`) }, bench.pinning),
  };
  const names = Object.keys(sides);
  const found: Record<string, Start[]> = Object.fromEntries(names.map((name) => [name, []]));
  // The first start of each fills the caches of the system and of Node, and does not count.
  for (let round = -1; round < bench.effort.pairs; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const start = await measureStart(sides[name]!, bench);
      if (round >= 0) found[name]!.push(start);
    }
  }

  const of = (name: string, figure: keyof Start) => found[name]!.map((start) => start[figure]);
  const compare = (
    [subject, peer]: readonly [string, string],
    figure: keyof Start,
    row: Pick<Finding, 'what' | 'unit' | 'target'> & { against: string },
    notes: string[] = [],
  ): Finding => {
    const [ours, theirs] = [of(subject, figure), of(peer, figure)];
    const ratio = spreadOf(ours.map((value, index) => value / theirs[index]!));
    return { ...row, subject: spreadOf(ours), peer: spreadOf(theirs), ratio, notes };
  };
  const files = big.files.toLocaleString('en-GB');
  const target = { of: 'ratio', atMost: 1.2 } as const;
  const cpu = (name: string) => `${name}: ${figureText(spreadOf(of(name, 'cpuMs')).median)} ms of processor until then`;
  const against = 'chokidar alone';
  yield compare(
    ['ours', 'chokidar'],
    'readyMs',
    { what: `${files} files: command to ready`, against, unit: 'ms', target },
    names.map(cpu),
  );
  yield compare(['ours', 'chokidar'], 'cpuMs', {
    what: `${files} files: processor time to ready`,
    against,
    unit: 'ms',
    target,
  });
  yield compare(['first', 'chokidar'], 'readyMs', {
    what: `${files} files, seen for the first time and written down: command to ready`,
    against,
    unit: 'ms',
    target,
  });
  const memory = { of: 'ratio', atMost: 1.5 } as const;
  for (const [figure, when] of [
    ['readyMiB', 'when ready'],
    ['laterMiB', 'some seconds later'],
    ['peakMiB', 'at most'],
  ] as const) {
    yield compare(['ours', 'chokidar'], figure, {
      what: `${files} files: memory ${when}`,
      against,
      unit: 'MiB',
      target: memory,
    });
  }
}

async function measureStart(start: () => Promise<WatcherProcess>, { effort }: Bench): Promise<Start> {
  await using watcher = await start();
  const ready = await watcher.usage();
  await pause(effort.isWhole ? 4000 : 50);
  const later = await watcher.usage();
  return {
    readyMs: watcher.readyMs,
    cpuMs: ready.cpuMs,
    readyMiB: ready.rssBytes / mib,
    laterMiB: later.rssBytes / mib,
    peakMiB: later.peakRssBytes / mib,
  };
}

export async function* bigFolderIdle(bench: Bench): AsyncGenerator<Finding> {
  await using big = await makeBigFolder(bench);
  const { folder, knownDatabase } = big;
  const idleMs = bench.effort.isWhole ? 60_000 : 200;
  const minutes = bench.effort.isWhole ? 3 : 1;
  await using ours = await startWatcher(place('serve-ours.ts'), { folder, database: knownDatabase }, bench.pinning);
  await using chokidar = await startWatcher(place('serve-chokidar.ts'), { folder }, bench.pinning);
  // The scan for changes before the hints started belongs to the start.
  await pause(bench.effort.isWhole ? 10_000 : 0);
  const shares: Record<'ours' | 'chokidar', number[]> = { ours: [], chokidar: [] };
  for (let minute = 0; minute < minutes; minute += 1) {
    const before = [await ours.usage(), await chokidar.usage()];
    await pause(idleMs);
    const after = [await ours.usage(), await chokidar.usage()];
    const share = (side: number) => ((after[side]!.cpuMs - before[side]!.cpuMs) / idleMs) * 100;
    shares.ours.push(share(0));
    shares.chokidar.push(share(1));
  }
  const files = big.files.toLocaleString('en-GB');
  yield alone(
    { what: `${files} files: processor while nothing happens`, unit: '%', target: { of: 'subject', atMost: 0.5 } },
    spreadOf(shares.ours),
    [
      `minutes one by one; now and then the whole folder is listed; the most ${figureText(Math.max(...shares.ours))} %`,
      `chokidar alone ${figureText(spreadOf(shares.chokidar).median)} %, without scans for lost hints`,
    ],
  );
}
