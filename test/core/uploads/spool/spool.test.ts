// Syncing of a copy in progress: a large image is synced as it arrives, not all at its end, so that other durable
// writes (above all a job) don't wait for hundreds of megabytes.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { checkCopy, createSpool, spoolDisk, type SpoolDisk } from '../../../../main/core/uploads/spool/spool.ts';

const mb = 1024 ** 2;

/** A disk that stores nothing, and confirms writes only on demand. */
function createSlowDisk() {
  const calls: string[] = [];
  const syncs: PromiseWithResolvers<void>[] = [];
  const disk: SpoolDisk = {
    async makeFolder() {},
    create: async () => ({
      write: async (piece) => void calls.push(`write ${piece.length / mb}`),
      sync() {
        calls.push('sync');
        const sync = Promise.withResolvers<void>();
        syncs.push(sync);
        return sync.promise;
      },
      close: async () => void calls.push('close'),
    }),
    async rename() {},
    async syncFolder() {},
    async touch() {},
    remove: async () => void calls.push('remove'),
    bytesOf: () => null,
  };
  return { disk, calls, syncs };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('an image of a few megabytes is synced once, at its end', async () => {
  const { disk, calls, syncs } = createSlowDisk();
  const copy = await createSpool({ dir: '/spool', disk }).begin();
  for (let piece = 0; piece < 3; piece += 1) await copy.write(Buffer.alloc(mb));
  const sealing = copy.seal();
  await settled();
  expect(calls).toEqual(['write 1', 'write 1', 'write 1', 'sync']);
  syncs[0]!.resolve();
  await sealing;
  expect(calls.at(-1)).toBe('close');
});

it('a large one is synced in between: writing continues meanwhile, with at most 8 MB unsynced', async () => {
  const { disk, calls, syncs } = createSlowDisk();
  const copy = await createSpool({ dir: '/spool', disk }).begin();
  const writing = (async () => {
    for (let piece = 0; piece < 10; piece += 1) await copy.write(Buffer.alloc(2 * mb));
  })();
  await settled();
  // The second four were written during the sync of the first; then the disk is waited for.
  expect(calls).toEqual(['write 2', 'write 2', 'sync', 'write 2', 'write 2']);
  syncs[0]!.resolve();
  await settled();
  expect(calls.slice(5)).toEqual(['sync', 'write 2', 'write 2']);
  for (let next = 1; next < 5; next += 1) {
    syncs[next]!.resolve();
    await settled();
  }
  await writing;
  const sealing = copy.seal();
  await settled();
  expect(calls.filter((call) => call === 'sync')).toHaveLength(6);
  syncs[5]!.resolve();
  await sealing;
});

it('a write error is reported before the copy counts, and the file is closed only afterwards', async () => {
  const { disk, calls, syncs } = createSlowDisk();
  const copy = await createSpool({ dir: '/spool', disk }).begin();
  await copy.write(Buffer.alloc(4 * mb));
  const sealing = copy.seal();
  const dropping = sealing.catch(async (error: unknown) => {
    await copy.drop();
    throw error;
  });
  await settled();
  expect(calls).not.toContain('close');
  syncs[0]!.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  await expect(dropping).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(calls.slice(-2)).toEqual(['close', 'remove']);
});

it('a cancelled copy waits for its writes in progress, with any outcome', async () => {
  const { disk, calls, syncs } = createSlowDisk();
  const copy = await createSpool({ dir: '/spool', disk }).begin();
  await copy.write(Buffer.alloc(4 * mb));
  const dropping = copy.drop();
  await settled();
  expect(calls).toEqual(['write 4', 'sync']);
  syncs[0]!.reject(new Error('an I/O fault'));
  await dropping;
  expect(calls.slice(2)).toEqual(['close', 'remove']);
});

it('a commit waits until no copy is being synced, and no sync starts before it is done', async () => {
  const { disk, calls, syncs } = createSlowDisk();
  const spool = createSpool({ dir: '/spool', disk });
  const [one, other] = [await spool.begin(), await spool.begin()];
  await one.write(Buffer.alloc(4 * mb));
  const commit = Promise.withResolvers<void>();
  const committed = spool.exclusive(() => {
    calls.push('commit');
    return commit.promise;
  });
  await other.write(Buffer.alloc(4 * mb));
  await settled();
  // The copies continue to be written; their data is synced later.
  expect(calls).toEqual(['write 4', 'sync', 'write 4']);
  syncs[0]!.resolve();
  await settled();
  expect(calls.slice(3)).toEqual(['commit']);
  commit.resolve();
  await committed;
  await settled();
  expect(calls.slice(4)).toEqual(['sync']);
  syncs[1]!.resolve();
});

it('a copy is dated by our clock, with which it is compared after an unclean end', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'spool-'));
  const copy = await createSpool({ dir, disk: spoolDisk }).begin();
  await copy.write(Buffer.from('image'));
  await copy.seal();
  await copy.place('ab/abcd.png', 5, 1_800_000_000_000);
  expect(statSync(join(dir, 'ab/abcd.png')).mtimeMs).toBe(1_800_000_000_000);
  rmSync(dir, { recursive: true });
});

const content = Buffer.from('screenshot');
const job = { sha256: createHash('sha256').update(content).digest('hex') };

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copy-'));
  path = join(folder, 'copy');
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = {
  whole: () => writeFileSync(path, content),
  damaged: () => writeFileSync(path, 'screenshoT'),
  missing: () => rmSync(path, { force: true, recursive: true }),
  folder: () => mkdirSync(path),
};

test.each([
  ['whole', 'damaged', { found: 'whole', now: 'whole' }],
  ['missing', 'whole', { found: 'missing', now: 'whole' }],
  ['missing', 'missing', { found: 'missing', now: 'missing' }],
  ['damaged', 'whole', { found: 'damaged', now: 'whole' }],
  ['damaged', 'damaged', { found: 'damaged', now: 'damaged' }],
  ['damaged', 'missing', { found: 'damaged', now: 'missing' }],
  ['folder', 'missing', { found: 'damaged', now: 'missing' }],
] as const)('checks a copy that is %s, and %s after it was restored', async (before, after, expected) => {
  put[before]();
  let restored = 0;
  const checked = await checkCopy(job, path, async () => {
    restored += 1;
    put[after]();
  });
  expect(checked).toEqual(expected);
  expect(restored).toBe(before === 'whole' ? 0 : 1);
});
