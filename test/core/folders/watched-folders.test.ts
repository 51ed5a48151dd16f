// The watched folders of a profile, on real folders and stores, with an intake of the test.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultRules, type FolderRulesChange } from '../../../main/contract/folder-rules.ts';
import { createWatchedFolders } from '../../../main/core/folders/watched-folders.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import type { StoredLedgerEntry } from '../../../main/core/storage/tables/folders.ts';
import type { IntakeOutcome } from '../../../main/core/uploads/intake/copy-file.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { freshStores, newJob, type FreshStores } from '../storage/fresh-stores.ts';
import { samplePng } from '../uploads/image-samples.ts';

type Options = { isWatching?: boolean; canTrash?: boolean };
type Asked = { name: string; needsApproval: boolean | undefined; source: unknown };

let home: string;
let shots: string;
let clock: VirtualClock;
let stores: FreshStores;
let opened: ReturnType<typeof createWatchedFolders>[];
let asked: Asked[];
let answer: IntakeOutcome;
let maxFileBytes: number;
let changes: number;
let noted: number;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'folders-')));
  shots = folder('shots');
  clock = createVirtualClock();
  stores = freshStores();
  opened = [];
  asked = [];
  answer = { kind: 'added', jobId: 1, sha256: 'ab', held: null };
  maxFileBytes = 1_000;
  changes = 0;
  noted = 0;
});
afterEach(async () => {
  await Promise.all(opened.map((one) => one.stop()));
  stores.database.close();
  rmSync(home, { recursive: true });
});

function folder(name: string) {
  mkdirSync(join(home, name));
  return join(home, name);
}
const save = (name: string) => writeFileSync(join(shots, name), samplePng({ text: name }));
const log = { debug() {}, info() {}, warn() {}, error() {} };
function open({ isWatching = true, canTrash = true }: Options = {}) {
  const folders = createWatchedFolders({
    clock,
    log,
    profileKey: 'demo',
    folders: stores.folders,
    filing: stores.filing,
    intake: {
      add: async (file: { name: string; needsApproval?: boolean }, source: unknown) => {
        asked.push({ name: file.name, needsApproval: file.needsApproval, source });
        return answer;
      },
    } as unknown as Parameters<typeof createWatchedFolders>[0]['intake'],
    canTrash,
    isWatching,
    maxFileBytes: () => maxFileBytes,
    onNoted: () => (noted += 1),
    onChange: () => (changes += 1),
  });
  opened.push(folders);
  return folders;
}
type Folders = ReturnType<typeof open>;

/** Scans, and advances time until unchanged files are added. */
async function settle(folders: Folders) {
  for (let n = 0; n < 3; n += 1) {
    folders.rescan();
    await clock.advance(300);
  }
}
async function added(path = shots, existing = false, change: FolderRulesChange = {}, options: Options = {}) {
  const folders = open(options);
  expect(await folders.add(path, existing, change)).toEqual({ ok: true, value: null });
  return { folders, id: stores.folders.list('demo').find((one) => one.path === path)!.id };
}
const idOf = (path = shots) => stores.folders.list('demo').find((one) => one.path === path)!.id;
const entriesOf = (id: string) =>
  stores.folders.ledger
    .entries(id)
    .map((one) => `${basename(one.path)}: ${one.verdict}`)
    .toSorted();
function put(id: string, name: string, more: Partial<StoredLedgerEntry> = {}) {
  const entry = { path: join(shots, name), size: 1, mtimeMs: 1, ctimeMs: 1, ino: 1, message: null, sha256: null };
  stores.folders.ledger.put(id, { ...entry, verdict: 'added', ...more });
}
const notFound = { ok: false, failure: failures.notFound('folder') };

