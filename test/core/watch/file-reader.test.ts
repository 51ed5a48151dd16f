// Reading a real file that grows, with image rules that record their input.
import { appendFile, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileReader, type ImageRules } from '../../../main/core/watch/file-reader.ts';
import { listFiles, type ListedFile } from '../../../main/core/watch/folder-listing.ts';

const blockBytes = 4096;
let folder: string;
let path: string;
let nowMs: number;
/** The bytes that each check received. */
let checks: Buffer[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'growing-'));
  path = join(folder, 'shot.png');
  nowMs = 1_000;
  checks = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const why = { reason: 'empty' } as const;
/** Complete with a "!" at the end, no image with an "x" at the start; each chunk takes `pieceMs`. */
const rules = (pieceMs = 0): ImageRules => ({
  hasImageExtension: () => true,
  createImageCheck() {
    const at = checks.push(Buffer.alloc(0)) - 1;
    return {
      async push(chunk) {
        nowMs += pieceMs;
        checks[at] = Buffer.concat([checks[at]!, chunk]);
      },
      verdict() {
        if (checks[at]![0] === 0x78) return { kind: 'not-an-image', why };
        return checks[at]!.at(-1) === 0x21 ? { kind: 'complete', imageHash: '' } : { kind: 'incomplete' };
      },
    };
  },
});
const fileOf = (pieceMs = 0, isStopped = () => false) =>
  createFileReader({ imageRules: rules(pieceMs), monotonic: () => nowMs, isStopped });
const listed = async (): Promise<ListedFile> => (await listFiles([path]))[0]!;
const block = (fill: number) => Buffer.alloc(blockBytes, fill);

describe('a growing file', () => {
  test('is read from where it was left, and only while it is incomplete', async () => {
    await writeFile(path, 'ab');
    const growing = fileOf();
    expect(await growing.read(await listed(), false, null)).toMatchObject({
      name: 'shot.png',
      path,
      size: 2,
      inParts: false,
      verdict: { kind: 'incomplete' },
      message: null,
      notBeforeMs: 0,
    });
    await appendFile(path, 'c!');
    expect(await growing.read(await listed(), false, null)).toMatchObject({
      size: 4,
      inParts: true,
      verdict: { kind: 'complete' },
    });
    expect(checks.map(String)).toEqual(['abc!']);
    await appendFile(path, 'd');
    expect(await growing.read(await listed(), false, null)).toMatchObject({ size: 5, inParts: false });
    expect(checks.map(String)).toEqual(['abc!', 'abc!d']);
  });

  test.each<[string, () => Promise<unknown>, boolean]>([
    ['asked for', () => appendFile(path, 'c'), true],
    ['unchanged', async () => {}, false],
    ['shorter', () => truncate(path, 1), false],
    [
      'another file',
      async () => {
        await writeFile(`${path}.new`, 'abcd');
        await rm(path);
        await writeFile(path, 'xxxx');
        await writeFile(path, 'abcd');
      },
      true,
    ],
  ])('is read from the start when that is %s', async (_what, change, again) => {
    await writeFile(path, 'ab');
    const growing = fileOf();
    await growing.read(await listed(), false, null);
    await change();
    expect(await growing.read(await listed(), again, null)).toMatchObject({ inParts: false });
    expect(checks).toHaveLength(2);
  });

  test('is not read further once it is not an image', async () => {
    await writeFile(path, Buffer.concat([Buffer.from('x'), Buffer.alloc(600_000, 0x61)]));
    expect(await fileOf().read(await listed(), false, null)).toMatchObject({
      size: 600_001,
      verdict: { kind: 'not-an-image' },
    });
    expect(checks[0]!.length).toBe(256 * 1024);
  });

  test('is not read during a stop', async () => {
    await writeFile(path, 'ab');
    expect(await fileOf(0, () => true).read(await listed(), false, null)).toMatchObject({ size: 0 });
  });

  test.each([
    ['no zeros', [block(1), block(1)], false],
    ['a block of zeros', [block(1), block(0), block(1)], true],
    ['a block of zeros at its start', [block(0), block(1)], true],
    ['a block of zeros at its end', [block(1), block(0)], true],
    ['zeros across two blocks', [block(1).fill(0, 10), block(0).fill(1, 4000)], false],
    ['a block that only starts with a zero', [block(0).fill(1, 1)], false],
  ])('with %s has a hole or not', async (_what, blocks, hasHole) => {
    await writeFile(path, Buffer.concat(blocks));
    expect((await fileOf().read(await listed(), false, null)).hasHole).toBe(hasHole);
  });

  test.each([
    ['a block of zeros', [Buffer.alloc(3_096, 1), block(0)], true],
    ['a shorter run of zeros', [Buffer.alloc(4_095), Buffer.alloc(2_000, 1)], false],
  ])('with %s in its second part has a hole or not', async (_what, rest, hasHole) => {
    await writeFile(path, Buffer.alloc(1_000, 1));
    const growing = fileOf();
    expect(await growing.read(await listed(), false, null)).toMatchObject({ hasHole: false });
    await appendFile(path, Buffer.concat([...rest, Buffer.alloc(10, 1)]));
    expect(await growing.read(await listed(), false, null)).toMatchObject({ inParts: true, hasHole });
  });

  test('keeps its hole while reading continues, and loses it when it is read again', async () => {
    await writeFile(path, block(0));
    const growing = fileOf();
    await growing.read(await listed(), false, null);
    await appendFile(path, 'a');
    expect(await growing.read(await listed(), false, null)).toMatchObject({ inParts: true, hasHole: true });
    await writeFile(path, block(1));
    expect(await growing.read(await listed(), true, null)).toMatchObject({ inParts: false, hasHole: false });
  });

  test.each([
    [0, 1_000],
    [10, 1_110],
    [200, 3_200],
    [5_000, 8_000],
  ])('rests for ten times a reading of %i ms, two seconds at most', async (tookMs, restUntilMs) => {
    await writeFile(path, 'ab');
    const growing = fileOf(tookMs);
    expect(await growing.read(await listed(), false, null)).toMatchObject({ restUntilMs });
    await appendFile(path, 'c');
    expect(await growing.read(await listed(), false, null)).toMatchObject({ inParts: true, restUntilMs: 0 });
  });

  test('is unchanged since its last change, by size, time and inode', async () => {
    await writeFile(path, 'ab');
    const growing = fileOf();
    expect(await growing.read(await listed(), false, 400)).toMatchObject({ stillSinceMs: 400 });
    nowMs = 2_000;
    expect(await growing.read(await listed(), true, 1_900)).toMatchObject({ stillSinceMs: 400 });
    await utimes(path, 5, 5);
    expect(await growing.read(await listed(), true, 1_900)).toMatchObject({ stillSinceMs: 1_900 });
    await appendFile(path, 'c');
    await utimes(path, 5, 5);
    expect(await growing.read(await listed(), false, null)).toMatchObject({ stillSinceMs: 2_000 });
  });

  test('is named with the reason when it cannot be opened, and read from the start afterwards', async () => {
    await writeFile(path, 'ab');
    const growing = fileOf();
    await growing.read(await listed(), false, null);
    const file = await listed();
    await rm(path);
    const reading = await growing.read(file, false, null);
    expect(reading).toMatchObject({ size: 2, inParts: false, verdict: { kind: 'unreadable', code: 'ENOENT' } });
    expect(reading.message).toMatchObject({ params: { name: 'shot.png' } });
    await writeFile(path, 'abc');
    expect(await growing.read(await listed(), false, null)).toMatchObject({ inParts: false, message: null });
  });
});
