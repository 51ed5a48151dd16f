import { execFileSync } from 'node:child_process';
import { readdirSync, existsSync, truncateSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spoolDisk, spooledBytes } from '../../../../main/core/uploads/spool/spool.ts';
import { sampleJpeg, samplePng } from '../../../support/image-samples.ts';
import { setUpIntake, source, maxBytes, sha256Of } from './intake-under-test.ts';
import { text } from '../../../../main/node/host/text.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { newJob } from '../../storage/fresh-stores.ts';

const { context, newIntake, storesWith, put, jobRows, spooled } = setUpIntake();

describe('a complete image', () => {
  it.each([
    ['shot.png', samplePng({ text: 'a' }), 'image/png', '.png'],
    ['Shot.JPG', sampleJpeg({ seed: 3 }), 'image/jpeg', '.jpg'],
    ['отчёт.jpeg', sampleJpeg({ seed: 4 }), 'image/jpeg', '.jpg'],
  ])(
    '%s is copied byte for byte, readable by its owner only, with its job on disk',
    async (name, content, mediaType, ending) => {
      const file = put(name, content);
      const outcome = await context.intake.add(file, source);
      const sha256 = sha256Of(content);
      expect(outcome).toEqual({ kind: 'added', jobId: expect.any(Number), sha256, held: null });
      const job = context.stores.jobs.byId((outcome as { jobId: number }).jobId)!;
      expect(job).toMatchObject({
        accountId: context.accountId,
        sha256,
        name,
        bytes: content.length,
        mediaType,
        source,
        originalPath: file.path,
        state: 'waiting',
      });
      const copy = join(context.spoolDir, job.spool);
      expect(copy.endsWith(`${sha256}${ending}`)).toBe(true);
      expect(readFileSync(copy).equals(content)).toBe(true);
      expect(statSync(copy).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
      expect(await spooledBytes(copy)).toBe(content.length);
      expect(readFileSync(file.path).equals(content)).toBe(true);
      expect(context.added).toEqual([job.id]);
      expect(context.stores.history.of({ jobId: job.id }).map((one) => one.what)).toEqual(['added']);
      expect(spooled()).toHaveLength(1);
    },
  );

  it('stays one report when it is added many times simultaneously', async () => {
    const content = samplePng();
    const files = Array.from({ length: 8 }, (_, index) => put(`shot-${index}.png`, content));
    const outcomes = await Promise.all(files.map((file) => context.intake.add(file, source)));
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['added', ...Array<string>(7).fill('duplicate')]);
    expect(jobRows()).toHaveLength(1);
  });

  it('stays one report when the pilot who already has it signs in during the copy', async () => {
    const content = samplePng();
    const known = context.stores.jobs.add(
      newJob({ accountId: context.accountId, sha256: sha256Of(content), bytes: content.length }),
    );
    context.stores.jobs.change(known, 5, { accountId: context.stores.accountOf('ben') });
    context.accountId = context.stores.accountOf('anna');
    const stores = storesWith((work) => {
      context.accountId = context.stores.accountOf('ben');
      return context.stores.inTransaction(work);
    });
    const late = newIntake({ stores });
    expect(await late.add(put('shot.png', content), source)).toMatchObject({ kind: 'duplicate', jobId: known });
    expect(jobRows()).toHaveLength(1);
  });

  it('is queued again when it is added again after its copy was lost', async () => {
    const file = put('shot.png', samplePng());
    const outcome = await context.intake.add(file, source);
    const job = context.stores.jobs.byId((outcome as { jobId: number }).jobId)!;
    rmSync(join(context.spoolDir, job.spool));
    context.stores.jobs.change(job.id, 5, { state: 'held', reason: failures.fileGone() });
    expect((await context.intake.add(file, source)).kind).toBe('duplicate');
    expect(readFileSync(join(context.spoolDir, job.spool)).equals(samplePng())).toBe(true);
    expect(context.stores.jobs.byId(job.id)).toMatchObject({ state: 'waiting', reason: null });
    expect(context.added).toEqual([job.id, job.id]);
  });

  it('replaces a partial copy, and leaves a job held for another reason unchanged', async () => {
    const file = put('shot.png', samplePng({ padBytes: maxBytes }));
    const outcome = await context.intake.add(file, source);
    const job = context.stores.jobs.byId((outcome as { jobId: number }).jobId)!;
    truncateSync(join(context.spoolDir, job.spool), 10);
    await context.intake.add(file, source);
    expect(await spooledBytes(join(context.spoolDir, job.spool))).toBe(job.bytes);
    expect(context.stores.jobs.byId(job.id)).toMatchObject({ state: 'held', reason: { kind: 'file-too-large' } });
  });

  it("above the service's size limit is added and held, with the reason", async () => {
    const content = samplePng({ padBytes: maxBytes });
    const outcome = await context.intake.add(put('big.png', content), source);
    expect(outcome).toMatchObject({ kind: 'added', held: { kind: 'file-too-large' } });
    const id = (outcome as { jobId: number }).jobId;
    expect(context.stores.jobs.byId(id)).toMatchObject({ state: 'held', reason: { kind: 'file-too-large' } });
    expect(context.stores.history.of({ jobId: id }).map((one) => one.what)).toEqual(['added', 'too-large']);
  });

  it('behind a link is added as its target', async () => {
    const file = put('shot.png', samplePng());
    symlinkSync(file.path, join(context.folder, 'link.png'));
    expect((await context.intake.add({ path: join(context.folder, 'link.png'), name: 'link.png' }, source)).kind).toBe(
      'added',
    );
  });

  it('is rejected when a link replaced it in a watched folder', async () => {
    const file = put('private.png', samplePng());
    symlinkSync(file.path, join(context.folder, 'link.png'));
    const fromFolder = { kind: 'folder', folder: context.folder } as const;
    const outcome = await context.intake.add({ path: join(context.folder, 'link.png'), name: 'link.png' }, fromFolder);
    expect(outcome).toMatchObject({ kind: 'rejected', failure: failures.fileIsLink('link.png') });
    expect(spooled()).toEqual([]);
  });
});

