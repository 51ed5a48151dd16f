// Rows that are read page by page are those that SQLite wrote.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  readDamagedPages,
  type FoundRow,
  type SqlValue,
} from '../../../../main/core/storage/recovery/damaged-pages.ts';
import { readWriteAheadLog } from '../../../../main/core/storage/recovery/write-ahead-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
  return () => rmSync(folder, { recursive: true });
});

/** A database file with a table of two columns. */
function made(rows: readonly (readonly [SqlValue, SqlValue])[], pageBytes = 4_096): Buffer {
  const path = join(folder, 'made.db');
  rmSync(path, { force: true });
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA user_version = 7; CREATE TABLE first (a, b); CREATE TABLE t (a, b);
    CREATE INDEX i ON t (a); BEGIN`);
  const insert = database.prepare('INSERT INTO t VALUES (?, ?)');
  for (const row of rows) insert.run(...row);
  database.exec('COMMIT');
  database.close();
  return readFileSync(path);
}
/** In the order of their numbers: pages come in any order. */
const found = (file: Buffer) =>
  [...readDamagedPages(file, null).rows].toSorted((one, other) => one.rowid - other.rowid);
const valuesOf = (rows: readonly FoundRow[], table: string | null = 't') =>
  rows.filter((row) => row.table === table).map(({ values }) => values);
const plain = (rows: readonly (readonly SqlValue[])[]) => rows.map((row) => row.map(String));

describe('the rows of a file', () => {
  it('keep their numbers, also large ones; a number below 1 is none of ours', () => {
    const path = join(folder, 'numbered.db');
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE t (a)');
    const ids = [1, 200, 70_000, 9_007_199_254_740_991];
    for (const id of [-9_007_199_254_740_991, -5, ...ids])
      database.prepare('INSERT INTO t (rowid, a) VALUES (?, ?)').run(id, id);
    database.close();
    expect(found(readFileSync(path)).map(({ rowid, values }) => [rowid, Number(values[0])])).toEqual(
      ids.map((id) => [id, id]),
    );
  });

  it('have every kind of value', () => {
    const numbers = [
      0,
      1,
      -1,
      127,
      -128,
      128,
      32_767,
      -32_769,
      8_388_607,
      8_388_608,
      2 ** 31,
      2 ** 40,
      -(2 ** 47),
      2 ** 48,
    ];
    const values: [SqlValue, SqlValue][] = [
      ...numbers.map((n): [SqlValue, SqlValue] => [BigInt(n), -BigInt(n)]),
      [2n ** 53n, -(2n ** 62n)],
      [null, 0.5],
      ['', 'Zürich'],
      [new Uint8Array([0, 255]), new Uint8Array(0)],
    ];
    const rows = found(made(values)).filter(({ table }) => table === 't');
    expect(rows.map(({ rowid }) => rowid)).toEqual(values.map((_, index) => index + 1));
    expect(plain(valuesOf(rows))).toEqual(plain(values));
    expect(rows.at(-1)!.values).toEqual(values.at(-1));
    expect(rows.at(-4)!.values).toEqual([2n ** 53n, -(2n ** 62n)]);
    expect(rows[4]!.values).toEqual([-128, 128]);
    expect(readDamagedPages(made(values), null).version).toBe(7);
  });

  it.each([512, 1_024, 4_096, 65_536])('are found in pages of %i bytes, with their overflow pages', (pageBytes) => {
    // Around the size from which a record has overflow pages, and far beyond it.
    const sizes = [...Array.from({ length: 12 }, (_, n) => pageBytes - 46 + n), pageBytes * 2, pageBytes * 5 + 100];
    const values = sizes.map((size, index): [SqlValue, SqlValue] => [
      `${index}`,
      `${index}`.repeat(size).slice(0, size),
    ]);
    const rows = found(made(values, pageBytes));
    expect(valuesOf(rows)).toEqual(values);
  });

  it('are found over several levels of a tree, each once and under its table', () => {
    const values = Array.from({ length: 3_000 }, (_, n): [SqlValue, SqlValue] => [`row ${n}`, 'x'.repeat(n % 90)]);
    const rows = found(made(values, 512));
    expect(valuesOf(rows)).toEqual(values);
    expect(rows.filter(({ table }) => table !== 't')).toEqual([]);
  });

  it('are found without a header and without a tree, under no table', () => {
    const values = Array.from({ length: 500 }, (_, n): [SqlValue, SqlValue] => [n, `row ${n}`]);
    const file = made(values);
    file.fill(0, 0, 100);
    const read = readDamagedPages(file, null);
    expect(read.version).toBeNull();
    const rows = [...read.rows];
    expect(valuesOf(rows, 't')).toEqual([]);
    expect(plain(valuesOf(rows, null))).toEqual(plain(values));
  });

  it('are none in no file, or in another', () => {
    for (const file of [Buffer.alloc(0), Buffer.from('text'), Buffer.alloc(10_000, 0xff)]) {
      expect(found(file)).toEqual([]);
      expect(readDamagedPages(file, null).version).toBeNull();
    }
  });

  it('are left out whose record is not consistent', () => {
    const file = made([
      ['first', 1n],
      ['second', 2n],
      ['third', 3n],
    ]);
    const at = file.indexOf('second');
    // Before the text: size, row ID, and the header of three bytes: its own size and the types of both values.
    for (const [offset, byte] of [
      [-5, 0],
      [-5, 3],
      [-5, 200],
      [-3, 99],
      [-3, 1],
      [-2, 10],
      [-2, 11],
      [-2, 99],
      [-1, 6],
    ] as const) {
      const damaged = Buffer.from(file);
      damaged[at + offset] = byte;
      expect([offset, byte, plain(valuesOf(found(damaged)))]).toEqual([
        offset,
        byte,
        [
          ['first', '1'],
          ['third', '3'],
        ],
      ]);
    }
  });

  it('do not end in a circle of pages', () => {
    const values = Array.from({ length: 3_000 }, (_, n): [SqlValue, SqlValue] => [`row ${n}`, 'x'.repeat(50)]);
    const file = made(values, 512);
    const pages = file.length / 512;
    for (let page = 1; page < pages; page += 1) {
      // Each inner page leads to itself.
      if (file[page * 512] === 0x05) file.writeUInt32BE(page + 1, page * 512 + 8);
    }
    const rows = found(file);
    expect(new Set(rows.map(({ rowid }) => rowid)).size).toBe(rows.length);
    expect(rows.length).toBe(3_000);
  });
});

describe('the write-ahead log', () => {
  function open() {
    const path = join(folder, 'open.db');
    const database = new DatabaseSync(path);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (a, b)');
    const log = () => readFileSync(`${path}-wal`);
    const file = () => readFileSync(path);
    return { database, log, file };
  }
  const rowsOf = (file: Buffer, log: Buffer) =>
    plain(valuesOf([...readDamagedPages(file, readWriteAheadLog(log)).rows]));

  it('has the newest pages: its rows are found, without the file as well', () => {
    const { database, log, file } = open();
    database.exec("INSERT INTO t VALUES ('a', 1)");
    database.exec("UPDATE t SET b = 2; INSERT INTO t VALUES ('b', 3)");
    const read = readWriteAheadLog(log())!;
    expect(read).toMatchObject({ pageBytes: 4_096, pageCount: 2, isDamaged: false });
    expect(new Set(read.pages.keys())).toEqual(new Set([1, 2]));
    const expected = [
      ['a', '2'],
      ['b', '3'],
    ];
    expect(rowsOf(file(), log())).toEqual(expected);
    expect(rowsOf(Buffer.alloc(0), log())).toEqual(expected);
    database.close();
  });

  it('has only what was committed', () => {
    const { database, log, file } = open();
    database.exec("INSERT INTO t VALUES ('a', 1)");
    const before = log();
    database.exec("INSERT INTO t VALUES ('b', 2)");
    const after = log();
    // Cut off in the last frame.
    expect(rowsOf(file(), after.subarray(0, after.length - 1))).toEqual([['a', '1']]);
    expect(readWriteAheadLog(after.subarray(0, before.length + 10))).toMatchObject({ isDamaged: false });
    database.close();
  });

  it('is damaged where a frame is not the one that follows', () => {
    const { database, log } = open();
    for (let n = 0; n < 3; n += 1) database.exec(`INSERT INTO t VALUES ('${n}', ${n})`);
    const whole = log();
    const frames = (whole.length - 32) / (4_096 + 24);
    const last = 32 + (frames - 2) * (4_096 + 24);
    const damaged = Buffer.from(whole);
    damaged[last + 100]! ^= 1;
    const read = readWriteAheadLog(damaged)!;
    expect(read.isDamaged).toBe(true);
    expect(readWriteAheadLog(whole)!.isDamaged).toBe(false);
    // Frames of an earlier round have another salt.
    const earlier = Buffer.from(whole);
    for (let at = last; at < earlier.length; at += 4_096 + 24) earlier[at + 8]! ^= 1;
    expect(readWriteAheadLog(earlier)!.isDamaged).toBe(false);
    database.close();
  });

  it('is unusable with another header, and none if it is empty', () => {
    const { database, log } = open();
    expect(readWriteAheadLog(Buffer.alloc(0))).toBeNull();
    const nothing = { pageBytes: 0, pageCount: null, isDamaged: true };
    expect(readWriteAheadLog(log().subarray(0, 31))).toMatchObject(nothing);
    for (const at of [0, 9, 12, 24, 28]) {
      const damaged = log();
      damaged[at]! ^= 1;
      expect([at, readWriteAheadLog(damaged)]).toMatchObject([at, nothing]);
    }
    database.close();
  });
});
