import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backupPath, backUp } from '../../../../main/core/storage/recovery/backup.ts';
import type { DataFolder } from '../../../../main/core/storage/data-folder.ts';
import { dataUnderTest } from '../data-under-test.ts';
import { newJob } from '../fresh-stores.ts';

const dayMs = 86_400_000;
async function kept(data: DataFolder) {
  data.backup.keepUp();
  await data.backup.settled();
}

describe('the daily backup', () => {
  it('is a whole private database, made beside writes', async () => {
    using folder = dataUnderTest();
    using data = folder.opened();
    folder.fill(data, 30);
    data.backup.keepUp();
    const { jobs } = folder.storesOf(data);
    while (!existsSync(backupPath(folder.path))) {
      jobs.add(newJob({ accountId: 1 }));
      await new Promise(setImmediate);
    }
    await data.backup.settled();
    using copy = new DatabaseSync(backupPath(folder.path), { readOnly: true });
    expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(Number(copy.prepare('SELECT COUNT(*) AS n FROM jobs').get()!['n'])).toBeGreaterThanOrEqual(30);
    expect(existsSync(`${backupPath(folder.path)}-wal`)).toBe(false);
    const others = process.platform === 'win32' ? 0 : statSync(backupPath(folder.path)).mode & 0o077;
    expect(others).toBe(0);
  });

  it('is made once a day, also after the clock was set back', async () => {
    using folder = dataUnderTest();
    const data = folder.opened();
    const madeAt = () => statSync(backupPath(folder.path)).mtimeMs;
    await kept(data);
    const first = folder.clock.now();
    expect(madeAt()).toBe(first);
    folder.pass(dayMs - 1);
    await kept(data);
    expect(madeAt()).toBe(first);
    folder.pass(1);
    await kept(data);
    expect(madeAt()).toBe(first + dayMs);
    data.close();
    folder.pass(-3 * dayMs);
    using again = folder.opened();
    await kept(again);
    expect(madeAt()).toBe(first - 2 * dayMs);
  });

  it('keeps the last one if the database is damaged', async () => {
    using folder = dataUnderTest();
    const data = folder.opened();
    folder.fill(data, 60);
    await kept(data);
    data.close();
    const before = readFileSync(backupPath(folder.path));
    folder.damage((content) => Buffer.from(content).fill(0xa5, content.length - 3 * 4096, content.length - 2 * 4096));
    await expect(backUp(folder.path, backupPath(folder.path), 1)).rejects.toThrow(/damaged|malformed/);
    expect(readFileSync(backupPath(folder.path)).equals(before)).toBe(true);
    expect(existsSync(`${backupPath(folder.path)}.new`)).toBe(false);
  });
});

