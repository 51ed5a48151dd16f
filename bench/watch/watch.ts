// `npm run bench -- watch`: how soon a big folder is watched and at what cost, and how soon a new file is saved. The
// companion's core runs in a process of its own, on the real disk.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, Effort } from '../harness/benchmark.ts';
import { between, drawFrom } from '../harness/draw.ts';
import { alone, compared, figureText, type Finding } from '../harness/finding.ts';
import { makeImage } from '../harness/images.ts';
import { compareAlternately, spreadOf } from '../harness/rounds.ts';
import { startServer } from '../harness/server-process.ts';
import type { Added, Core } from './serve-core.ts';

export const watch: Benchmark = {
  name: 'watch',
  about: 'how soon and in how much memory 50,000 files are watched, and how soon a new file is saved',
  parts: { start, latency, idle },
};

const mib = 1024 ** 2;
const serverFile = (name: string) => new URL(`serve-${name}.ts`, import.meta.url);
export const startCore = (core: Core, onAdded: (added: Added['added']) => void = () => {}) =>
  startServer(serverFile('core'), core, { onMessage: (message) => onAdded((message as Added).added) });

async function makePlace(): Promise<Core & AsyncDisposable> {
  const home = await mkdtemp(join(tmpdir(), 'bench-watch-'));
  const folder = join(home, 'shots');
  await mkdir(folder);
  return {
    folder,
    dataDir: join(home, 'data'),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}

/** A folder of many images with its ledger, as at each start after the first. */
async function makeBigFolder(files: number) {
  const place = await makePlace();
  const image = makeImage('png', 300);
  const nameOf = (index: number) => `Microsoft Flight Simulator ${String(index).padStart(5, '0')}.png`;
  for (let from = 0; from < files; from += 500) {
    const some = Array.from({ length: Math.min(500, files - from) }, (_, index) => from + index);
    await Promise.all(some.map((index) => writeFile(join(place.folder, nameOf(index)), image)));
  }
  await (await startCore(place))[Symbol.asyncDispose]();
  return place;
}

const filesOf = ({ worldShare }: Effort) => Math.max(100, 50_000 * worldShare);

async function* start(effort: Effort): AsyncGenerator<Finding> {
  const files = filesOf(effort);
  await using big = await makeBigFolder(files);
  const memoryMiB = { core: [] as number[], chokidar: [] as number[] };
  const timeToReady = (side: keyof typeof memoryMiB) => async () => {
    await using watcher = await startServer(serverFile(side), { folder: big.folder, dataDir: big.dataDir });
    memoryMiB[side].push((await watcher.usage()).rssBytes / mib);
    return watcher.readyMs;
  };
  // The first start of each fills the caches of the system, and does not count.
  for (const side of ['core', 'chokidar'] as const) await timeToReady(side)();
  yield compared(
    {
      what: `${figureText(files)} files: command to ready`,
      against: 'chokidar alone',
      unit: 'ms',
      target: { of: 'ratio', atMost: 1.2 },
    },
    await compareAlternately(timeToReady('core'), timeToReady('chokidar'), effort.pairs),
    Object.entries(memoryMiB).map(([side, used]) => `${side}: ${figureText(spreadOf(used).median)} MiB when ready`),
  );
}

async function* idle(effort: Effort): AsyncGenerator<Finding> {
  const files = filesOf(effort);
  await using big = await makeBigFolder(files);
  await using watcher = await startCore({ folder: big.folder, dataDir: big.dataDir });
  // The scan for changes before the hints started belongs to the start.
  await pause(effort.isWhole ? 10_000 : 0);
  const idleMs = effort.isWhole ? 60_000 : 200;
  const shares: number[] = [];
  for (let minute = 0; minute < (effort.isWhole ? 3 : 1); minute += 1) {
    const before = await watcher.usage();
    await pause(idleMs);
    shares.push((((await watcher.usage()).cpuMs - before.cpuMs) / idleMs) * 100);
  }
  yield alone(
    {
      what: `${figureText(files)} files: processor while nothing happens`,
      unit: '%',
      target: { of: 'subject', atMost: 0.5 },
    },
    spreadOf(shares),
    ['minutes one by one; now and then the whole folder is listed'],
  );
}

/** One file after the other, each in one write. */
async function* latency({ repeats }: Effort): AsyncGenerator<Finding> {
  await using place = await makePlace();
  const waiting = new Map<string, (atMs: number) => void>();
  await using _core = await startCore({ folder: place.folder, dataDir: place.dataDir }, (added) => {
    for (const { path, atMs } of added) waiting.get(path)?.(atMs);
  });
  const random = drawFrom(2);
  const found: number[] = [];
  for (let index = 0; index < repeats; index += 1) {
    const format = index % 2 === 0 ? 'png' : 'jpg';
    const path = join(place.folder, `shot-${index}.${format}`);
    const saved = new Promise<number>((resolve) => void waiting.set(path, resolve));
    await writeFile(path, makeImage(format, between(random, 50_000, 1_500_000)));
    const writtenMs = performance.timeOrigin + performance.now();
    found.push((await saved) - writtenMs);
    await pause(between(random, 0, 100));
  }
  yield alone(
    { what: 'last byte of a file to its job on the disk', unit: 'ms', target: { of: 'subject', atMost: 300 } },
    spreadOf(found),
  );
}
