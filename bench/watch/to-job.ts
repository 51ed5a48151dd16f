// From the last byte of a file to its job on the disk, and whether every file arrives complete: the companion's core on
// the real disk.

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
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

const writersAtOnce = 24;

/** Ten thousand files by two dozen concurrent writers. The jobs are compared by hash with what was written. */
export async function* allArriveWhole({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  await using place = await makePlace();
  const count = Math.max(20, Math.round(10_000 * effort.worldShare));
  const given: Core = { folder: place.folder, dataDir: place.dataDir };
  await using _core = await startWatcher(coreFile, given, pinning);
  const last = new Set<string>();
  const whole = new Set<string>();
  const indices = Array.from({ length: count }, (_, index) => index).values();
  const write = async (lane: number) => {
    const random = drawFrom(1000 + lane);
    for (const index of indices) {
      const path = join(place.folder, `shot-${index}.${formatOf(index)}`);
      const bytes = drawImage(random, formatOf(index), between(random, 500, 60_000));
      const kind = kinds[index % kinds.length]!;
      if (kind === 'replaced') {
        // The first version is complete, so it may have been added or not.
        const first = drawImage(random, formatOf(index), between(random, 500, 60_000));
        whole.add(sha256(first));
        await writers.atOnce(path, first, random);
        await pause(between(random, 0, 400));
      }
      await writers[kind](path, bytes, random);
      whole.add(sha256(bytes));
      last.add(sha256(bytes));
    }
  };
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: writersAtOnce }, (_, lane) => write(lane)));

  const database = new DatabaseSync(join(place.dataDir, 'companion.db'), { readOnly: true });
  const jobs = database.prepare('SELECT sha256 FROM jobs');
  const read = () => new Set(jobs.all().map((row) => String(row['sha256'])));
  let arrived = read();
  // Until nothing arrives for a minute: the slow scan finds files that hints missed.
  const isMissing = (hash: string) => !arrived.has(hash);
  for (let still = 0; still < 240 && [...last].some(isMissing); still += 1) {
    await pause(250);
    const now = read();
    if (now.size !== arrived.size) still = 0;
    arrived = now;
  }
  const tookS = (performance.now() - startedMs) / 1000;
  database.close();
  const half = [...arrived].filter((hash) => !whole.has(hash)).length;
  const missing = [...last].filter(isMissing).length;
  const none = { of: 'subject', atMost: 0 } as const;
  const message = `${count.toLocaleString('en-GB')} files by ${writersAtOnce} writers at once (${kinds.join(', ')})`;
  yield alone({ what: `${message}: half files that became jobs`, unit: 'files', target: none }, spreadOf([half]), [
    `${arrived.size.toLocaleString('en-GB')} jobs, compared by SHA-256; ${figureText(tookS)} s from the first byte to the last job`,
  ]);
  yield alone({ what: `${message}: files that did not arrive`, unit: 'files', target: none }, spreadOf([missing]));
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