describe('a database that is damaged', () => {
  /** Anna's six reports; then one of those that waited is uploaded, another one is removed, and one is added. */
  async function backedUpAndContinued(folder: ReturnType<typeof dataUnderTest>) {
    const data = folder.opened();
    const anna = folder.fill(data, 6);
    await kept(data);
    const at = folder.clock.now();
    folder.pass(3_600_000);
    const { jobs } = folder.storesOf(data);
    const now = folder.clock.now();
    const uploaded = jobs.inStates('waiting')[0]!.id;
    jobs.change(uploaded, now, { state: 'uploading', attempts: 1, attempt: null });
    jobs.change(uploaded, now, { state: 'uploaded', evidence: 'answered', attempt: null, flightId: 99 });
    jobs.add(newJob({ ...folder.spooled(), accountId: anna, addedAt: now }));
    data.close();
    return at;
  }

  it('is the last backup with what the journal and the spool know, and says so', async () => {
    using folder = dataUnderTest();
    const at = await backedUpAndContinued(folder);
    writeFileSync(folder.path, 'no database');
    const data = folder.opened();
    const { jobs, folders } = folder.storesOf(data);
    expect(jobs.counts()).toMatchObject({ uploaded: 5, waiting: 1, held: 1 });
    expect(folders.list('demo')).toHaveLength(1);
    const concern = data.concern();
    expect(concern).toMatchObject({ code: 'rescued', message: { id: 'failure.dataReplaced', params: { at } } });
    expect(readFileSync((concern!.message.params as { kept: string }).kept, 'utf8')).toBe('no database');
    data.close();
    using again = folder.opened();
    expect(folder.storesOf(again).jobs.counts()).toMatchObject({ uploaded: 5, waiting: 1, held: 1 });
  });

  const pageBytes = 4_096;
  /** The headers of the rows of an index, which SQLite reads only when it looks for one. */
  function spoilIndex(content: Buffer, rootPage: number): Buffer {
    const page = content.subarray((rootPage - 1) * pageBytes, rootPage * pageBytes);
    const leafHeaderBytes = 8;
    for (let cell = 0; cell < page.readUInt16BE(3); cell += 1) {
      const at = page.readUInt16BE(leafHeaderBytes + 2 * cell);
      // After the length of the row, in one byte or two.
      page[at + (page[at]! < 0x80 ? 1 : 2)] = 0x7f;
    }
    return content;
  }

  /** A report that is in its table, but that no search finds. */
  function changeIndex(content: Buffer, rootPage: number): Buffer {
    content.write('demp', content.indexOf('demo', (rootPage - 1) * pageBytes));
    return content;
  }

  it.each([
    ['where a search looks', (content: Buffer, root: number) => spoilIndex(content, root)],
    ['in what a search finds', changeIndex],
    ['in the number of its format', (content: Buffer) => (content.writeUInt8(0x7e, 18), content)],
  ])('%s is replaced as well, though it can be read', async (_where, damage) => {
    using folder = dataUnderTest();
    await backedUpAndContinued(folder);
    using reader = new DatabaseSync(folder.path);
    const root = reader.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'jobs_by_image'").get()!['rootpage'];
    reader.close();
    folder.damage((content) => damage(content, Number(root)));
    rmSync(`${folder.path}.clean`, { force: true });
    folder.spooled();
    using data = folder.opened();
    expect(data.concern()).toMatchObject({ code: 'rescued', message: { id: 'failure.dataReplaced' } });
    expect(folder.storesOf(data).jobs.counts()).toMatchObject({ uploaded: 5, waiting: 1 });
  });

  it('is replaced at the next start if the process ended between the two names', async () => {
    using folder = dataUnderTest();
    await backedUpAndContinued(folder);
    renameSync(backupPath(folder.path), join(folder.folder, 'companion.damaged-2026.db.replacement'));
    rmSync(`${folder.path}.clean`);
    const before = readFileSync(folder.path);
    using data = folder.opened();
    expect(folder.storesOf(data).jobs.waitingCount(1)).toBe(1);
    expect(readFileSync(join(folder.folder, 'companion.damaged-2026.db')).equals(before)).toBe(true);
  });

  it('is empty except for the journal and the spool if the backup is damaged, too', async () => {
    using folder = dataUnderTest();
    await backedUpAndContinued(folder);
    writeFileSync(folder.path, 'no database');
    writeFileSync(backupPath(folder.path), 'neither');
    using data = folder.opened();
    expect(folder.storesOf(data).jobs.counts()).toMatchObject({ uploaded: 5, held: 2 });
    expect(data.concern()).toMatchObject({ message: { id: 'failure.dataLost' } });
  });

  it('asks about what waits if the journal began after the backup', async () => {
    using folder = dataUnderTest();
    await backedUpAndContinued(folder);
    rmSync(`${folder.folder}/attempts.log`);
    folder.opened().close();
    rmSync(folder.path);
    rmSync(`${folder.path}.clean`);
    using data = folder.opened();
    expect(folder.storesOf(data).jobs.counts()).toMatchObject({ waiting: 0 });
  });

  it.each([
    ['a word of a report', "UPDATE jobs SET state = 'waitinh' WHERE id = 3"],
    ['the record of a flight', `UPDATE flights SET record = '{"id":"one"}' WHERE id = 1`],
    ['the schema', 'ALTER TABLE folders RENAME COLUMN rules TO rulez'],
  ])('is found by what SQLite does not check: %s', async (_what, change) => {
    using folder = dataUnderTest();
    await backedUpAndContinued(folder);
    {
      using database = new DatabaseSync(folder.path);
      database.exec(change);
    }
    rmSync(`${folder.path}.clean`, { force: true });
    using data = folder.opened();
    expect(data.concern()).toMatchObject({ message: { id: 'failure.dataReplaced' } });
    expect(folder.storesOf(data).jobs.counts()).toMatchObject({ uploaded: 5 });
  });
});
