// Field guide 1, in real processes on a real disk. Not a benchmark, but it watches with the same process.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { between, drawFrom } from '../../bench/harness/draw.ts';
import { makeImage } from '../../bench/harness/images.ts';
import { startCore } from '../../bench/watch/watch.ts';
import { writers } from './writers.ts';

test('field guide 1: adds every file whole and none half, however two dozen programs write at once', async () => {
  const home = await mkdtemp(join(tmpdir(), 'writers-'));
  const [folder, dataDir] = [join(home, 'shots'), join(home, 'data')];
  await mkdir(folder);
  const [last, whole] = [new Set<string>(), new Set<string>()];
  const kinds = Object.values(writers);
  {
    await using _core = await startCore({ folder, dataDir });
    const write = async (lane: number) => {
      const random = drawFrom(1_000 + lane);
      for (const [index, writer] of kinds.entries()) {
        const path = join(folder, `shot-${lane}-${index}.png`);
        const [before, bytes] = [0, 1].map(() => makeImage('png', between(random, 500, 60_000)));
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
  const rows = database.prepare('SELECT sha256 FROM jobs').all();
  return new Set(rows.map((row) => String(row['sha256'])));
}
