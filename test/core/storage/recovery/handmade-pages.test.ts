// Pages as damage can leave them: every number in them may be wrong, and is checked before it is used.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { readDamagedPages } from '../../../../main/core/storage/recovery/damaged-pages.ts';
import { readWriteAheadLog } from '../../../../main/core/storage/recovery/write-ahead-log.ts';

const PAGE = 4_096;
const LEAF = 0x0d;

type Cell = { at: number; bytes: number[] };

/** A leaf of a table with these cells; `count` is what the page claims. */
function leaf(cells: readonly Cell[], count = cells.length): Buffer {
  const page = Buffer.alloc(PAGE);
  page[0] = LEAF;
  page.writeUInt16BE(count, 3);
  for (const [index, { at, bytes }] of cells.entries()) {
    page.writeUInt16BE(at, 8 + index * 2);
    page.set(bytes, at);
  }
  return page;
}
/** A file without a header. */
const fileOf = (...pages: Buffer[]) => Buffer.concat([Buffer.alloc(PAGE), ...pages]);
const rowsOf = (file: Buffer) => [...readDamagedPages(file, null).rows].map(({ rowid, values }) => [rowid, values]);
/** A row whose only value is 42. */
const good = (at: number): Cell => ({ at, bytes: [3, 7, 2, 1, 42] });

describe('a leaf', () => {
  it('of which more cells are claimed than it can have has those that it has', () => {
    expect(rowsOf(fileOf(leaf([good(4_000), good(100)], 0xffff)))).toEqual([
      [7, [42]],
      [7, [42]],
    ]);
  });

  it('that is full of pointers is read to its last one', () => {
    const count = (PAGE - 8) / 2;
    const page = leaf([], count);
    page.set(good(100).bytes, 100);
    page.writeUInt16BE(100, PAGE - 2);
    expect(rowsOf(fileOf(page))).toEqual([[7, [42]]]);
  });

  it('has no cell in its own header', () => {
    const page = leaf([], 8);
    page[2] = 13;
    expect(rowsOf(fileOf(page))).toEqual([]);
  });

  it('has a row up to its end, and none beyond it', () => {
    expect(rowsOf(fileOf(leaf([good(PAGE - 5)])))).toEqual([[7, [42]]]);
    expect(rowsOf(fileOf(leaf([{ at: PAGE - 5, bytes: [100, 7, 2, 1, 42] }])))).toEqual([]);
    expect(rowsOf(fileOf(leaf([{ at: PAGE - 1, bytes: [3] }])))).toEqual([]);
    expect(rowsOf(fileOf(leaf([{ at: PAGE - 2, bytes: [3, 0x80] }])))).toEqual([]);
    const beyond = leaf([good(100)], 2);
    beyond.writeUInt16BE(PAGE + 1, 10);
    expect(rowsOf(fileOf(beyond))).toEqual([[7, [42]]]);
  });

  it('that is not complete is left out', () => {
    const file = fileOf(leaf([good(100)]));
    expect(rowsOf(file.subarray(0, file.length - 1))).toEqual([]);
  });
});

describe('a record', () => {
  const row = (...payload: number[]) => rowsOf(fileOf(leaf([{ at: 100, bytes: [payload.length, 7, ...payload] }])));

  it.each<[string, number[]]>([
    ['has no end of its header', [0x80]],
    ['has a header longer than itself', [200, 1, 42]],
    ['has a type that ends after its header', [2, 0x81, 0, ...Array.from({ length: 57 }, () => 0)]],
    ['has a type that does not end', [3, 1, 0x80]],
    ['has a negative type', [10, ...Array.from({ length: 9 }, () => 0xff)]],
    ['has the reserved type 10', [2, 10]],
    ['has the reserved type 11', [2, 11]],
    ['has an integer beyond its end', [2, 6, 1, 2, 3]],
    ['has a float beyond its end', [2, 7, 1, 2, 3]],
    ['has a text beyond its end', [2, 15]],
    ['has a text beyond its end before another value', [3, 99, 1, 65, 66]],
    ['has bytes after its values', [2, 1, 42, 43]],
  ])('that %s is left out', (_words, payload) => {
    expect(row(...payload)).toEqual([]);
  });

  it('has integers of every size, constants, floats, texts and blobs', () => {
    expect(row(2, 0)).toEqual([[7, [null]]]);
    expect(row(3, 8, 9)).toEqual([[7, [0, 1]]]);
    expect(row(7, 1, 2, 3, 4, 5, 6, ...Array.from({ length: 24 }, () => 0xff))).toEqual([
      [7, [-1, -1, -1, -1, -1, -1]],
    ]);
    expect(row(2, 7, 0x3f, 0xe0, 0, 0, 0, 0, 0, 0)).toEqual([[7, [0.5]]]);
    expect(row(4, 13, 15, 17, 65, 66, 67)).toEqual([[7, ['', 'A', 'BC']]]);
    expect(row(4, 12, 14, 16, 1, 2, 3)).toEqual([
      [7, [new Uint8Array(0), new Uint8Array([1]), new Uint8Array([2, 3])]],
    ]);
    expect(row(2, 12)).toEqual([[7, [new Uint8Array(0)]]]);
  });

  it('follows a row ID of nine bytes', () => {
    const rowid = [0x90, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x05];
    expect(rowsOf(fileOf(leaf([{ at: 100, bytes: [3, ...rowid, 2, 1, 42] }])))).toEqual([[2 ** 61 + 5, [42]]]);
    const negative = Array.from({ length: 9 }, () => 0xff);
    expect(rowsOf(fileOf(leaf([{ at: 100, bytes: [3, ...negative, 2, 1, 42] }, good(200)])))).toEqual([[7, [42]]]);
  });

  it('follows a row ID of two bytes, and may have the row ID 0', () => {
    expect(rowsOf(fileOf(leaf([{ at: 100, bytes: [3, 0x81, 0x00, 2, 1, 42] }])))).toEqual([[128, [42]]]);
    expect(rowsOf(fileOf(leaf([{ at: 100, bytes: [3, 0, 2, 1, 42] }])))).toEqual([[0, [42]]]);
  });
});

