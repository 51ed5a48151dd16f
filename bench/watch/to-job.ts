// From the last byte of a file to its job on the disk: the companion's core on the real disk.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../harness/benchmark.ts';
import { alone } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { spreadOf } from '../harness/statistics.ts';
import { between, drawFrom } from '../harness/draw.ts';
import { drawImage } from './images.ts';
import type { Core } from './serve-core.ts';
import { startWatcher } from './watcher-process.ts';

const coreFile = new URL('serve-core.ts', import.meta.url);

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

/** One file after the other, each in one write. */
export async function* lastByteToJob({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  await using place = await makePlace();
  const waiting = new Map<string, (atMs: number) => void>();
  const given: Core = { folder: place.folder, dataDir: place.dataDir };
  await using _core = await startWatcher(coreFile, given, pinning, (added) => {
    for (const { path, atMs } of added) waiting.get(path)?.(atMs);
  });
  const random = drawFrom(2);
  const found: number[] = [];
  for (let index = 0; index < effort.repeats; index += 1) {
    const format = index % 2 === 0 ? 'png' : 'jpg';
    const path = join(place.folder, `shot-${index}.${format}`);
    const bytes = drawImage(random, format, between(random, 50_000, 1_500_000));
    const safe = new Promise<number>((resolve) => void waiting.set(path, resolve));
    await writeFile(path, bytes);
    const writtenMs = performance.timeOrigin + performance.now();
    found.push((await safe) - writtenMs);
    await pause(between(random, 0, 100));
  }
  const what = 'last byte of a file to its job on the disk';
  yield alone({ what, unit: 'ms', target: { of: 'subject', atMost: 300 } }, spreadOf(found));
}
