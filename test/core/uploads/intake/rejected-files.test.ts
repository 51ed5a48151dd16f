import { execFileSync } from 'node:child_process';
import { existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { samplePng } from '../image-samples.ts';
import { text } from '../../../../main/node/host/text.ts';
import { setUpIntake, source } from './intake-under-test.ts';

const { context, put, jobRows, spooled } = setUpIntake();

describe('a file that is not a complete image', () => {
  it.each<[string, string, Buffer, string, RegExp]>([
    ['an image that breaks off', 'half.png', samplePng().subarray(0, -6), 'file-incomplete', /is incomplete/],
    [
      'a text file with an image extension',
      'notes.png',
      Buffer.from('dear diary, today'),
      'file-not-a-report',
      /PNG and JPEG/,
    ],
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
      ).toMatchObject({
        kind: 'rejected',
        failure: { kind: 'file-unreadable' },
      });
    },
    2_000,
  );
});
