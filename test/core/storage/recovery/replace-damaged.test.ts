import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../../../../main/core/storage/database/migrations.ts';
import { finishReplacing, replaceDamaged } from '../../../../main/core/storage/recovery/replace-damaged.ts';

const NOW = Date.UTC(2026, 10, 24, 8, 30);
const ASIDE = 'companion.damaged-2026-11-24T08-30-00-000Z';

let folder: string;
let path: string;
let logged: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replace-'));
  path = join(folder, 'companion.db');
  logged = [];
  writeFileSync(path, 'damaged');
  return () => rmSync(folder, { recursive: true });
});

const settled = { restored: 2, outcomeUnknown: 1 };
function replace({ version = null as number | null, settle = (_fresh: DatabaseSync) => settled } = {}) {
  const log = { debug() {}, info() {}, warn() {}, error: (text: string) => void logged.push(text) };
  return replaceDamaged({ path, version, now: NOW, log, settle });
}
const write = (files: Readonly<Record<string, string>>) => {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
};
const files = () =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

describe('replacing a damaged database', () => {
  it('leaves a new one in its place, and the damaged one with its log under a dated name', () => {
    write({ 'companion.db-wal': 'its log', 'companion.db-shm': 'its index' });
    expect(replace()).toEqual({
      reports: 0,
      flights: 0,
      ...settled,
      unreadable: 0,
      keptIn: join(folder, `${ASIDE}.db`),
    });
    const { 'companion.db': _fresh, ...others } = files();
    expect(others).toEqual({
      [`${ASIDE}.db`]: 'damaged',
      [`${ASIDE}.db-wal`]: 'its log',
      [`${ASIDE}.db-shm`]: 'its index',
    });
    const database = new DatabaseSync(path, { readOnly: true });
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length });
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    database.close();
  });

  it.skipIf(process.platform === 'win32')('makes it readable by its owner only', () => {
    replace();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each([null, 0, -1, 1])('of version %s makes one of the present version', (version) => {
    replace({ version });
    expect(logged).toEqual([]);
    const database = new DatabaseSync(path, { readOnly: true });
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length });
    database.close();
  });

  it.each(['', '-wal', '-shm'])('takes another name if a file with the end "%s" has the dated one', (end) => {
    write({ [`${ASIDE}.db${end}`]: 'of another rescue' });
    expect(basename(replace().keptIn!)).toBe(`${ASIDE}-2.db`);
    expect(files()).toMatchObject({ [`${ASIDE}.db${end}`]: 'of another rescue', [`${ASIDE}-2.db`]: 'damaged' });
  });

  it('removes what an earlier attempt left', () => {
    const ends = ['', '-wal', '-shm', '-journal'];
    write(Object.fromEntries(ends.map((end) => [`companion.db.rescued${end}`, 'half'])));
    replace();
    expect(Object.keys(files()).toSorted()).toEqual(['companion.db', `${ASIDE}.db`].toSorted());
  });

  it('starts from nothing if the rows cannot be carried over', () => {
    let runs = 0;
    const settle = (fresh: DatabaseSync) => {
      runs += 1;
      expect(fresh.prepare('SELECT COUNT(*) AS n FROM jobs').get()).toEqual({ n: 0 });
      if (runs === 1) throw new Error('a row that nobody expects');
      return settled;
    };
    expect(replace({ settle })).toMatchObject({ reports: 0, ...settled });
    expect(runs).toBe(2);
    expect(logged).toEqual(['nothing could be carried over']);
  });

  it.each([
    ['of the disk, at once', Object.assign(new Error('no room'), { code: 'ENOSPC' }), 1],
    ['of any kind, after a second attempt', new Error('unexpected'), 2],
  ])('changes nothing after an error %s', (_what, error, runs) => {
    const before = files();
    let count = 0;
    const settle = () => {
      count += 1;
      throw error;
    };
    expect(() => replace({ settle })).toThrow(error);
    expect(count).toBe(runs);
    expect(files()).toEqual(before);
  });
});

describe('completing the moves of a replacement', () => {
  const note = (aside: string) => JSON.stringify({ aside: join(folder, aside) });

  it('does nothing if none were begun', () => {
    write({ 'companion.db.rescued': 'not ready' });
    const before = files();
    finishReplacing(path);
    expect(files()).toEqual(before);
  });

  it.each(['', '{"aside":', '{}', 'null', '{"aside":7}'])('moves nothing after the truncated note %j', (text) => {
    write({ 'companion.db.rescued': 'new', 'companion.db.moves': text });
    finishReplacing(path);
    expect(files()).toEqual({ 'companion.db': 'damaged', 'companion.db.rescued': 'new' });
  });

  it('moves nothing if the new one is in its place already', () => {
    write({ 'companion.db': 'new', 'companion.db.moves': note('aside.db') });
    finishReplacing(path);
    expect(files()).toEqual({ 'companion.db': 'new' });
  });

  it('moves what is still there', () => {
    write({ 'companion.db-shm': 'index', 'companion.db.rescued': 'new', 'companion.db.moves': note('aside.db') });
    finishReplacing(path);
    expect(existsSync(join(folder, 'aside.db-wal'))).toBe(false);
    expect(files()).toEqual({ 'companion.db': 'new', 'aside.db': 'damaged', 'aside.db-shm': 'index' });
  });
});
