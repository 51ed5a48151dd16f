import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import { quickEffort } from '../../../bench/harness/benchmark.ts';
import { unpinned } from '../../../bench/harness/pinning.ts';
import { between, drawFrom } from '../../../bench/harness/draw.ts';
import { drawImage } from '../../../bench/watch/images.ts';
import { watch } from '../../../bench/watch/watch.ts';
import { startWatcher } from '../../../bench/watch/watcher-process.ts';
import { writers } from './writers.ts';
import { createImageCheck } from '../../../main/core/uploads/image/image-check.ts';

describe('the benchmark of watching', () => {
  test('runs its parts in real processes, with figures', async () => {
    const bench = {
      effort: { ...quickEffort, pairs: 1, repeats: 4, worldShare: 0.003 },
      pinning: unpinned('a test'),
    };
    const found: Record<string, number> = {};
    for (const [name, part] of Object.entries(watch.parts)) {
      for await (const { subject, against, ratio } of part(bench)) {
        found[name] = (found[name] ?? 0) + 1;
        expect(subject.median).toBeGreaterThanOrEqual(0);
        expect(ratio === null).toBe(against === null);
      }
    }
    expect(found).toEqual({ start: 1, latency: 1, idle: 1 });
  });
});

test('field guide 1: adds every file whole and none half, however two dozen programs write at once', async () => {
  const home = await mkdtemp(join(tmpdir(), 'writers-'));
  const [folder, dataDir] = [join(home, 'shots'), join(home, 'data')];
  await mkdir(folder);
  const [last, whole] = [new Set<string>(), new Set<string>()];
  const kinds = Object.values(writers);
  const serveCore = new URL('../../../bench/watch/serve-core.ts', import.meta.url);
  {
    await using _core = await startWatcher(serveCore, { folder, dataDir }, unpinned('a test'));
    const write = async (lane: number) => {
      const random = drawFrom(1_000 + lane);
      for (const [index, writer] of kinds.entries()) {
        const path = join(folder, `shot-${lane}-${index}.png`);
        const [before, bytes] = [0, 1].map(() => drawImage(random, 'png', between(random, 500, 60_000)));
        if (writer === writers.replaced) {
          whole.add(sha256(before!));
          await writers.atOnce(path, before!, random);
        }
        await writer(path, bytes!, random);
        for (const set of [whole, last]) set.add(sha256(bytes!));
      }
    };
    await Promise.all(Array.from({ length: 24 }, (_, lane) => write(lane)));
    await vi.waitFor(() => expect([...last].filter((hash) => !added(dataDir).has(hash))).toEqual([]), {
      timeout: 60_000,
      interval: 250,
    });
  }
  expect([...added(dataDir)].filter((hash) => !whole.has(hash))).toEqual([]);
  await rm(home, { recursive: true });
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function added(dataDir: string): ReadonlySet<string> {
  using database = new DatabaseSync(join(dataDir, 'companion.db'), { readOnly: true });
  return new Set(
    database
      .prepare('SELECT sha256 FROM jobs')
      .all()
      .map((row) => String(row['sha256'])),
  );
}

test('its images are complete, of both formats, and reproducible from a seed', async () => {
  for (const format of ['png', 'jpg'] as const) {
    const [one, again] = [7, 7].map((seed) => drawImage(drawFrom(seed), format, 5000));
    expect(one!.equals(again!)).toBe(true);
    const check = createImageCheck(`shot.${format}`);
    await check.push(one!.subarray(0, -1));
    expect(check.verdict().kind).toBe('incomplete');
    await check.push(one!.subarray(-1));
    expect(check.verdict().kind).toBe('complete');
  }
  expect(between(() => 0.5, 10, 20)).toBe(15);
});
