import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { storageErrorOf, watchStorage } from '../../../../main/core/storage/files/storage-errors.ts';

const error = (more: object) => Object.assign(new Error('no'), more);

it.each([
  [{ errcode: 3 }, 'read-only'],
  [{ errcode: 5 }, 'busy'],
  [{ errcode: 6 }, 'busy'],
  [{ errcode: 8 }, 'read-only'],
  [{ errcode: 10 }, 'disk'],
  [{ errcode: 10 | (3 << 8) }, 'disk'],
  [{ errcode: 11 }, 'damaged'],
  [{ errcode: 13 }, 'full'],
  [{ errcode: 14 }, 'disk'],
  [{ errcode: 23 }, 'read-only'],
  [{ errcode: 26 }, 'damaged'],
  [{ errcode: 19 }, null],
  [{ errcode: 19, code: 'ENOSPC' }, null],
  [{ errcode: '13', code: 'EIO' }, 'disk'],
  [{ code: 'ENOSPC' }, 'full'],
  [{ code: 'EDQUOT' }, 'full'],
  [{ code: 'EFBIG' }, 'full'],
  [{ code: 'EROFS' }, 'read-only'],
  [{ code: 'EACCES' }, 'read-only'],
  [{ code: 'EPERM' }, 'read-only'],
  [{ code: 'EIO' }, 'disk'],
  [{ code: 'ENOENT' }, null],
  [{ code: 13 }, null],
  [{}, null],
])('an error with %j is about storage: %s', (more, expected) => {
  expect(storageErrorOf(error(more))).toBe(expected);
  expect(storageErrorOf(more)).toBeNull();
});

describe('the statements of a database', () => {
  let database: DatabaseSync;
  /** The next calls of `fail()` throw these. */
  let errors: (object | null)[];
  let told: (string | null)[];
  let watch: ReturnType<typeof watchStorage>;
  let isInPlace: boolean;
  beforeEach(() => {
    database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE t (n)');
    errors = [];
    told = [];
    const plain = database.prepare.bind(database);
    // A statement fails as the disk would let it fail.
    database.prepare = (sql: string) => {
      const statement = plain(sql);
      const failing =
        <A extends unknown[], R>(call: (...args: A) => R) =>
        (...args: A) => {
          const next = errors.shift();
          if (next) throw error(next);
          return call(...args);
        };
      statement.run = failing(statement.run.bind(statement)) as typeof statement.run;
      statement.get = failing(statement.get.bind(statement)) as typeof statement.get;
      statement.all = failing(statement.all.bind(statement)) as typeof statement.all;
      return statement;
    };
    isInPlace = true;
    watch = watchStorage(database, () => isInPlace);
    watch.onChange(() => void told.push(watch.error()));
    return () => database.close();
  });
  const full = { errcode: 13 };
  const insert = () => database.prepare('INSERT INTO t VALUES (1)').run();
  const select = () => database.prepare(' select n FROM t').all();

  it('show the last error until a write succeeds', () => {
    insert();
    expect(told).toEqual([]);
    errors = [full];
    expect(insert).toThrow('no');
    expect(watch.error()).toBe('full');
    select();
    database.prepare('PRAGMA user_version').run();
    expect(watch.error()).toBe('full');
    insert();
    expect(watch.error()).toBeNull();
    expect(told).toEqual(['full', null]);
    expect(watch.isDamaged()).toBe(false);
  });

  it('take no query for a write, and a write that copies rows for one', () => {
    errors = [full];
    expect(insert).toThrow('no');
    for (const sql of ['SELECT n FROM t', '  select n FROM t', '\nPRAGMA user_version']) database.prepare(sql).run();
    database.prepare('INSERT INTO t VALUES (1) RETURNING n').get();
    database.prepare('INSERT INTO t VALUES (1) RETURNING n').all();
    for (const sql of ['SELECT n FROM t', 'BEGIN', 'ROLLBACK']) database.exec(sql);
    expect(watch.error()).toBe('full');
    database.prepare('INSERT INTO t SELECT 1').run();
    expect(watch.error()).toBeNull();
  });

  it('show an error of a query as well', () => {
    for (const call of ['get', 'all'] as const) {
      errors = [{ errcode: 10 }];
      expect(() => database.prepare('SELECT n FROM t')[call]()).toThrow('no');
      expect(watch.error()).toBe('disk');
      insert();
    }
    expect(told).toEqual(['disk', null, 'disk', null]);
  });

  it('are not over within a transaction: nothing is written before its end', () => {
    errors = [full];
    expect(insert).toThrow('no');
    database.exec('BEGIN');
    insert();
    expect(watch.error()).toBe('full');
    database.exec('COMMIT');
    expect(watch.error()).toBeNull();
  });

  it('write nothing once the data folder is gone, and read', () => {
    isInPlace = false;
    expect(insert).toThrow(expect.objectContaining({ code: 'DATA_FOLDER_GONE' }));
    expect(watch.error()).toBe('gone');
    expect(select()).toEqual([]);
  });

  it('ignore the lock of another process, and what is no error of storage', () => {
    errors = [{ errcode: 5 }, { errcode: 19 }];
    expect(insert).toThrow('no');
    expect(insert).toThrow('no');
    expect(watch.error()).toBeNull();
    expect(told).toEqual([]);
  });

  it('stay damaged', () => {
    errors = [{ errcode: 11 }];
    expect(insert).toThrow('no');
    insert();
    expect([watch.error(), watch.isDamaged()]).toEqual(['damaged', true]);
  });

  it('share the state with a file beside the database', () => {
    const beside = (more: object | null) =>
      watch.beside(() => {
        if (more) throw error(more);
      });
    expect(() => beside({ code: 'EACCES' })).toThrow('no');
    expect(watch.error()).toBe('read-only');
    insert();
    expect(watch.error()).toBe('read-only');
    expect(() => beside({ code: 'ESOMETHING' })).toThrow('no');
    expect(watch.error()).toBe('disk');
    beside(null);
    expect(watch.error()).toBeNull();
    expect(told).toEqual(['read-only', 'disk', null]);
  });
});
