import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failures } from '../../../main/core/messages/failures.ts';
import { message } from '../../../main/messages/message.ts';
import { imageRules } from '../../../main/core/uploads/image/image-check.ts';
import { identifyFile } from '../../../main/core/watch/content-comparison.ts';
import { shots, file, save, reported, ask, askFolder, filesOf, watched, setUpDryRun } from './dry-run-under-test.ts';

setUpDryRun();

describe('of a watched folder', () => {
  it('new images would be added, by its own rules', async () => {
    watched({}, { approval: true, names: ['rep*'] });
    save('report.png');
    save('holiday.png');
    expect(await filesOf()).toEqual([
      ['holiday.png', 'leave', 'dryRun.otherName'],
      ['report.png', 'ask', 'dryRun.approval'],
    ]);
    expect(await filesOf({ approval: false, names: ['*'] })).toEqual([
      ['holiday.png', 'send', 'dryRun.upload'],
      ['report.png', 'send', 'dryRun.upload'],
    ]);
  });

  it('says where hardly any text was found, if asked to look', async () => {
    watched({}, { withoutText: 'hold' });
    for (const name of ['report.png', 'view.png']) save(name);
    const seen = async (look: boolean) =>
      (await askFolder({ look })).files.map(({ name, outcome, lacksText }) => [name, outcome, lacksText]);
    expect(await seen(true)).toEqual([
      ['report.png', 'send', false],
      ['view.png', 'ask', true],
    ]);
    expect(await seen(false)).toEqual([
      ['report.png', 'send', null],
      ['view.png', 'send', null],
    ]);
  });

  it('known files stay as they were decided', async () => {
    const [added, flown] = [save('added.png'), save('flown.png')];
    for (const name of ['existing.png', 'gone-report.png', 'other.png', 'skipped.png', 'skipped-before.png'])
      save(name);
    const reason = failures.fileIsLink('skipped.png').message;
    const id = reported(added);
    reported(flown, { state: 'uploaded', evidence: 'answered', flightId: 7 });
    watched({
      'added.png': { sha256: added },
      'existing.png': { verdict: 'existing' },
      'flown.png': { sha256: flown },
      'gone-report.png': {},
      'other.png': { verdict: 'other-name' },
      'skipped.png': { verdict: 'skipped', message: reason },
      'skipped-before.png': { verdict: 'skipped' },
    });
    const { files } = await askFolder({ names: ['[!o]*'] });
    expect(files.map((one) => [one.name, one.outcome, one.message])).toEqual([
      ['added.png', 'known', message('dryRun.addedBefore')],
      ['existing.png', 'leave', message('dryRun.existing')],
      ['flown.png', 'known', message('dryRun.uploadedBefore', { flight: 7 })],
      ['gone-report.png', 'known', message('dryRun.addedBefore')],
      ['other.png', 'leave', message('dryRun.otherName')],
      ['skipped-before.png', 'leave', message('dryRun.skippedBefore')],
      ['skipped.png', 'leave', reason],
    ]);
    expect(files.map((one) => one.stripId)).toEqual([`job-${id}`, null, `job-${id + 1}`, null, null, null, null]);
  });

  it('existing files would be added on request, also those that only other names excluded', async () => {
    for (const name of ['existing.png', 'other.png']) save(name);
    watched({ 'existing.png': { verdict: 'existing' }, 'other.png': { verdict: 'other-name' } }, { names: ['e*'] });
    expect(await filesOf({ existing: true })).toEqual([
      ['existing.png', 'send', 'dryRun.upload'],
      ['other.png', 'leave', 'dryRun.otherName'],
    ]);
    expect(await filesOf({ names: ['*'] })).toEqual([
      ['existing.png', 'leave', 'dryRun.existing'],
      ['other.png', 'leave', 'dryRun.existing'],
    ]);
    expect(await filesOf({ names: ['o*'] })).toEqual([
      ['existing.png', 'leave', 'dryRun.otherName'],
      ['other.png', 'leave', 'dryRun.existing'],
    ]);
    expect(await filesOf({ existing: true, names: ['*'] })).toEqual([
      ['existing.png', 'send', 'dryRun.upload'],
      ['other.png', 'send', 'dryRun.upload'],
    ]);
  });

  it('a renamed file keeps its decision', async () => {
    for (const name of ['a.png', 'b.png']) save(name);
    watched({ 'a.png': { path: file('old-a.png') }, 'b.png': { path: file('old-b.png'), verdict: 'existing' } });
    expect(await filesOf()).toEqual([
      ['a.png', 'known', 'dryRun.renamed'],
      ['b.png', 'leave', 'dryRun.existing'],
    ]);
  });

  it('a touched file is compared: only other content is new', async () => {
    save('same.png');
    save('other.png');
    const { imageHash: same } = await identifyFile(file('same.png'), imageRules);
    watched({
      'same.png': { sha256: same, mtimeMs: 1, verdict: 'existing' },
      'other.png': { sha256: same, mtimeMs: 1, verdict: 'existing' },
    });
    expect(await filesOf()).toEqual([
      ['other.png', 'send', 'dryRun.upload'],
      ['same.png', 'leave', 'dryRun.existing'],
    ]);
  });
});

describe('of a folder that cannot be listed', () => {
  it.each<[string, () => string, () => object]>([
    ['is not absolute', () => 'shots', () => failures.pathNotWhole('shots')],
    ['is missing', () => file('gone'), () => failures.folderMissing(file('gone'))],
    ['is a file', () => file('a.png'), () => failures.folderNotAFolder(file('a.png'))],
  ])('because it %s, says so', async (_what, path, failure) => {
    save('a.png');
    expect(await ask({ path: path() })).toEqual({ ok: false, failure: failure() });
  });

  it('follows a link to the folder that is watched', async () => {
    save('a.png');
    watched({}, { approval: true });
    symlinkSync(shots, `${shots}-link`);
    expect((await askFolder({ path: `${shots}-link` })).files).toMatchObject([
      { name: 'a.png', path: file('a.png'), outcome: 'ask' },
    ]);
  });
});
