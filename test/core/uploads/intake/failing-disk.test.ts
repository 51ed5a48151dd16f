import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spoolDisk } from '../../../../main/core/uploads/spool/spool.ts';
import { sampleJpeg, samplePng } from '../image-samples.ts';
import { setUpIntake, source } from './intake-under-test.ts';

const { context, newIntake, storesWith, put, jobRows, spooled } = setUpIntake();

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
