// Files of a real folder, hashed and compared with the ledger.
import { createHash } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { imageRules } from '../../../main/core/uploads/image/image-check.ts';
import { createContentComparison } from '../../../main/core/watch/content-comparison.ts';
import { listFiles, type ListedFile } from '../../../main/core/watch/folder-listing.ts';
import { createKnownFiles, type LedgerEntry } from '../../../main/core/watch/known-files.ts';
import { createMemoryLedger } from './memory-ledger.ts';

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'content-'));
});
afterEach(() => rm(path, { recursive: true, force: true }));

async function made(name: string, content: string, mtimeS = 1_000): Promise<ListedFile> {
  await writeFile(join(path, name), content);
  await utimes(join(path, name), mtimeS, mtimeS);
  return (await listFiles([join(path, name)]))[0]!;
}
const entryOf = (file: ListedFile, change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  path: file.path,
  size: file.size,
  mtimeMs: file.mtimeMs,
  ctimeMs: file.ctimeMs,
  ino: file.ino,
  verdict: 'existing',
  message: null,
  sha256: null,
  ...change,
});

function checkOf(entries: readonly LedgerEntry[] = [], isInterrupted = () => false) {
  const ledger = createMemoryLedger();
  ledger.putAll('folder', entries);
  const known = createKnownFiles({ id: 'folder', path }, { ledger });
  const same: string[] = [];
  const other: string[] = [];
  const check = createContentComparison({
    known,
    imageRules,
    findPlaceholders: async () => new Set(),
    isInterrupted,
    onSame: ({ file }) => void same.push(file.name),
    onOther: async (file) => void other.push(file.name),
  });
  const hashed = () =>
    [...known.ledger.values()].filter(({ sha256 }) => sha256 !== null).map((one) => basename(one.path));
  return { check, known, same, other, hashed };
}

describe('a comparison', () => {
  const compared = async (name: string, was: string, isTouched = false) => {
    const file = await made(name, name);
    const from = entryOf(file, { sha256: hashOf(was), mtimeMs: file.mtimeMs - (isTouched ? 1 : 0) });
    return { kind: 'compare', file, from } as const;
  };

  test('finds the same content, and other content', async () => {
    const { check, same, other } = checkOf();
    expect(await check.compare([await compared('a', 'a'), await compared('b', 'x')])).toBe(true);
    expect({ same, other }).toEqual({ same: ['a'], other: ['b'] });
  });

  test.each([
    ['touched', true, ['gone']],
    ['not touched', false, []],
  ])('of a file that is gone and was %s', async (_what, isTouched, expected) => {
    const { check, same, other } = checkOf();
    const comparison = await compared('gone', 'gone', isTouched);
    await rm(comparison.file.path);
    await check.compare([comparison]);
    expect({ same, other }).toEqual({ same: [], other: expected });
  });

  test('counts a file that was replaced meanwhile as changed only when it was touched', async () => {
    const { check, same, other } = checkOf();
    const comparison = await compared('a', 'a');
    await made('a', 'a', 2_000);
    await check.compare([comparison]);
    expect({ same, other }).toEqual({ same: [], other: [] });
  });

  test('starts with touched files, and stops after the first when interrupted', async () => {
    const { check, same } = checkOf([], () => true);
    const [plain, touched] = [await compared('plain', 'plain'), await compared('touched', 'touched', true)];
    expect(await check.compare([plain, touched])).toBe(true);
    expect(same).toEqual(['touched']);
    const both = [await compared('one', 'one', true), await compared('two', 'two', true)];
    expect(await check.compare(both)).toBe(false);
    expect(same).toEqual(['touched', 'one']);
  });

  test('reads 64 files at a time', async () => {
    const { check, same } = checkOf();
    const comparisons = await Promise.all(
      Array.from({ length: 65 }, (_, index) => compared(`${index}`, `${index}`, true)),
    );
    expect(await check.compare(comparisons)).toBe(false);
    expect(same).toHaveLength(64);
  });
});

test.each<[string, Partial<LedgerEntry>, boolean]>([
  ['the same content', { sha256: hashOf('a') }, true],
  ['other content', { sha256: hashOf('b') }, false],
  ['another size', { sha256: hashOf('b'), size: 2 }, false],
  ['no known content', {}, false],
  ['the same content, skipped before', { sha256: hashOf('a'), verdict: 'skipped' }, false],
])('a complete file with %s is as before: %o', async (_what, change, expected) => {
  const file = await made('a.png', 'a');
  expect(await checkOf().check.isAsBefore(file, entryOf(file, change))).toBe(expected);
});

describe('the baseline', () => {
  test('holds the hash of every file that was there before, and of no other', async () => {
    const files = await Promise.all(['a', 'b', 'c'].map((name) => made(name, name)));
    const { check, known } = checkOf([
      entryOf(files[0]!),
      entryOf(files[1]!, { verdict: 'skipped' }),
      entryOf(files[2]!, { mtimeMs: 5 }),
    ]);
    await check.readBaseline();
    const hashes = [...known.ledger.values()].map(({ sha256 }) => sha256);
    expect(hashes).toEqual([hashOf('a'), null, null]);
  });

  test.each([
    ['an empty file', ''],
    ['a missing file', null],
  ])('leaves out %s', async (_what, content) => {
    const file = await made('a', content ?? 'a');
    if (content === null) await rm(file.path);
    const { check, hashed } = checkOf([entryOf(file)]);
    await check.readBaseline();
    expect(hashed()).toEqual([]);
  });

  test('leaves out files that are too large, absent or not on this disk', async () => {
    const [large, absent, cloud] = await Promise.all([made('large', 'l'), made('absent', 'a'), made('cloud', 'c')]);
    const { check, known, hashed } = checkOf([
      entryOf(large, { size: 128 * 1024 * 1024 + 1 }),
      entryOf(absent),
      entryOf(cloud),
    ]);
    known.notePresence(new Set([large.path, cloud.path]), 1);
    await rm(absent.path);
    await check.readBaseline();
    expect(hashed()).toEqual(['cloud']);
  });

  test('is read newest first, 64 at a time, until it is complete', async () => {
    const files = await Promise.all(
      Array.from({ length: 70 }, (_, index) => made(`${index}`, `${index}`, 1_000 + index)),
    );
    const { check, hashed } = checkOf(files.map((file) => entryOf(file)));
    await check.readBaseline();
    expect(hashed()).toHaveLength(64);
    expect(hashed()).not.toContain('5');
    expect(hashed()).toContain('6');
    await check.readBaseline();
    expect(hashed()).toHaveLength(70);
  });

  test('is read again only when woken', async () => {
    const { check, known, hashed } = checkOf();
    await check.readBaseline();
    known.put(entryOf(await made('a', 'a')));
    await check.readBaseline();
    expect(hashed()).toEqual([]);
    check.wake();
    await check.readBaseline();
    expect(hashed()).toEqual(['a']);
  });

  test.each([
    [1_000, ['a']],
    [1_001, []],
  ])('of a folder with %i files waits for the second scan if it is large', async (count, expected) => {
    const file = await made('a', 'a');
    const others = Array.from({ length: count - 1 }, (_, index) =>
      entryOf(file, { path: join(path, `other-${index}`), verdict: 'added' }),
    );
    const { check, hashed } = checkOf([entryOf(file), ...others]);
    await check.readBaseline();
    expect(hashed()).toEqual(expected);
    await check.readBaseline();
    expect(hashed()).toEqual(['a']);
  });
});
