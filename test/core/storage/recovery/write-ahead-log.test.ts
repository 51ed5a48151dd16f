// The write-ahead log, built frame by frame (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
import { describe, expect, it } from 'vitest';
import { readWriteAheadLog } from '../../../../main/core/storage/recovery/write-ahead-log.ts';

const MAGIC = 0x377f0682;
const SALTS = [0x11223344, 0x55667788] as const;
const EARLIER_SALTS = [0x11223343, 0x99aabbcc] as const;

type Frame = { page: number; fill: number; pagesAfterCommit?: number; salts?: readonly [number, number] };

function sumsOf(data: Buffer, [a, b]: readonly [number, number], isBigEndian: boolean): [number, number] {
  const word = (at: number) => (isBigEndian ? data.readUInt32BE(at) : data.readUInt32LE(at));
  let [first, second] = [a, b];
  for (let at = 0; at < data.length; at += 8) {
    first = (first + word(at) + second) >>> 0;
    second = (second + word(at + 4) + first) >>> 0;
  }
  return [first, second];
}

function logOf(frames: readonly Frame[], { pageBytes = 512, isBigEndian = false, magic = MAGIC } = {}): Buffer {
  const header = Buffer.alloc(32);
  header.writeUInt32BE(magic + (isBigEndian ? 1 : 0), 0);
  header.writeUInt32BE(3_007_000, 4);
  header.writeUInt32BE(pageBytes, 8);
  SALTS.forEach((salt, index) => header.writeUInt32BE(salt, 16 + index * 4));
  let sums = sumsOf(header.subarray(0, 24), [0, 0], isBigEndian);
  sums.forEach((sum, index) => header.writeUInt32BE(sum, 24 + index * 4));
  const parts = frames.map(({ page, fill, pagesAfterCommit = 0, salts = SALTS }) => {
    const content = Buffer.alloc(pageBytes, fill);
    const head = Buffer.alloc(24);
    head.writeUInt32BE(page, 0);
    head.writeUInt32BE(pagesAfterCommit, 4);
    salts.forEach((salt, index) => head.writeUInt32BE(salt, 8 + index * 4));
    sums = sumsOf(content, sumsOf(head.subarray(0, 8), sums, isBigEndian), isBigEndian);
    sums.forEach((sum, index) => head.writeUInt32BE(sum, 16 + index * 4));
    return Buffer.concat([head, content]);
  });
  return Buffer.concat([header, ...parts]);
}

/** The byte of each page, by its number. */
const fillsOf = (log: Buffer) =>
  Object.fromEntries([...(readWriteAheadLog(log)?.pages ?? [])].map(([page, content]) => [page, content[0]]));
const nothing = { pageBytes: 0, pageCount: null, isDamaged: true };

describe('a write-ahead log', () => {
  it.each([512, 1_024, 4_096, 32_768, 65_536])('with pages of %i bytes is read', (pageBytes) => {
    const log = logOf(
      [
        { page: 2, fill: 7 },
        { page: 1, fill: 8, pagesAfterCommit: 2 },
      ],
      { pageBytes },
    );
    expect(readWriteAheadLog(log)).toMatchObject({ pageBytes, pageCount: 2, isDamaged: false });
    expect(fillsOf(log)).toEqual({ 1: 8, 2: 7 });
    expect(readWriteAheadLog(log)!.pages.get(2)).toEqual(Buffer.alloc(pageBytes, 7));
  });

  it.each([256, 504, 65_544, 131_072])('with pages of %i bytes is none of SQLite', (pageBytes) => {
    expect(readWriteAheadLog(logOf([{ page: 1, fill: 7, pagesAfterCommit: 1 }], { pageBytes }))).toMatchObject(nothing);
  });

  it('of a computer with the other order of bytes is read', () => {
    const log = logOf([{ page: 1, fill: 7, pagesAfterCommit: 1 }], { isBigEndian: true });
    expect(fillsOf(log)).toEqual({ 1: 7 });
  });

  it.each([MAGIC - 2, MAGIC + 2, 0])('with the number %i at its beginning is none of SQLite', (magic) => {
    expect(readWriteAheadLog(logOf([], { magic }))).toMatchObject(nothing);
  });

  it('of a header alone has nothing, and is not damaged', () => {
    expect(readWriteAheadLog(logOf([]))).toMatchObject({ pageBytes: 512, pageCount: null, isDamaged: false });
    expect(readWriteAheadLog(logOf([]).subarray(0, 31))).toMatchObject(nothing);
  });

  it('has the newest committed content of each page, and nothing after the last commit', () => {
    const log = logOf([
      { page: 1, fill: 1 },
      { page: 2, fill: 2, pagesAfterCommit: 2 },
      { page: 1, fill: 3 },
      { page: 3, fill: 4, pagesAfterCommit: 3 },
      { page: 2, fill: 5 },
    ]);
    expect(fillsOf(log)).toEqual({ 1: 3, 2: 2, 3: 4 });
    expect(readWriteAheadLog(log)).toMatchObject({ pageCount: 3, isDamaged: false });
  });

  it.each([
    ['its page', 24 + 100],
    ['its number', 3],
    ['the pages after its commit', 7],
    ['its first sum', 19],
    ['its second sum', 23],
  ])('ends before a frame with a changed byte in %s, and is damaged', (_what, byte) => {
    const log = logOf([
      { page: 1, fill: 1, pagesAfterCommit: 1 },
      { page: 2, fill: 2, pagesAfterCommit: 2 },
      { page: 3, fill: 3, pagesAfterCommit: 3 },
    ]);
    log[32 + 24 + 512 + byte]! ^= 1;
    expect(fillsOf(log)).toEqual({ 1: 1 });
    expect(readWriteAheadLog(log)).toMatchObject({ pageCount: 1, isDamaged: true });
  });

  it('ends before the frames of an earlier round, and is not damaged', () => {
    const log = logOf([
      { page: 1, fill: 1, pagesAfterCommit: 1 },
      { page: 2, fill: 2, pagesAfterCommit: 2, salts: EARLIER_SALTS },
      { page: 3, fill: 3, pagesAfterCommit: 3, salts: EARLIER_SALTS },
    ]);
    expect(fillsOf(log)).toEqual({ 1: 1 });
    expect(readWriteAheadLog(log)!.isDamaged).toBe(false);
  });

  it('is damaged if a frame of this round is anywhere behind its end', () => {
    const frames: Frame[] = [
      { page: 1, fill: 1, pagesAfterCommit: 1 },
      { page: 2, fill: 2, salts: EARLIER_SALTS },
      { page: 3, fill: 3 },
      { page: 4, fill: 4, salts: EARLIER_SALTS },
    ];
    expect(readWriteAheadLog(logOf(frames))!.isDamaged).toBe(true);
    expect(readWriteAheadLog(logOf(frames.filter((_, index) => index !== 2)))!.isDamaged).toBe(false);
  });

  it('that ends within a frame is damaged once the header of that frame is there', () => {
    const whole = logOf([
      { page: 1, fill: 1, pagesAfterCommit: 1 },
      { page: 2, fill: 2, pagesAfterCommit: 2 },
    ]);
    const first = 32 + 24 + 512;
    const until = (bytes: number) => readWriteAheadLog(whole.subarray(0, first + bytes));
    expect([0, 1, 23, 24, 24 + 511].map((bytes) => until(bytes)!.isDamaged)).toEqual([false, false, false, true, true]);
    expect(until(24 + 511)!.pageCount).toBe(1);
    expect(until(24 + 512)).toMatchObject({ pageCount: 2, isDamaged: false });
  });
});
