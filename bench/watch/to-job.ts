// From the last byte of a file to its job on the disk: the companion's core on the real disk.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../harness/benchmark.ts';
import { alone } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { figureText } from '../harness/report.ts';
import { quantileOf, spreadOf } from '../harness/statistics.ts';
import { between, drawFrom } from '../harness/draw.ts';
import { drawImage } from './images.ts';
import type { Core } from './serve-core.ts';
import { startWatcher } from './watcher-process.ts';
import { writers } from './writers.ts';

const coreFile = new URL('serve-core.ts', import.meta.url);
const kinds = Object.keys(writers) as (keyof typeof writers)[];
const formatOf = (index: number) => (index % 2 === 0 ? 'png' : 'jpg');

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

/** One file after the other, each in one of the ways in which programs write. */
export async function* lastByteToJob({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  await using place = await makePlace();
  const waiting = new Map<string, (atMs: number) => void>();
  const given: Core = { folder: place.folder, dataDir: place.dataDir };
  await using _core = await startWatcher(coreFile, given, pinning, (added) => {
    for (const { path, atMs } of added) waiting.get(path)?.(atMs);
  });
  const random = drawFrom(2);
  const found = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<
    keyof typeof writers,
    number[]
  >;
  for (let index = 0; index < effort.repeats; index += 1) {
    const kind = kinds[index % kinds.length]!;
    const path = join(place.folder, `shot-${index}.${formatOf(index)}`);
    const bytes = drawImage(random, formatOf(index), between(random, 50_000, 1_500_000));
    const safe = new Promise<number>((resolve) => void waiting.set(path, resolve));
    const writtenMs = await writers[kind](path, bytes, random);
    found[kind].push((await safe) - writtenMs);
    await pause(between(random, 0, 100));
  }
  const all = kinds.flatMap((kind) => found[kind]);
  yield alone(
    { what: 'last byte of a file to its job on the disk', unit: 'ms', target: { of: 'subject', atMost: 300 } },
    spreadOf(all),
    [percentiles('all', all), ...kinds.map((kind) => percentiles(kind, found[kind]))],
  );
}

function percentiles(name: string, values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const [p50, p90, p99] = [0.5, 0.9, 0.99].map((share) => figureText(quantileOf(sorted, share)));
  return `${name}: p50 ${p50}, p90 ${p90}, p99 ${p99} ms`;
}