describe('a file that is not a complete image', () => {
  it.each<[string, string, Buffer, string, RegExp]>([
    ['an image that breaks off', 'half.png', samplePng().subarray(0, -6), 'file-incomplete', /is incomplete/],
    ['a text', 'notes.txt', Buffer.from('dear diary'), 'file-not-a-report', /doesn't end in/],
  ])('%s is refused in words, and nothing is left behind', async (_words, name, content, kind, message) => {
    const outcome = await context.intake.add(put(name, content), source);
    expect(outcome).toMatchObject({ kind: 'rejected', failure: { kind } });
    const told = outcome.kind === 'rejected' ? text(outcome.failure.message) : '';
    expect(told).toMatch(message);
    expect(told).toContain(name);
    expect(jobRows()).toEqual([]);
    expect(spooled()).toEqual([]);
    expect(context.added).toEqual([]);
  });

  it('is refused without a copy when it is far above the limit', async () => {
    const file = put('huge.png', samplePng());
    truncateSync(file.path, 100 * 1024 ** 2 + 1);
    expect(await context.intake.add(file, source)).toMatchObject({
      kind: 'rejected',
      failure: { kind: 'file-too-large' },
    });
    expect(existsSync(context.spoolDir)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')(
    'is not waited for when it is a pipe',
    async () => {
      execFileSync('mkfifo', [join(context.folder, 'pipe.png')]);
      expect(
        await context.intake.add({ path: join(context.folder, 'pipe.png'), name: 'pipe.png' }, source),
      ).toMatchObject({ kind: 'rejected', failure: { kind: 'file-unreadable' } });
    },
    2_000,
  );
});

describe('a failing disk', () => {
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
      context.spoolDir,
    ]);
    expect(JSON.parse(said.toString())).toEqual({ kind: 'later', kept: 0 });
    expect(spooled()).toEqual([]);
  });

  it('leaves no job when the database fails, and reports that the file is added later', async () => {
    const stores = storesWith(() => {
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' });
    });
    const blocked = newIntake({ stores });
    expect(await blocked.add(put('shot.png', samplePng()), source)).toMatchObject({ kind: 'later' });
    expect(context.added).toEqual([]);
    expect(readdirSync(join(context.spoolDir, 'incoming'))).toEqual([]);
    expect((await context.intake.add(put('shot.png', samplePng()), source)).kind).toBe('added');
  });

  it('still lets a queued image be recognized as a duplicate', async () => {
    const file = put('shot.png', samplePng());
    const first = await context.intake.add(file, source);
    const full = () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }));
    const onFullDisk = newIntake({ disk: { ...spoolDisk, create: full } });
    const again = await onFullDisk.add(put('other-name.png', samplePng()), source);
    expect(again).toMatchObject({ kind: 'duplicate', jobId: 'jobId' in first && first.jobId });
    expect(await onFullDisk.add(put('new.jpg', sampleJpeg()), source)).toMatchObject({ kind: 'later' });
  });

  it('does not turn a file with a durable job into a rejected one', async () => {
    const stores = storesWith((work) => {
      context.stores.inTransaction(work);
      throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 });
    });
    const failingLate = newIntake({ stores });
    expect(await failingLate.add(put('shot.png', samplePng()), source)).toMatchObject({ kind: 'duplicate' });
    expect(jobRows()).toHaveLength(1);
  });
});
