// What a dry run predicts, on a real folder, with real stores.
import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failures } from '../../../main/core/messages/failures.ts';
import type { JobChange } from '../../../main/core/storage/tables/jobs.ts';
import { message } from '../../../main/messages/message.ts';
import { samplePng } from '../uploads/image-samples.ts';
import {
  stores,
  dryRun,
  file,
  placeholders,
  save,
  reported,
  askFolder,
  shown,
  filesOf,
  setUpDryRun,
} from './dry-run-under-test.ts';

setUpDryRun();

describe('of files', () => {
  const files = async (...names: string[]) => (await dryRun.files(names.map(file))).files;

  it('an image would be uploaded, and a second copy is not a second report', async () => {
    const bytes = samplePng();
    save('a.png', bytes);
    save('b.png', bytes);
    expect(await files('a.png', 'b.png')).toEqual([
      {
        name: 'a.png',
        path: file('a.png'),
        bytes: bytes.length,
        outcome: 'send',
        message: message('dryRun.upload'),
        lacksText: false,
        stripId: null,
      },
      {
        name: 'b.png',
        path: file('b.png'),
        bytes: bytes.length,
        outcome: 'known',
        message: message('dryRun.sameAsFile', { name: 'a.png' }),
        lacksText: null,
        stripId: null,
      },
    ]);
  });

  it('counts them by outcome', async () => {
    save('a.png');
    save('b.png');
    save('c.png', 'text');
    expect((await dryRun.files(['a.png', 'b.png', 'c.png'].map(file))).counts).toEqual({
      send: 2,
      ask: 0,
      hold: 0,
      wait: 0,
      known: 0,
      leave: 1,
    });
  });

  it('a file that is no report is left, with the reason', async () => {
    save('a.png', 'text');
    save('b.txt', 'text');
    expect(await files('a.png', 'b.txt', 'gone.png')).toMatchObject([
      { outcome: 'leave', bytes: 4, message: { id: 'failure.notAReport' }, stripId: null },
      { outcome: 'leave', bytes: null, message: failures.notAReport('b.txt', { reason: 'otherExtension' }).message },
      { outcome: 'leave', bytes: null, message: failures.fileUnreadable('gone.png', 'ENOENT').message },
    ]);
  });

  it('an image that is too large would be held', async () => {
    const bytes = samplePng({ padBytes: 1_500 });
    save('a.png', bytes);
    expect(await files('a.png')).toMatchObject([
      { outcome: 'hold', message: failures.fileTooLarge(bytes.length, 1_000).message },
    ]);
  });

  it.each<[string, JobChange, string, object]>([
    ['waits in the queue', {}, 'known', message('dryRun.inQueue')],
    [
      'is a flight',
      { state: 'uploaded', evidence: 'answered', flightId: 7 },
      'known',
      message('dryRun.sameAsFlight', { flight: 7 }),
    ],
    ['was declined', { state: 'declined' }, 'known', message('intake.declinedBefore')],
    ['has lost its file', { state: 'held', reason: failures.fileGone() }, 'send', message('dryRun.upload')],
  ])('the image of a report that %s', async (_what, change, outcome, expected) => {
    const id = reported(save('a.png'), change);
    const [found] = await files('a.png');
    expect(found).toMatchObject({ outcome, message: expected, stripId: outcome === 'known' ? `job-${id}` : null });
  });

  it('an image that was declined and removed may be added again', async () => {
    const id = reported(save('a.png'), { state: 'declined' });
    stores.jobs.change(id, 6, { removedAt: 6 });
    expect(await files('a.png')).toMatchObject([{ outcome: 'send' }]);
  });
});

describe('of a folder that is not watched', () => {
  it('only new images would be added', async () => {
    save('b.png');
    save('a.png');
    expect(await filesOf()).toEqual([
      ['a.png', 'leave', 'dryRun.existing'],
      ['b.png', 'leave', 'dryRun.existing'],
    ]);
    expect(await filesOf({ existing: true })).toEqual([
      ['a.png', 'send', 'dryRun.upload'],
      ['b.png', 'send', 'dryRun.upload'],
    ]);
  });

  it('would follow other rules for names and approval', async () => {
    save('report.png');
    save('holiday.png');
    expect(await filesOf({ existing: true, names: ['rep*'], approval: true })).toEqual([
      ['holiday.png', 'leave', 'dryRun.otherName'],
      ['report.png', 'ask', 'dryRun.approval'],
    ]);
  });

  it('lists at most as many as requested, and counts all', async () => {
    for (const name of ['a.png', 'b.png', 'c.png']) save(name);
    const { files, counts } = await askFolder({ existing: true, limit: 2 });
    expect(shown(files).map(([name]) => name)).toEqual(['a.png', 'b.png']);
    expect(counts.send).toBe(3);
  });

  it('a file without an end would be waited for, and others are skipped', async () => {
    save('half.png', samplePng().subarray(0, 40));
    save('text.png', 'no image');
    symlinkSync(file('text.png'), file('link.png'));
    const { files } = await askFolder({ existing: true });
    expect(files).toMatchObject([
      { name: 'half.png', outcome: 'wait', message: message('dryRun.growing'), bytes: 40, stripId: null },
      { name: 'link.png', outcome: 'leave', message: failures.fileIsLink('link.png').message },
      { name: 'text.png', outcome: 'leave', message: { id: 'failure.notAReport' } },
    ]);
  });

  it('a file that is only in a cloud would be waited for, with the reason', async () => {
    save('cloud.png');
    placeholders.add(file('cloud.png'));
    const { files } = await askFolder({ existing: true });
    expect(files).toMatchObject([{ outcome: 'wait', message: failures.fileIsPlaceholder('cloud.png').message }]);
  });

  it('one image under two names is one report', async () => {
    for (const name of ['a.png', 'b.png']) save(name, samplePng());
    const { files } = await askFolder({ existing: true });
    expect(files.map((one) => one.message)).toEqual([
      message('dryRun.upload'),
      message('dryRun.sameAsFile', { name: 'a.png' }),
    ]);
  });

  it('an image that was declined would be left', async () => {
    const id = reported(save('a.png'), { state: 'declined' });
    expect((await askFolder({ existing: true })).files).toMatchObject([
      { outcome: 'leave', message: failures.declinedBefore('a.png').message, stripId: `job-${id}` },
    ]);
    stores.jobs.change(id, 6, { removedAt: 6 });
    expect((await askFolder({ existing: true })).files).toMatchObject([
      { outcome: 'leave', message: failures.declinedBefore('a.png').message, stripId: null },
    ]);
  });
});
