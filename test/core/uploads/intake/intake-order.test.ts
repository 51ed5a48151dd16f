// The order in which an image becomes durable: its bytes on the disk, its name on the disk, its job, the answer to the
// pilot.
import { basename, join } from 'node:path';
import { spoolDisk, type SpoolDisk } from '../../../../main/core/uploads/spool/spool.ts';
import { existsSync, readdirSync, rmSync, unlinkSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../../support/virtual-clock.ts';
import { samplePng } from '../../../support/image-samples.ts';
import { setUpIntake, source, sha256Of } from './intake-under-test.ts';

type RecordingDisk = SpoolDisk & { readonly calls: string[] };

/** @param before Called before each call is forwarded, with its line; an exception from it reaches the caller. */
function createRecordingDisk(before: (call: string) => void | Promise<void> = () => {}): RecordingDisk {
  const calls: string[] = [];
  const names = new Map<string, string>();
  /** Random names are numbered, so that records can be compared. */
  const nameOf = (path: string) => {
    const name = basename(path);
    if (!/^[0-9a-f-]{36}$/.test(name)) return name;
    if (!names.has(name)) names.set(name, `copy-${names.size + 1}`);
    return names.get(name)!;
  };
  const note = async (call: string) => {
    calls.push(call);
    await before(call);
  };
  return {
    calls,
    async makeFolder(path) {
      await note(`make ${nameOf(path)}`);
      await spoolDisk.makeFolder(path);
    },
    async create(path) {
      const name = nameOf(path);
      await note(`create ${name}`);
      const file = await spoolDisk.create(path);
      return {
        async write(piece) {
          await note(`write ${name}`);
          await file.write(piece);
        },
        async sync() {
          await note(`sync ${name}`);
          await file.sync();
        },
        async close() {
          calls.push(`close ${name}`);
          await file.close();
        },
      };
    },
    async rename(from, to) {
      await note(`rename ${nameOf(from)} ${nameOf(to)}`);
      await spoolDisk.rename(from, to);
    },
    async syncFolder(path) {
      await note(`sync folder ${nameOf(path)}`);
      await spoolDisk.syncFolder(path);
    },
    touch: (path, atMs) => spoolDisk.touch(path, atMs),
    async remove(path) {
      calls.push(`remove ${nameOf(path)}`);
      await spoolDisk.remove(path);
    },
    bytesOf: (path) => spoolDisk.bytesOf(path),
  };
}

const { context, newIntake, storesWith, put: write, jobRows } = setUpIntake();
let clock: ReturnType<typeof createVirtualClock>;
beforeEach(() => void (clock = createVirtualClock()));

function intakeOn(disk: RecordingDisk) {
  const stores = storesWith((work) => {
    const value = context.stores.inTransaction(work);
    disk.calls.push('commit');
    return value;
  });
  const onAdded = (ids: readonly number[]) => void disk.calls.push(`taken ${ids.join(' ')}`);
  const intake = newIntake({ clock, stores, onAdded, disk });
  return async (file: { path: string; name: string }) => {
    const outcome = await intake.add(file, source);
    disk.calls.push(`told ${file.name} ${outcome.kind}`);
    return outcome;
  };
}
const put = (name: string, content = samplePng({ text: name })) => ({
  ...write(name, content),
  sha256: sha256Of(content),
});
const names = () => jobRows().map((row) => row['name']);
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

describe('the order of writes', () => {
  it('is: copy, sync, rename, sync the folders, commit the job, notify the pilot', async () => {
    const disk = createRecordingDisk();
    const file = put('a.png');
    await intakeOn(disk)(file);
    const ab = file.sha256.slice(0, 2);
    expect(disk.calls.filter((call) => !call.startsWith('make'))).toEqual([
      'create copy-1',
      'create copy-1',
      'write copy-1',
      'sync copy-1',
      'close copy-1',
      `rename copy-1 ${file.sha256}.png`,
      `rename copy-1 ${file.sha256}.png`,
      `sync folder ${ab}`,
      'sync folder spool',
      `sync folder ${basename(context.folder)}`,
      'commit',
      'taken 1',
      'told a.png added',
    ]);
  });

  it('holds for many concurrent files, with fewer commits than files and one sync per folder', async () => {
    const disk = createRecordingDisk();
    const add = intakeOn(disk);
    const files = Array.from({ length: 40 }, (_, index) => put(`shot-${String(index).padStart(2, '0')}.png`));
    await Promise.all(files.map((file) => add(file)));
    for (const file of files) {
      const renamed = disk.calls.findLastIndex((call) => call.endsWith(`${file.sha256}.png`));
      const copy = disk.calls[renamed]!.split(' ')[1]!;
      const told = disk.calls.indexOf(`told ${file.name} added`);
      const commit = disk.calls.lastIndexOf('commit', told);
      expect(disk.calls.indexOf(`sync ${copy}`)).toBeGreaterThan(disk.calls.lastIndexOf(`write ${copy}`));
      expect(renamed).toBeGreaterThan(disk.calls.indexOf(`close ${copy}`));
      const folderSync = disk.calls.indexOf(`sync folder ${file.sha256.slice(0, 2)}`, renamed);
      expect(folderSync).toBeGreaterThan(renamed);
      expect(commit).toBeGreaterThan(folderSync);
    }
    expect(disk.calls.filter((call) => call === 'commit').length).toBeLessThan(files.length);
    expect(names()).toEqual(files.map((file) => file.name));
    expect(readdirSync(join(context.spoolDir, 'incoming'))).toEqual([]);
  });

  it.each(['write copy-1', 'sync copy-1', 'rename copy-1', 'sync folder spool'])(
    'stops at a failed write (%s) without a job or a partial copy, asks the pilot to add the file again, and adds the next one',
    async (step) => {
      let isRejected = false;
      const disk = createRecordingDisk((call) => {
        if (isRejected || !call.startsWith(step)) return;
        isRejected = true;
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      });
      const add = intakeOn(disk);
      expect(await add(put('a.png'))).toMatchObject({ kind: 'later', failure: { kind: 'disk', code: 'ENOSPC' } });
      expect(names()).toEqual([]);
      expect(disk.calls).not.toContain('commit');
      expect(readdirSync(join(context.spoolDir, 'incoming'))).toEqual([]);
      expect(await add(put('b.png'))).toMatchObject({ kind: 'added' });
      expect(await add(put('a.png'))).toMatchObject({ kind: 'added' });
    },
  );

  it('copies a file again when another process deleted the copy before its job was written', async () => {
    let isSwept = false;
    const file = put('a.png');
    const path = join(context.spoolDir, file.sha256.slice(0, 2), `${file.sha256}.png`);
    const disk = createRecordingDisk((call) => {
      if (isSwept || call !== 'sync folder spool') return;
      isSwept = true;
      unlinkSync(path);
    });
    expect(await intakeOn(disk)(file)).toMatchObject({ kind: 'added' });
    expect(isSwept).toBe(true);
    expect(existsSync(path)).toBe(true);
  });

  it('creates the folders again when they are gone', async () => {
    const add = intakeOn(createRecordingDisk());
    await add(put('a.png'));
    rmSync(context.spoolDir, { recursive: true });
    expect(await add(put('b.png'))).toMatchObject({ kind: 'added' });
  });

  it('keeps an existing copy that the system does not let it replace', async () => {
    const add = intakeOn(createRecordingDisk());
    const file = put('a.png');
    await add(file);
    context.database.exec('DELETE FROM history; DELETE FROM jobs');
    const disk = createRecordingDisk((call) => {
      if (call.startsWith('rename')) throw Object.assign(new Error('in use'), { code: 'EPERM' });
    });
    expect(await intakeOn(disk)(file)).toMatchObject({ kind: 'added' });
    expect(readdirSync(join(context.spoolDir, 'incoming'))).toEqual([]);
  });
});

it('the order of the queue is the order in which files were added, even if a later one is copied first', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const disk = createRecordingDisk((call) => (call === 'write copy-1' ? held : undefined));
  const add = intakeOn(disk);
  const first = add(put('a.png'));
  await until(() => disk.calls.includes('write copy-1'));
  const others = Promise.all(['b.png', 'c.png'].map((name) => add(put(name))));
  await until(() => disk.calls.includes('close copy-3'));
  expect(names()).toEqual([]);
  release();
  await Promise.all([first, others]);
  expect(names()).toEqual(['a.png', 'b.png', 'c.png']);
});