describe('overflow pages', () => {
  const MAX_RECORD_BYTES = 16 * 1024 * 1024;
  const varintOf = (value: number): number[] => {
    const bytes = [value & 0x7f];
    for (let left = value >>> 7; left > 0; left >>>= 7) bytes.unshift((left & 0x7f) | 0x80);
    return bytes;
  };
  /** A leaf with a blob in a record of `size` bytes, that continues on page `next`. */
  function withBlob(size: number, next: number, at = 100): Buffer {
    const least = Math.floor(((PAGE - 12) * 32) / 255) - 23;
    const wanted = least + ((size - least) % (PAGE - 4));
    const here = wanted <= PAGE - 35 ? wanted : least;
    const type = varintOf((size - 5) * 2 + 12);
    const head = [...varintOf(size), 7, 5, ...type];
    expect(type).toHaveLength(4);
    const page = leaf([{ at, bytes: head }]);
    const pointerAt = at + head.length - 5 + here;
    if (pointerAt + 4 <= PAGE) page.writeUInt32BE(next, pointerAt);
    return page;
  }
  const LONG = 2 * 1024 * 1024;

  it('are read up to 16 MiB, even where they lead to themselves', () => {
    const self = Buffer.alloc(PAGE);
    self.writeUInt32BE(3, 0);
    const found = (size: number) =>
      rowsOf(fileOf(withBlob(size, 3), self)).map(([, values]) => (values as Uint8Array[])[0]!.length);
    expect(found(LONG)).toEqual([LONG - 5]);
    expect(found(MAX_RECORD_BYTES)).toEqual([MAX_RECORD_BYTES - 5]);
    expect(found(MAX_RECORD_BYTES + 1)).toEqual([]);
  });

  it.each([0, 3, 0xffffffff])('that continue on a page which is not there (%i) have no row', (next) => {
    expect(rowsOf(fileOf(withBlob(LONG, next)))).toEqual([]);
  });

  it('that begin beyond the page have no row', () => {
    expect(rowsOf(fileOf(withBlob(LONG, 2, PAGE - 20)))).toEqual([]);
  });
});

describe('a tree', () => {
  /** A file of SQLite's with a table `t`, an index `i` on it, and the numbers of their roots. */
  function made(rows: number) {
    const folder = mkdtempSync(join(tmpdir(), 'tree-'));
    try {
      const database = new DatabaseSync(join(folder, 'a.db'));
      database.exec(
        'CREATE TABLE t (a); CREATE INDEX i ON t (a); CREATE TRIGGER r AFTER DELETE ON t BEGIN SELECT 1; END',
      );
      for (let n = 0; n < rows; n += 1) database.prepare('INSERT INTO t VALUES (?)').run(`${n}`.padEnd(100, '.'));
      const rootOf = (name: string) =>
        Number(database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)!['rootpage']);
      const roots = { table: rootOf('t'), index: rootOf('i') };
      database.close();
      return { file: readFileSync(join(folder, 'a.db')), ...roots };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  const countOf = (file: Buffer, table: string | null) =>
    [...readDamagedPages(file, null).rows].filter((row) => row.table === table).length;

  it.each(['a page that is not there', 'an index', 'itself'])(
    'that leads to %s is followed as far as it goes',
    (to) => {
      const { file, table, index } = made(300);
      const root = (table - 1) * PAGE;
      const target = { itself: table, 'an index': index }[to] ?? 0xffff;
      expect(file[root]).toBe(0x05);
      file.writeUInt32BE(target, root + 8);
      const inTree = countOf(file, 't');
      expect(inTree).toBeGreaterThan(0);
      expect(inTree).toBeLessThan(300);
      // The last leaf is found without its tree.
      expect(countOf(file, null)).toBe(300 - inTree);
    },
  );

  it("of an index has no table's rows, whatever it leads to", () => {
    const { file, index } = made(1);
    leaf([good(100)]).copy(file, (index - 1) * PAGE);
    expect(countOf(file, 'i')).toBe(0);
    expect(countOf(file, null)).toBe(1);
    expect(countOf(file, 't')).toBe(1);
  });

  it('has pointers up to the end of its page only', () => {
    const { file, table } = made(300);
    file.writeUInt16BE(PAGE - 3, (table - 1) * PAGE + 12);
    expect(countOf(file, 't') + countOf(file, null)).toBe(300);
    file.writeUInt16BE(PAGE + 3, (table - 1) * PAGE + 12);
    expect(countOf(file, 't') + countOf(file, null)).toBe(300);
  });

  it.each([0, 3, 256, 600, 4_095])('is found where the header claims pages of %i bytes', (bytes) => {
    const { file } = made(300);
    file.writeUInt16BE(bytes, 16);
    expect(countOf(file, 't')).toBe(300);
  });

  it('is found beside a log without pages', () => {
    const { file } = made(10);
    const log = readWriteAheadLog(Buffer.alloc(31));
    expect([...readDamagedPages(file, log).rows].filter(({ table }) => table === 't')).toHaveLength(10);
  });

  it('has no version in a header that is cut off', () => {
    const { file } = made(1);
    for (const length of [16, 17, 99]) {
      expect(readDamagedPages(file.subarray(0, length), null).version).toBeNull();
      expect(rowsOf(file.subarray(0, length))).toEqual([]);
    }
    expect(readDamagedPages(file.subarray(0, 100), null).version).toBe(0);
  });
});
