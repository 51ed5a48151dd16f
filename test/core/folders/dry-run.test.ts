// What a dry run predicts, on a real folder, with real stores.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DryRunFile } from '../../../main/contract/dry-run.ts';
import { defaultRules, type FolderRulesChange } from '../../../main/contract/folder-rules.ts';
import { createDryRun } from '../../../main/core/folders/dry-run.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import type { StoredLedgerEntry } from '../../../main/core/storage/tables/folders.ts';
import type { JobChange } from '../../../main/core/storage/tables/job.ts';
import type { IntakeOutcome } from '../../../main/core/uploads/intake/copy-file.ts';
import { createIntake } from '../../../main/core/uploads/intake/intake.ts';
import { imageRules } from '../../../main/core/uploads/image/image-check.ts';
import { identifyFile } from '../../../main/core/watch/content-comparison.ts';
import { message } from '../../../main/messages/message.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { freshStores, newJob, type FreshStores } from '../storage/fresh-stores.ts';
import { jpegOf, samplePng } from '../../support/image-samples.ts';

let shots: string;

let stores: FreshStores;

let anna: number;

/** Paths of files that are only in a cloud. */
const placeholders = new Set<string>();

let dryRun: ReturnType<typeof createDryRun>;

let add: (path: string) => Promise<IntakeOutcome>;

const file = (name: string) => join(shots, name);

function save(name: string, bytes: Buffer | string = samplePng({ text: name })) {
  writeFileSync(file(name), bytes);
  return createHash('sha256').update(bytes).digest('hex');
}

function reported(sha256: string, change: JobChange = {}) {
  const id = stores.jobs.add(newJob({ accountId: anna, sha256 }));
  stores.jobs.change(id, 5, change);
  return id;
}

type Asked = {
  path?: string;
  existing?: boolean;
  names?: string[];
  approval?: boolean;
  look?: boolean;
  limit?: number;
};

const ask = ({ path = shots, existing = false, names, approval, look, limit = 100 }: Asked = {}) =>
  dryRun.folder({ path, existing, names: names ?? null, approval: approval ?? null, look, limit });

async function askFolder(more: Asked = {}) {
  const result = await ask(more);
  if (!result.ok) throw new Error(result.failure.message.id);
  return result.value;
}

const shown = (files: readonly DryRunFile[]) => files.map((one) => [one.name, one.outcome, one.message.id]);

const filesOf = async (more: Asked = {}) => shown((await askFolder(more)).files);

/** The folder as it is watched, with what is known of its files. */
function watched(entries: Readonly<Record<string, Partial<StoredLedgerEntry>>> = {}, more: FolderRulesChange = {}) {
  const folder = stores.folders.add('demo', shots, 1, { rules: { ...defaultRules, ...more } });
  stores.folders.markScanned(folder.id);
  for (const [name, entry] of Object.entries(entries)) {
    const { size, mtimeMs, ctimeMs, ino } = statSync(file(name));
    const base = {
      path: file(name),
      size,
      mtimeMs,
      ctimeMs,
      ino,
      verdict: 'added',
      message: null,
      sha256: null,
    } as const;
    stores.folders.ledger.put(folder.id, { ...base, ...entry });
  }
}

beforeEach(() => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'dry-run-')));
  shots = join(home, 'shots');
  mkdirSync(shots);
  stores = freshStores();
  anna = stores.accountOf('anna');
  const clock = createVirtualClock();
  const spoolDir = join(home, 'spool');
  const intake = createIntake({
    clock,
    spoolDir,
    stores,
    accountId: () => anna,
    maxFileBytes: () => 1_000,
    onAdded() {},
  });
  add = (path) => intake.add({ path, name: basename(path) }, { kind: 'dropped' });
  dryRun = createDryRun({
    clock,
    stores,
    profileKey: 'demo',
    accountOf: () => anna,
    examine: intake.examine,
    findPlaceholders: async () => placeholders,
    hasText: async (path) => !basename(path).startsWith('view'),
    looksLike: async () => null,
  });
  return () => {
    stores.database.close();
    rmSync(home, { recursive: true });
  };
});

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
        looksLike: null,
        stripId: null,
      },
      {
        name: 'b.png',
        path: file('b.png'),
        bytes: bytes.length,
        outcome: 'known',
        message: message('dryRun.sameAsFile', { name: 'a.png' }),
        lacksText: null,
        looksLike: null,
        stripId: null,
      },
    ]);
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

  it('an edited copy of what the path had before would wait for approval', async () => {
    save('latest.jpg', jpegOf({ scan: [1, 2, 3], table: 3 }));
    const added = await add(file('latest.jpg'));
    const jobId = 'jobId' in added ? added.jobId : 0;
    save('latest.jpg', jpegOf({ scan: [1, 9, 3], table: 5 }));
    const { message: edited } = failures.editedCopy({ jobId, flightId: null });
    expect(await files('latest.jpg')).toMatchObject([{ outcome: 'ask', message: edited }]);
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
    [
      'is a copy that was found in the spool',
      { state: 'held', reason: { ...failures.approvalNeeded(), code: 'rescued' } },
      'send',
      message('dryRun.upload'),
    ],
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
