import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultRules } from '../../../main/contract/folder-rules.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import {
  shots,
  stores,
  asked,
  clock,
  world,
  save,
  open,
  settle,
  added,
  idOf,
  entriesOf,
  put,
  notFound,
  setUpFolders,
} from './folders-under-test.ts';

setUpFolders();

const away = () => expect.objectContaining({ kind: 'folder-unavailable' }) as unknown;

describe('a folder that is no longer watched', () => {
  it('adds nothing, and comes back with what is known of its files', async () => {
    const { folders, id } = await added(shots, false, { label: 'Simulator' });
    save('a.png');
    await settle(folders);
    world.changes = 0;
    expect(await folders.remove(id)).toEqual({ ok: true, value: null });
    expect(world.changes).toBe(1);
    expect(folders.states()).toEqual([]);
    save('b.png');
    await settle(folders);
    expect(asked.map(({ name }) => name)).toEqual(['a.png']);
    expect(await folders.remove(id)).toEqual(notFound);
    expect(await folders.addExisting(id)).toEqual(notFound);
    world.changes = 0;
    expect(await folders.restore(id)).toEqual({ ok: true, value: null });
    expect(world.changes).toBeGreaterThan(0);
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
    await open({ isWatching: false }).start();
    expect(stores.folders.removedPath(id, 'demo')).toBe(shots);
    await open().start();
    expect(await folders.restore(id)).toEqual(notFound);
  });
});

describe('what the leader knows of a folder', () => {
  const follower = (watcher: string | null = 'leader') => open({ isWatching: false, watcher });

  it.each<[what: string, change: () => void, expected: object]>([
    ['as it is', () => {}, { status: 'watching', concern: null, existing: 1 }],
    ['deleted', () => rmSync(shots, { recursive: true }), { status: 'unavailable', concern: away() }],
    [
      'replaced by a file',
      () => {
        rmSync(shots, { recursive: true });
        writeFileSync(shots, '');
      },
      { status: 'unavailable', concern: { kind: 'wrong-input' } },
    ],
    [
      'replaced by another folder',
      () => {
        renameSync(shots, `${shots} before`);
        mkdirSync(shots);
      },
      { status: 'watching', existing: 0 },
    ],
    ['with a link', () => symlinkSync('/elsewhere.png', `${shots}/link.png`), { skipped: [{ name: 'link.png' }] }],
    [
      'with a file that is no image',
      () => writeFileSync(`${shots}/text.png`, 'text'),
      { skipped: [{ name: 'text.png' }], skippedCount: 1 },
    ],
  ])('is what every process says: %s', async (_what, change, expected) => {
    save('a.png');
    const { folders } = await added();
    const [before] = folders.states();
    change();
    await clock.advance(50);
    folders.rescan();
    await clock.advance(1_500);
    const said = folders.states();
    expect(said).toMatchObject([expected]);
    expect(said[0]!.since).not.toBeNull();
    const hasChanged = said[0]!.status !== before!.status;
    expect(said[0]!.since! > before!.since! || !hasChanged).toBe(true);
    expect(follower().states()).toEqual(said);
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'is what every process says: unreadable',
    async () => {
      const { folders } = await added();
      chmodSync(shots, 0);
      folders.rescan();
      await clock.advance(1_500);
      expect(folders.states()).toMatchObject([
        { status: 'unavailable', concern: failures.folderUnreadable(shots, 'EACCES') },
      ]);
      expect(follower().states()).toEqual(folders.states());
      chmodSync(shots, 0o700);
    },
  );

  it('does not count once another process leads, or none', async () => {
    const { folders } = await added();
    await clock.advance(1_500);
    rmSync(shots, { recursive: true });
    expect(follower('another').states()).toMatchObject([{ status: 'starting', concern: null }]);
    expect(follower(null).states()).toMatchObject([{ status: 'unwatched', concern: null }]);
    await folders.stop();
  });

  it('is not needed for what each process can find out', async () => {
    await added();
    rmSync(shots, { recursive: true });
    const alone = follower(null);
    await alone.start();
    expect(alone.states()).toMatchObject([{ status: 'unwatched', since: null, concern: away() }]);
  });

  it('tells every process that a drive was there, so that its empty place is no substitute', async () => {
    const { id } = await added();
    await clock.advance(1_500);
    stores.folders.writeWatchState(id, { ...stores.folders.watchState(id)!, isMountPoint: true });
    const alone = follower(null);
    await alone.start();
    expect(alone.states()).toMatchObject([{ status: 'unwatched', concern: away() }]);
  });
});

describe('a process that does not watch', () => {
  it('shows what the ledger has where no process watches', async () => {
    const { folders, id } = await added(shots, false, {}, { isWatching: false, watcher: null });
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
        pilot: null,
        status: 'unwatched',
        since: null,
        added: 1,
        growing: 0,
        existing: 2,
        otherNames: 1,
        skipped: [
          { name: 'e.png', message: reason, at: 1 },
          { name: 'f.png', message: { id: 'failure.fileSkipped', params: { name: 'f.png' } }, at: 1 },
        ],
        skippedCount: 2,
        concern: null,
        rules: defaultRules,
        notFiled: [],
      },
    ]);
  });

  it('adds, changes and removes folders, and leaves the watch to the other one', async () => {
    const follower = open({ isWatching: false });
    const leader = open();
    await leader.start();
    await follower.start();
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
    await leader.start();
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
    world.maxFileBytes = 2_000;
    await folders.followSizeLimit();
    await settle(folders);
    expect(asked.map(({ name }) => name)).toEqual(['a.png']);
  });

  it('are decided again at the start if the limit has risen meanwhile', async () => {
    const { id } = await added(shots, true, {}, { isWatching: false });
    skipTooLarge(id);
    world.maxFileBytes = 2_000;
    const leader = open();
    await leader.start();
    await settle(leader);
    expect(asked.map(({ name }) => name)).toEqual(['a.png']);
  });
});
