import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failures } from '../../../../main/core/messages/failures.ts';
import { openDatabase, type Database } from '../../../../main/core/storage/database/database.ts';
import { createIntake, type Intake } from '../../../../main/core/uploads/intake/intake.ts';
import { spoolDisk, spooledBytes } from '../../../../main/core/uploads/spool/spool-disk.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';
import { freshStores, newJob, type FreshStores } from '../../storage/fresh-stores.ts';
import { sampleJpeg, samplePng } from '../image-samples.ts';
import { text } from '../../../../main/node/text.ts';

const maxBytes = 4_000;
const source = { kind: 'dropped' } as const;
let folder: string;
let spoolDir: string;
let database: Database;
let stores: FreshStores;
let accountId: number | null;
let added: number[];
let intake: Intake;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intake-'));
  spoolDir = join(folder, 'spool');
  const opened = openDatabase(join(folder, 'companion.db'));
  if (!opened.ok) throw new Error(opened.failure.message.id);
  database = opened.value;
  stores = freshStores('demo', database);
  accountId = stores.accountOf('anna');
  added = [];
  intake = newIntake();
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const newIntake = (of: FreshStores = stores) =>
  createIntake({
    clock: createVirtualClock(),
    spoolDir,
    jobs: of.jobs,
    history: of.history,
    accountId: () => accountId,
    maxFileBytes: () => maxBytes,
    inTransaction: of.inTransaction,
    onAdded: (ids) => added.push(...ids),
  });

