// The watched folders of a profile, on real folders and stores, with an intake of the test.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultRules } from '../../../main/contract/folder-rules.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import type { IntakeOutcome } from '../../../main/core/uploads/intake/copy-file.ts';
import { newJob } from '../storage/fresh-stores.ts';
import {
  home,
  shots,
  clock,
  stores,
  asked,
  world,
  folder,
  save,
  open,
  settle,
  added,
  idOf,
  entriesOf,
  notFound,
  setUpFolders,
} from './folders-under-test.ts';

setUpFolders();

describe('a folder', () => {
  it('is watched from the time it was added: new images are added, existing ones on request', async () => {
    save('old.png');
    const { folders, id } = await added();
    expect(world.changes).toBeGreaterThan(0);
    save('new.png');
    await settle(folders);
    expect(asked).toEqual([{ name: 'new.png', needsApproval: false, source: { kind: 'folder', folder: 'shots' } }]);
    expect(world.noted).toBeGreaterThan(0);
    expect(folders.states()).toMatchObject([
      { id, path: shots, name: 'shots', added: 1, existing: 1, rules: defaultRules },
    ]);
    expect(await folders.addExisting(id)).toEqual({ ok: true, value: null });
    await settle(folders);
    expect(asked.map(({ name }) => name)).toEqual(['new.png', 'old.png']);
    expect(await folders.addExisting('other')).toEqual(notFound);
  });

  it('has its rules: the label, the approval and the names', async () => {
    const { folders } = await added(shots, true, { label: 'Simulator', approval: true, names: ['rep*'] });
    for (const name of ['report.png', 'holiday.png']) save(name);
    await settle(folders);
    expect(asked).toEqual([
      { name: 'report.png', needsApproval: true, source: { kind: 'folder', folder: 'Simulator' } },
    ]);
    expect(folders.states()).toMatchObject([{ name: 'Simulator', otherNames: 1 }]);
  });

  it('asks about images with hardly any text, and those that cannot be checked, if its rule holds them', async () => {
    world.hasText = (name) => (name === 'report.png' ? true : name === 'view.png' ? false : null);
    const { folders } = await added(shots, true, { withoutText: 'hold' });
    for (const name of ['report.png', 'small.png', 'view.png']) save(name);
    await settle(folders);
    // Files of one scan are added in any order.
    const inOrder = asked.toSorted((one, other) => one.name.localeCompare(other.name));
    expect(inOrder.map(({ name, needsApproval }) => [name, needsApproval])).toEqual([
      ['report.png', false],
      ['small.png', true],
      ['view.png', true],
    ]);
    expect(world.advisable).toEqual([]);
  });

  it('has its images looked at after they are queued if its rule advises, and not at all by default', async () => {
    world.hasText = () => false;
    const { folders, id } = await added();
    save('a.png');
    await settle(folders);
    expect(world.advisable).toEqual([]);
    await folders.setRules(id, { withoutText: 'advise' });
    save('b.png');
    await settle(folders);
    expect(world.advisable).toEqual([1]);
    expect(asked.map(({ needsApproval }) => needsApproval)).toEqual([false, false]);
  });

  it.each<[string, () => string, () => object]>([
    ['is not absolute', () => 'shots', () => failures.pathNotWhole('shots')],
    ['is missing', () => join(home, 'gone'), () => failures.folderMissing(join(home, 'gone'))],
    ['is a file', () => join(shots, 'a.png'), () => failures.folderNotAFolder(join(shots, 'a.png'))],
  ])('that %s cannot be watched', async (_what, path, failure) => {
    save('a.png');
    expect(await open().add(path(), false)).toEqual({ ok: false, failure: failure() });
    expect(stores.folders.list('demo')).toEqual([]);
  });

  it('is watched once', async () => {
    folder('more');
    const { folders } = await added();
    expect(await folders.add(shots, false)).toEqual({ ok: false, failure: failures.folderAlreadyWatched(shots) });
    await clock.advance(1);
    expect((await folders.add(join(home, 'more'), false)).ok).toBe(true);
    expect(folders.states().map(({ name }) => name)).toEqual(['shots', 'more']);
  });

  it('knows the files directly in it', async () => {
    const { folders } = await added();
    expect(folders.folderOf(join(shots, 'a.png'))?.path).toBe(shots);
    expect(folders.folderOf(join(shots, 'below', 'a.png'))).toBeNull();
    expect(folders.folderOf(join(home, 'a.png'))).toBeNull();
  });
});

