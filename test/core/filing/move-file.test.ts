// A move never overwrites a file, never loses one, and has the same result however often it is interrupted and
// restarted.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moveFile, type Move } from '../../../main/core/filing/move-file.ts';

let home: string;
let path: string;
let folder: string;
let noted: string[];
const content = 'an image of a report';

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'move-'));
  path = join(home, 'shot.png');
  folder = join(home, 'sent', '2026');
  noted = [];
  await writeFile(path, content);
  // Some file systems keep fractions of a millisecond; a move keeps what the target supports.
  await utimes(path, 1_700_000_000, 1_700_000_000);
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function move(more: Partial<Move> = {}) {
  const info = await stat(path).catch(() => null);
  return moveFile({
    path,
    marks: { size: content.length, mtimeMs: info?.mtimeMs ?? 0, sha256: hashOf(content) },
    folder,
    target: null,
    onTarget: (target) => void noted.push(target),
    ...more,
  });
}
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const names = async (at = folder) => (await readdir(at).catch((): string[] => [])).toSorted();
const text = (name: string) => readFile(join(folder, name), 'utf8');
const otherDisk = async (from: string, to: string) => {
  if (from.startsWith(folder) === to.startsWith(folder)) return rename(from, to);
  throw Object.assign(new Error('another disk'), { code: 'EXDEV' });
};

describe.each([
  ['on one disk', rename],
  ['from one disk to another', otherDisk],
])('%s', (_where, renameHere) => {
  const go = (more: Partial<Move> = {}) => move({ rename: renameHere, ...more });

  test('creates the folder, and moves the file there with its time', async () => {
    expect(await go()).toEqual({ kind: 'moved', to: join(folder, 'shot.png') });
    expect(await text('shot.png')).toBe(content);
    expect((await stat(join(folder, 'shot.png'))).mtimeMs).toBe(1_700_000_000_000);
    expect(await names(home)).toEqual(['sent']);
    expect(noted).toEqual([join(folder, 'shot.png')]);
  });

  test('an existing file is left as it is, and a free name is chosen', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'shot.png'), 'of somebody else');
    await writeFile(join(folder, 'shot (2).png'), '');
    expect(await go()).toEqual({ kind: 'moved', to: join(folder, 'shot (3).png') });
    expect(await text('shot.png')).toBe('of somebody else');
    expect(await text('shot (2).png')).toBe('');
    expect(await text('shot (3).png')).toBe(content);
  });

  test.each([
    ['another size', async () => writeFile(path, `${content}!`)],
    [
      'another content of the same size and time',
      async () => {
        await writeFile(path, content.replace('a', 'b'));
        await utimes(path, 1_700_000_000, 1_700_000_000);
      },
    ],
  ])('a file with %s stays where it is', async (_what, change) => {
    const { mtimeMs } = await stat(path);
    await change();
    const changed = await readFile(path, 'utf8');
    expect(await go({ marks: { size: content.length, mtimeMs, sha256: hashOf(content) } })).toEqual({
      kind: 'changed',
    });
    expect(await readFile(path, 'utf8')).toBe(changed);
    expect(await names()).toEqual([]);
  });

  test('one that was only touched stays as well: the time of change is part of its identity', async () => {
    const { mtimeMs } = await stat(path);
    await utimes(path, 1_800_000_000, 1_800_000_000);
    expect(await go({ marks: { size: content.length, mtimeMs, sha256: hashOf(content) } })).toEqual({
      kind: 'changed',
    });
  });

  test('continues with the same name if it was interrupted after reserving it', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'shot.png'), '');
    expect(await go({ target: join(folder, 'shot.png') })).toMatchObject({ kind: 'moved' });
    expect(await names()).toEqual(['shot.png']);
    expect(await text('shot.png')).toBe(content);
  });

  test('interrupted after the copy, it is done; the remaining original is removed', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'shot.png'), content);
    expect(await go({ target: join(folder, 'shot.png') })).toMatchObject({ kind: 'moved' });
    expect(await names(home)).toEqual(['sent']);
    expect(await names()).toEqual(['shot.png']);
    const again = await go({ target: join(folder, 'shot.png') });
    expect(again).toMatchObject({ kind: 'moved' });
  });

  test('a name reserved before and used by another program since is left to it', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'shot.png'), 'of somebody else');
    expect(await go({ target: join(folder, 'shot.png') })).toMatchObject({ to: join(folder, 'shot (2).png') });
    expect(await text('shot.png')).toBe('of somebody else');
  });

  test('a file that changed after its name was reserved stays, and leaves no empty file behind', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'shot.png'), '');
    const { mtimeMs } = await stat(path);
    await writeFile(path, 'another image');
    const marks = { size: content.length, mtimeMs, sha256: hashOf(content) };
    expect(await go({ marks, target: join(folder, 'shot.png') })).toEqual({ kind: 'changed' });
    expect(await names()).toEqual([]);
    expect(await readFile(path, 'utf8')).toBe('another image');
  });

  test('a name of 255 bytes finds a free one of 255 bytes', async () => {
    const long = `${'ä'.repeat(125)}a.png`;
    await rename(path, join(home, long));
    path = join(home, long);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, long), 'of somebody else');
    expect(await go()).toMatchObject({ kind: 'moved' });
    expect(await names()).toHaveLength(2);
  });
});

test('a missing file is reported as missing', async () => {
  await rm(path);
  expect(await move()).toEqual({ kind: 'gone' });
});