describe('a folder', () => {
  it('is watched from the time it was added: new images are added, existing ones on request', async () => {
    save('old.png');
    const { folders, id } = await added();
    expect(changes).toBeGreaterThan(0);
    save('new.png');
    await settle(folders);
    expect(asked).toEqual([{ name: 'new.png', needsApproval: false, source: { kind: 'folder', folder: 'shots' } }]);
    expect(noted).toBeGreaterThan(0);
    expect(folders.states()).toMatchObject([
      { id, path: shots, name: 'shots', added: 1, existing: 1, rules: defaultRules },
    ]);
    expect(await folders.addExisting(id)).toEqual({ ok: true, value: null });
    await settle(folders);
    expect(asked.map(({ name }) => name)).toEqual(['new.png', 'old.png']);
    expect(await folders.addExisting('other')).toEqual(notFound);
  });

  it('is added with its existing images if requested', async () => {
    save('old.png');
    const { folders } = await added(shots, true);
    await settle(folders);
    expect(asked.map(({ name }) => name)).toEqual(['old.png']);
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

describe('a file that intake refuses', () => {
  it.each<[string, IntakeOutcome, string[]]>([
    [
      'is skipped if its content is no report',
      { kind: 'rejected', failure: failures.notAReport('a.png', { reason: 'other' }), sha256: 'ab' },
      ['a.png: skipped'],
    ],
    [
      'is tried again if it cannot be read',
      { kind: 'rejected', failure: failures.fileUnreadable('a.png', 'EIO'), sha256: null },
      [],
    ],
    [
      'is tried again if it is incomplete',
      { kind: 'rejected', failure: failures.fileIncomplete('a.png'), sha256: null },
      [],
    ],
    ['is tried again if the disk is full', { kind: 'later', failure: failures.disk('ENOSPC') }, []],
    ['is added if its report is there already', { kind: 'duplicate', jobId: 1, sha256: 'ab' }, ['a.png: added']],
  ])('%s', async (_what, outcome, entries) => {
    answer = outcome;
    const { folders, id } = await added();
    save('a.png');
    await settle(folders);
    expect(asked.length).toBeGreaterThan(0);
    expect(entriesOf(id)).toEqual(entries);
  });
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
    changes = 0;
    expect(await folders.setRules(id, { approval: true })).toEqual({ ok: true, value: null });
    expect(changes).toBeGreaterThan(0);
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
    stores.filing.note(stores.jobs.add(newJob()), id, move, 5);
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

describe('a folder that is no longer watched', () => {
  it('adds nothing, and comes back with what is known of its files', async () => {
    const { folders, id } = await added(shots, false, { label: 'Simulator' });
    save('a.png');
    await settle(folders);
    changes = 0;
    expect(await folders.remove(id)).toEqual({ ok: true, value: null });
    expect(changes).toBe(1);
    expect(folders.states()).toEqual([]);
    save('b.png');
    await settle(folders);
    expect(asked.map(({ name }) => name)).toEqual(['a.png']);
    expect(await folders.remove(id)).toEqual(notFound);
    changes = 0;
    expect(await folders.restore(id)).toEqual({ ok: true, value: null });
    expect(changes).toBeGreaterThan(0);
    await settle(folders);
    expect(asked.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
    expect(folders.states()).toMatchObject([{ id, name: 'Simulator', added: 2 }]);
  });

  it('cannot come back if it was never there, or is watched again', async () => {
    const { folders, id } = await added();
    expect(await folders.restore('other')).toEqual(notFound);
    await folders.remove(id);
    await folders.add(shots, false);
    expect(await folders.restore(id)).toEqual({ ok: false, failure: failures.folderAlreadyWatched(shots) });
  });

  it('is forgotten with the next start', async () => {
    const { folders, id } = await added();
    await folders.remove(id);
    open({ isWatching: false }).start();
    expect(stores.folders.removedPath(id)).toBe(shots);
    open().start();
    expect(await folders.restore(id)).toEqual(notFound);
  });
});

describe('a process that does not watch', () => {
  it('shows what the ledger has', async () => {
    const { folders, id } = await added(shots, false, {}, { isWatching: false });
    put(id, 'a.png');
    put(id, 'b.png', { verdict: 'existing' });
    put(id, 'c.png', { verdict: 'existing' });
    put(id, 'd.png', { verdict: 'other-name' });
    const reason = failures.fileIsLink('e.png').message;
    put(id, 'e.png', { verdict: 'skipped', message: reason });
    put(id, 'f.png', { verdict: 'skipped' });
    expect(folders.states()).toEqual([
      {
        id,
        path: shots,
        name: 'shots',
        status: 'watching',
        added: 1,
        growing: 0,
        existing: 2,
        otherNames: 1,
        skipped: [
          { name: 'e.png', message: reason },
          { name: 'f.png', message: { id: 'failure.fileSkipped', params: { name: 'f.png' } } },
        ],
        concern: null,
        rules: defaultRules,
        notFiled: [],
      },
    ]);
    for (let n = 0; n < 25; n += 1) put(id, `g-${n}.png`, { verdict: 'skipped' });
    expect(folders.states()[0]!.skipped).toHaveLength(20);
  });

  it('adds, changes and removes folders, and leaves the watch to the other one', async () => {
    const follower = open({ isWatching: false });
    const leader = open();
    leader.start();
    follower.start();
    await follower.add(shots, true);
    save('a.png');
    await settle(follower);
    follower.followStored();
    await settle(follower);
    expect(asked).toEqual([]);

    leader.followStored();
    await settle(leader);
    expect(asked).toMatchObject([{ name: 'a.png', needsApproval: false }]);
    await follower.setRules(idOf(), { approval: true });
    leader.followStored();
    await settle(leader);
    save('b.png');
    await settle(leader);
    expect(asked.at(-1)).toMatchObject({ name: 'b.png', needsApproval: true });
    leader.followStored();
    expect(leader.states()).toHaveLength(1);
    await follower.remove(idOf());
    leader.followStored();
    save('c.png');
    await settle(leader);
    expect(asked).toHaveLength(2);
  });

  it('starts with the folders that are stored', async () => {
    await added(shots, true, {}, { isWatching: false });
    save('a.png');
    const leader = open();
    expect(leader.states()).toEqual([]);
    leader.start();
    await settle(leader);
    expect(asked.map(({ name }) => name)).toEqual(['a.png']);
    await leader.stop();
    save('b.png');
    await settle(leader);
    expect(asked).toHaveLength(1);
  });
});

describe('files that were too large', () => {
  const skipTooLarge = (id: string) => {
    save('a.png');
    put(id, 'a.png', { verdict: 'skipped', size: 1_500, message: failures.fileTooLarge(1_500, 1_000).message });
  };

  it('are decided again once the limit is higher', async () => {
    const { folders, id } = await added();
    skipTooLarge(id);
    await folders.followSizeLimit();
    expect(entriesOf(id)).toEqual(['a.png: skipped']);
    maxFileBytes = 2_000;
    await folders.followSizeLimit();
    await settle(folders);
    expect(asked.map(({ name }) => name)).toEqual(['a.png']);
  });

  it('are decided again at the start if the limit has risen meanwhile', async () => {
    const { id } = await added(shots, true, {}, { isWatching: false });
    skipTooLarge(id);
    maxFileBytes = 2_000;
    const leader = open();
    leader.start();
    await settle(leader);
    expect(asked.map(({ name }) => name)).toEqual(['a.png']);
  });
});