it.each<[string, IntakeOutcome, string[]]>([
  [
    'is skipped if its content is no report',
    { kind: 'rejected', failure: failures.notAReport('a.png', { reason: null }), sha256: 'ab' },
    ['a.png: skipped'],
  ],
  [
    'is tried again if it cannot be read',
    { kind: 'rejected', failure: failures.fileUnreadable('a.png', 'EIO'), sha256: null },
    [],
  ],
  ['is tried again if incomplete', { kind: 'rejected', failure: failures.fileIncomplete('a.png'), sha256: null }, []],
  ['is tried again if the disk is full', { kind: 'later', failure: failures.disk('ENOSPC') }, []],
  ['is added if its report is there already', { kind: 'duplicate', jobId: 1, sha256: 'ab' }, ['a.png: added']],
])('a file that intake refuses %s', async (_what, outcome, entries) => {
  world.answer = outcome;
  const { folders, id } = await added();
  save('a.png');
  await settle(folders);
  expect(asked.length).toBeGreaterThan(0);
  expect(entriesOf(id)).toEqual(entries);
});

describe('rules for uploaded files', () => {
  it('need a system with a trash', async () => {
    const folders = open({ canTrash: false });
    const trash = { afterUpload: { kind: 'trash' } } as const;
    expect(await folders.add(shots, false, trash)).toEqual({ ok: false, failure: failures.noTrashHere() });
    expect((await folders.add(shots, false)).ok).toBe(true);
    expect(await folders.setRules(idOf(), trash)).toEqual({ ok: false, failure: failures.noTrashHere() });
    expect((await open().setRules(idOf(), trash)).ok).toBe(true);
  });

  it.each<[string, string, (path: string) => object | null]>([
    ['a folder inside', 'done', () => null],
    ['a folder that is there', '../other', () => null],
    ['the folder itself', '.', () => failures.moveIntoItself('.')],
    ['a file', 'a.png', (path) => failures.folderNotAFolder(path)],
  ])('name a folder to move to: %s', async (_what, to, failure) => {
    save('a.png');
    folder('other');
    const { folders, id } = await added();
    const result = await folders.setRules(id, { afterUpload: { kind: 'move', to } });
    const expected = failure(join(shots, to));
    expect(result).toEqual(expected === null ? { ok: true, value: null } : { ok: false, failure: expected });
    expect(stores.folders.list('demo')[0]!.rules.afterUpload.kind).toBe(expected === null ? 'move' : 'leave');
  });

  it('change only what is named, for a folder that is watched', async () => {
    const { folders, id } = await added(shots, false, { label: 'Simulator' });
    world.changes = 0;
    expect(await folders.setRules(id, { approval: true })).toEqual({ ok: true, value: null });
    expect(world.changes).toBeGreaterThan(0);
    expect(stores.folders.list('demo')[0]!.rules).toEqual({ ...defaultRules, label: 'Simulator', approval: true });
    save('a.png');
    await settle(folders);
    expect(asked).toMatchObject([{ needsApproval: true }]);
    expect(await folders.setRules('other', { approval: true })).toEqual(notFound);
  });

  it('leave files in place that were skipped for their name', async () => {
    const { folders, id } = await added(shots, true, { names: ['a*'] });
    for (const name of ['a.png', 'b.png']) save(name);
    await settle(folders);
    expect(entriesOf(id)).toEqual(['a.png: added', 'b.png: other-name']);
    await folders.setRules(id, { names: ['*'] });
    await settle(folders);
    expect(entriesOf(id)).toEqual(['a.png: added', 'b.png: existing']);
    expect(asked.map(({ name }) => name)).toEqual(['a.png']);
  });

  it('no longer apply to uploaded files once files are left in place', async () => {
    const { folders, id } = await added();
    const move = { kind: 'move', to: 'done' } as const;
    const job = stores.jobs.add(newJob());
    stores.jobs.change(job, 5, { state: 'uploaded', evidence: 'answered' });
    stores.filing.note(job, id, move, 5);
    await folders.setRules(id, { afterUpload: move });
    expect(stores.filing.due()).toHaveLength(1);
    await folders.setRules(id, { afterUpload: { kind: 'leave' } });
    expect(stores.filing.due()).toEqual([]);
  });

  it('show which files were not moved in the last day, and why', async () => {
    const { folders, id } = await added();
    const note = (name: string, ago: number, failure = failures.disk('EACCES')) => {
      const job = stores.jobs.add(newJob({ name }));
      stores.filing.note(job, id, { kind: 'trash' }, 5);
      stores.filing.end(job, 'kept', failure, clock.now() - ago);
    };
    note('now.png', 1_000);
    note('gone.png', 1_000, failures.fileGone());
    note('long-ago.png', 86_400_000 + 1);
    expect(folders.states()[0]!.notFiled).toEqual([{ name: 'now.png', message: failures.disk('EACCES').message }]);
  });
});