test('if the folder cannot be created, the file stays and the reason is named', async () => {
  await writeFile(join(home, 'sent'), 'a file, not a folder');
  expect(await move()).toMatchObject({ kind: 'not-moved', code: expect.stringMatching(/ENOTDIR|EEXIST/) });
  expect(await readFile(path, 'utf8')).toBe(content);
});

test('if the rename fails, the file stays and no empty one is left', async () => {
  const rejected = () => Promise.reject(Object.assign(new Error('in use'), { code: 'EBUSY' }));
  expect(await move({ rename: rejected })).toEqual({ kind: 'not-moved', code: 'EBUSY' });
  expect(await names()).toEqual([]);
  expect(await readFile(path, 'utf8')).toBe(content);
});

test('a file that is written to while it is copied to another disk stays, whole', async () => {
  const whileCopied = async (from: string, to: string) => {
    if (from === path) await writeFile(path, 'written in between');
    return otherDisk(from, to);
  };
  expect(await move({ rename: whileCopied })).toEqual({ kind: 'changed' });
  expect(await readFile(path, 'utf8')).toBe('written in between');
  expect(await names()).toEqual([]);
});

test.skipIf(process.platform === 'win32')('a copy to another disk follows no link of its own name', async () => {
  await mkdir(folder, { recursive: true });
  const other = join(home, 'other.txt');
  await writeFile(other, 'mine');
  await symlink(other, join(folder, `.pilot-companion-${hashOf(content).slice(0, 16)}.part`));
  expect(await move({ rename: otherDisk })).toEqual({ kind: 'moved', to: join(folder, 'shot.png') });
  expect(await readFile(other, 'utf8')).toBe('mine');
  expect(await names()).toEqual(['shot.png']);
});

describe('a name that another program reserves', () => {
  const exdev = () => Object.assign(new Error('another disk'), { code: 'EXDEV' });

  test('between its choice and its reservation is left to it', async () => {
    const onTarget = (target: string) => {
      noted.push(target);
      if (noted.length === 1) writeFileSync(target, 'of somebody else');
    };
    expect(await move({ onTarget })).toEqual({ kind: 'moved', to: join(folder, 'shot (2).png') });
    expect(noted).toEqual([join(folder, 'shot.png'), join(folder, 'shot (2).png')]);
    expect(await text('shot.png')).toBe('of somebody else');
  });

  test('after its reservation is left to it when the move fails', async () => {
    const taken = async (_from: string, to: string) => {
      await writeFile(to, 'of somebody else');
      throw Object.assign(new Error('in use'), { code: 'EBUSY' });
    };
    expect(await move({ rename: taken })).toEqual({ kind: 'not-moved', code: 'EBUSY' });
    expect(await text('shot.png')).toBe('of somebody else');
  });

  test.each([
    ['is gone', () => rm(path), { kind: 'gone' }],
    ['has changed', () => writeFile(path, 'another image'), { kind: 'changed' }],
  ])('is left to it when the original %s', async (_what, change, expected) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'shot.png'), 'of somebody else');
    const { mtimeMs } = await stat(path);
    await change();
    const marks = { size: content.length, mtimeMs, sha256: hashOf(content) };
    expect(await move({ marks, target: join(folder, 'shot.png') })).toEqual(expected);
    expect(await text('shot.png')).toBe('of somebody else');
  });

  test('is left to it even if its file has the same size', async () => {
    await mkdir(folder, { recursive: true });
    const other = 'x'.repeat(content.length);
    await writeFile(join(folder, 'shot.png'), other);
    expect(await move({ target: join(folder, 'shot.png') })).toEqual({
      kind: 'moved',
      to: join(folder, 'shot (2).png'),
    });
    expect(await text('shot.png')).toBe(other);
  });

  test('is left to it if it is a folder', async () => {
    await mkdir(join(folder, 'shot.png'), { recursive: true });
    expect(await move({ target: join(folder, 'shot.png') })).toMatchObject({ to: join(folder, 'shot (2).png') });
  });

  test('stays free when a copy to another disk fails', async () => {
    const noFolder = async () => {
      await rm(folder, { recursive: true });
      throw exdev();
    };
    expect(await move({ rename: noFolder })).toEqual({ kind: 'not-moved', code: 'ENOENT' });
    expect(await readFile(path, 'utf8')).toBe(content);
    const blocked = async (_from: string, to: string) => {
      await rm(to);
      await mkdir(join(to, 'inside'), { recursive: true });
      throw exdev();
    };
    expect(await move({ rename: blocked })).toMatchObject({ kind: 'not-moved' });
    expect(await names()).toEqual(['shot.png']);
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  test('stays free when the file is touched while it is copied to another disk', async () => {
    const touched = async () => {
      await utimes(path, 1_800_000_000, 1_800_000_000);
      throw exdev();
    };
    expect(await move({ rename: touched })).toEqual({ kind: 'changed' });
    expect(await names()).toEqual([]);
    expect(await readFile(path, 'utf8')).toBe(content);
  });
});

/** Windows finds no file at such a path. */
const tooLong = process.platform === 'win32' ? { kind: 'gone' } : { kind: 'not-moved', code: 'ENAMETOOLONG' };
test.each([
  ['below a file', () => join(path, 'shot.png'), { kind: 'gone' }],
  ['that is too long', () => join(home, 'x'.repeat(300)), tooLong],
  ['of a folder', () => home, { kind: 'changed' }],
])('does not move a path %s', async (_what, at, expected) => {
  expect(await move({ path: at() })).toEqual(expected);
});