function put(name: string, content: Buffer): { path: string; name: string } {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path, name };
}
const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const jobRows = () => database.prepare('SELECT * FROM jobs').all();
/** Files of the spool, without copies in progress. */
const spooled = () =>
  existsSync(spoolDir)
    ? readdirSync(spoolDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    : [];

describe('a complete image', () => {
  it.each([
    ['shot.png', samplePng({ text: 'a' }), 'image/png', '.png'],
    ['Shot.JPG', sampleJpeg({ seed: 3 }), 'image/jpeg', '.jpg'],
    ['отчёт.jpeg', sampleJpeg({ seed: 4 }), 'image/jpeg', '.jpg'],
  ])(
    '%s is copied byte for byte, readable by its owner only, with its job on disk',
    async (name, content, mediaType, ending) => {
      const file = put(name, content);
      const outcome = await intake.add(file, source);
      const sha256 = sha256Of(content);
      expect(outcome).toEqual({ kind: 'added', jobId: expect.any(Number), sha256, held: null });
      const job = stores.jobs.byId((outcome as { jobId: number }).jobId)!;
      expect(job).toMatchObject({
        accountId,
        sha256,
        name,
        bytes: content.length,
        mediaType,
        source,
        originalPath: file.path,
        state: 'waiting',
      });
      const copy = join(spoolDir, job.spool);
      expect(copy.endsWith(`${sha256}${ending}`)).toBe(true);
      expect(readFileSync(copy).equals(content)).toBe(true);
      expect(statSync(copy).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
      expect(await spooledBytes(copy)).toBe(content.length);
      expect(readFileSync(file.path).equals(content)).toBe(true);
      expect(added).toEqual([job.id]);
      expect(stores.history.of({ jobId: job.id }).map((one) => one.what)).toEqual(['added']);
      expect(spooled()).toHaveLength(1);
    },
  );

  it('is committed before it is announced, so another connection sees it at once', async () => {
    const opened = openDatabase(join(folder, 'companion.db'));
    if (!opened.ok) throw new Error(opened.failure.message.id);
    const other = freshStores('demo', opened.value);
    const outcome = await intake.add(put('shot.png', samplePng()), source);
    expect(other.jobs.byId((outcome as { jobId: number }).jobId)).not.toBeNull();
    opened.value.close();
  });

  it('stays one report when it comes again, also under another name', async () => {
    const content = samplePng();
    const first = await intake.add(put('shot.png', content), source);
    for (const name of ['shot.png', 'copy.png']) {
      const again = await intake.add(put(name, content), source);
      expect(again).toEqual({ ...first, kind: 'duplicate', held: undefined });
    }
    expect(jobRows()).toHaveLength(1);
    expect(spooled()).toHaveLength(1);
    expect(added).toHaveLength(1);
  });

  it('stays one report when it comes many times at once', async () => {
    const content = samplePng();
    const files = Array.from({ length: 8 }, (_, index) => put(`shot-${index}.png`, content));
    const outcomes = await Promise.all(files.map((file) => intake.add(file, source)));
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['added', ...Array<string>(7).fill('duplicate')]);
    expect(jobRows()).toHaveLength(1);
  });

  it('stays one report when two processes add it at the same time', async () => {
    const opened = openDatabase(join(folder, 'companion.db'));
    if (!opened.ok) throw new Error(opened.failure.message.id);
    const other = newIntake(freshStores('demo', opened.value));
    const file = put('shot.png', samplePng({ padBytes: 2_000 }));
    const outcomes = await Promise.all([intake.add(file, source), other.add(file, source)]);
    expect(outcomes.map((outcome) => outcome.kind).toSorted()).toEqual(['added', 'duplicate']);
    expect(jobRows()).toHaveLength(1);
    opened.value.close();
  });

  it('stays one report when the pilot who already has it signs in during the copy', async () => {
    const content = samplePng();
    const known = stores.jobs.add(newJob({ accountId, sha256: sha256Of(content), bytes: content.length }));
    stores.jobs.change(known, 5, { accountId: stores.accountOf('ben') });
    accountId = stores.accountOf('anna');
    const late = createIntake({
      clock: createVirtualClock(),
      spoolDir,
      jobs: stores.jobs,
      history: stores.history,
      accountId: () => accountId,
      maxFileBytes: () => maxBytes,
      inTransaction(work) {
        accountId = stores.accountOf('ben');
        return stores.inTransaction(work);
      },
      onAdded: (ids) => added.push(...ids),
    });
    expect(await late.add(put('shot.png', content), source)).toMatchObject({ kind: 'duplicate', jobId: known });
    expect(jobRows()).toHaveLength(1);
  });

  it('is a separate report for each pilot who adds it', async () => {
    const file = put('shot.png', samplePng());
    await intake.add(file, source);
    accountId = stores.accountOf('ben');
    expect((await intake.add(file, source)).kind).toBe('added');
    expect(jobRows()).toHaveLength(2);
    expect(spooled()).toHaveLength(1);
  });

  it('is queued again when it is added again after its copy was lost', async () => {
    const file = put('shot.png', samplePng());
    const outcome = await intake.add(file, source);
    const job = stores.jobs.byId((outcome as { jobId: number }).jobId)!;
    rmSync(join(spoolDir, job.spool));
    stores.jobs.change(job.id, 5, { state: 'held', reason: failures.fileGone() });
    expect((await intake.add(file, source)).kind).toBe('duplicate');
    expect(readFileSync(join(spoolDir, job.spool)).equals(samplePng())).toBe(true);
    expect(stores.jobs.byId(job.id)).toMatchObject({ state: 'waiting', reason: null });
    expect(added).toEqual([job.id, job.id]);
  });

  it('replaces a partial copy, and leaves a job held for another reason unchanged', async () => {
    const file = put('shot.png', samplePng({ padBytes: maxBytes }));
    const outcome = await intake.add(file, source);
    const job = stores.jobs.byId((outcome as { jobId: number }).jobId)!;
    truncateSync(join(spoolDir, job.spool), 10);
    await intake.add(file, source);
    expect(await spooledBytes(join(spoolDir, job.spool))).toBe(job.bytes);
    expect(stores.jobs.byId(job.id)).toMatchObject({ state: 'held', reason: { kind: 'file-too-large' } });
  });

  it("above the service's size limit is added and held, with the reason", async () => {
    const content = samplePng({ padBytes: maxBytes });
    const outcome = await intake.add(put('big.png', content), source);
    expect(outcome).toMatchObject({ kind: 'added', held: { kind: 'file-too-large' } });
    const id = (outcome as { jobId: number }).jobId;
    expect(stores.jobs.byId(id)).toMatchObject({ state: 'held', reason: { kind: 'file-too-large' } });
    expect(stores.history.of({ jobId: id }).map((one) => one.what)).toEqual(['added', 'too-large']);
  });

  it('behind a link is added as its target', async () => {
    const file = put('shot.png', samplePng());
    symlinkSync(file.path, join(folder, 'link.png'));
    expect((await intake.add({ path: join(folder, 'link.png'), name: 'link.png' }, source)).kind).toBe('added');
  });

  it('is refused when a link took its place in a watched folder', async () => {
    const file = put('private.png', samplePng());
    symlinkSync(file.path, join(folder, 'link.png'));
    const fromFolder = { kind: 'folder', folder } as const;
    const outcome = await intake.add({ path: join(folder, 'link.png'), name: 'link.png' }, fromFolder);
    expect(outcome).toMatchObject({ kind: 'rejected', failure: failures.fileIsLink('link.png') });
    expect(spooled()).toEqual([]);
  });
});

describe('a file that is not a complete image', () => {
  it.each<[string, string, Buffer, string, RegExp]>([
    ['a picture that breaks off', 'half.png', samplePng().subarray(0, -6), 'file-incomplete', /is incomplete/],
    ['an empty file', 'empty.jpg', Buffer.alloc(0), 'file-not-a-report', /is empty/],
    ['a PNG that calls itself JPEG', 'shot.jpg', samplePng(), 'file-not-a-report', /contains PNG data/],
    [
      'a text file with an image extension',
      'notes.png',
      Buffer.from('dear diary, today'),
      'file-not-a-report',
      /PNG and JPEG/,
    ],
    ['a text', 'notes.txt', Buffer.from('dear diary'), 'file-not-a-report', /doesn't end in/],
  ])('%s is refused in words, and nothing is left behind', async (_words, name, content, kind, message) => {
    const outcome = await intake.add(put(name, content), source);
    expect(outcome).toMatchObject({ kind: 'rejected', failure: { kind } });
    const told = outcome.kind === 'rejected' ? text(outcome.failure.message) : '';
    expect(told).toMatch(message);
    expect(told).toContain(name);
    expect(jobRows()).toEqual([]);
    expect(spooled()).toEqual([]);
    expect(added).toEqual([]);
  });

  it('is refused without a copy when it is far above the limit', async () => {
    const file = put('huge.png', samplePng());
    truncateSync(file.path, maxBytes * 10 + 1);
    expect(await intake.add(file, source)).toMatchObject({ kind: 'rejected', failure: { kind: 'file-too-large' } });
    expect(existsSync(spoolDir)).toBe(false);
  });

  it("can't be read when it is a folder or gone", async () => {
    mkdirSync(join(folder, 'folder.png'));
    for (const name of ['folder.png', 'gone.png']) {
      expect(await intake.add({ path: join(folder, name), name }, source)).toMatchObject({
        kind: 'rejected',
        failure: { kind: 'file-unreadable', code: name === 'gone.png' ? 'ENOENT' : 'not a file' },
      });
    }
    expect(existsSync(spoolDir)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')(
    'is not waited for when it is a pipe',
    async () => {
      execFileSync('mkfifo', [join(folder, 'pipe.png')]);
      expect(await intake.add({ path: join(folder, 'pipe.png'), name: 'pipe.png' }, source)).toMatchObject({
        kind: 'rejected',
        failure: { kind: 'file-unreadable' },
      });
    },
    2_000,
  );

  it('does not block the next file', async () => {
    const outcomes = await Promise.all([
      intake.add({ path: join(folder, 'gone.png'), name: 'gone.png' }, source),
      intake.add(put('shot.png', samplePng()), source),
    ]);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['rejected', 'added']);
  });
});

describe('a failing disk', () => {
  it('is reported, leaves nothing behind, and accepts the file later', async () => {
    // A file in place of the folder acts like a full or read-only disk.
    writeFileSync(spoolDir, 'in the way');
    const file = put('shot.png', samplePng());
    expect(await intake.add(file, source)).toMatchObject({ kind: 'later', failure: { kind: 'disk' } });
    expect(jobRows()).toEqual([]);
    rmSync(spoolDir);
    expect((await intake.add(file, source)).kind).toBe('added');
  });

  it('leaves no job and no partial copy when the last step fails', async () => {
    const content = samplePng();
    mkdirSync(spoolDir);
    writeFileSync(join(spoolDir, sha256Of(content).slice(0, 2)), 'in the way');
    expect(await intake.add(put('shot.png', content), source)).toMatchObject({ kind: 'later' });
    expect(jobRows()).toEqual([]);
    expect(readdirSync(join(spoolDir, 'incoming'))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('leaves no job and no partial copy when it accepts only a part', () => {
    const file = put('shot.png', samplePng({ padBytes: 100_000 }));
    // A limit of file sizes (in blocks of 512 or 1024 bytes) lets a write end early, as the last blocks of a disk do.
    const script = `trap '' XFSZ; ulimit -f 20; exec "$0" "$@"`;
    const said = execFileSync('sh', [
      '-c',
      script,
      process.execPath,
      join(import.meta.dirname, '../short-disk.ts'),
      file.path,
      spoolDir,
    ]);
    expect(JSON.parse(said.toString())).toEqual({ kind: 'later', kept: 0 });
    expect(spooled()).toEqual([]);
  });

  it('leaves no job when the database fails, and says the file is added later', async () => {
    const blocked = createIntake({
      clock: createVirtualClock(),
      spoolDir,
      jobs: stores.jobs,
      history: stores.history,
      accountId: () => accountId,
      maxFileBytes: () => maxBytes,
      inTransaction() {
        throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' });
      },
      onAdded: (ids) => added.push(...ids),
    });
    expect(await blocked.add(put('shot.png', samplePng()), source)).toMatchObject({ kind: 'later' });
    expect(added).toEqual([]);
    expect(readdirSync(join(spoolDir, 'incoming'))).toEqual([]);
    expect((await intake.add(put('shot.png', samplePng()), source)).kind).toBe('added');
  });

  it('still lets a queued image be recognized as a duplicate', async () => {
    const file = put('shot.png', samplePng());
    const first = await intake.add(file, source);
    const full = () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }));
    const onFullDisk = createIntake({
      clock: createVirtualClock(),
      spoolDir,
      jobs: stores.jobs,
      history: stores.history,
      accountId: () => accountId,
      maxFileBytes: () => maxBytes,
      inTransaction: stores.inTransaction,
      onAdded: (ids) => added.push(...ids),
      disk: { ...spoolDisk, create: full },
    });
    const again = await onFullDisk.add(put('other-name.png', samplePng()), source);
    expect(again).toMatchObject({ kind: 'duplicate', jobId: 'jobId' in first && first.jobId });
    expect(await onFullDisk.add(put('new.jpg', sampleJpeg()), source)).toMatchObject({ kind: 'later' });
  });

  it('does not turn a file with a durable job into a refused one', async () => {
    const failingLate = createIntake({
      clock: createVirtualClock(),
      spoolDir,
      jobs: stores.jobs,
      history: stores.history,
      accountId: () => accountId,
      maxFileBytes: () => maxBytes,
      inTransaction(work) {
        stores.inTransaction(work);
        throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 });
      },
      onAdded: (ids) => added.push(...ids),
    });
    expect(await failingLate.add(put('shot.png', samplePng()), source)).toMatchObject({ kind: 'duplicate' });
    expect(jobRows()).toHaveLength(1);
  });
});
