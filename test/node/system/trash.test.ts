// The trash of a Linux desktop by its specification, as `gio trash` and file managers read it.
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSystemTrash } from '../../../main/node/system/trash.ts';

const now = Date.UTC(2026, 4, 12, 14, 2, 11);
let home: string;
let shots: string;
const trashOf = (more: Partial<Parameters<typeof createSystemTrash>[0]> = {}) =>
  createSystemTrash({
    platform: 'linux',
    env: { XDG_DATA_HOME: join(home, 'data') },
    clock: { now: () => now },
    uid: 1000,
    topOf: async () => '/',
    ...more,
  })!;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'trash-'));
  shots = join(home, 'shots');
  await mkdir(shots);
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function file(name: string, text = name) {
  await writeFile(join(shots, name), text);
  return join(shots, name);
}

describe('the home trash', () => {
  test('gets the file and an info file with its path and time', async () => {
    const path = await file('a report & more ü.png');
    expect(await trashOf()(path)).toEqual({ ok: true, value: null });
    expect(await readdir(shots)).toEqual([]);
    const trash = join(home, 'data/Trash');
    expect(await readdir(join(trash, 'files'))).toEqual(['a report & more ü.png']);
    const note = await readFile(join(trash, 'info/a report & more ü.png.trashinfo'), 'utf8');
    const [title, where, when] = note.split('\n');
    expect(title).toBe('[Trash Info]');
    expect(where).toBe(`Path=${shots}/a%20report%20%26%20more%20%C3%BC.png`);
    expect(when).toMatch(/^DeletionDate=2026-05-1\dT\d\d:02:11$/);
    expect((await lstat(join(trash, 'files'))).mode & 0o077).toBe(0);
  });

  test('keeps files of one name apart, and a file without an info file', async () => {
    await mkdir(join(home, 'data/Trash/files'), { recursive: true });
    await writeFile(join(home, 'data/Trash/files/shot.2.png'), 'of somebody else');
    for (const text of ['first', 'second']) await trashOf()(await file('shot.png', text));
    const files = join(home, 'data/Trash/files');
    expect((await readdir(files)).toSorted()).toEqual(['shot.2.png', 'shot.3.png', 'shot.png']);
    expect(await readFile(join(files, 'shot.2.png'), 'utf8')).toBe('of somebody else');
    expect((await readdir(join(home, 'data/Trash/info'))).toSorted()).toEqual([
      'shot.3.png.trashinfo',
      'shot.png.trashinfo',
    ]);
  });

  test('accepts a name of 255 bytes', async () => {
    expect(await trashOf()(await file(`${'x'.repeat(251)}.png`))).toMatchObject({ ok: true });
  });
});

describe('a file on another file system', () => {
  const topOf = async (path: string) => (path.startsWith(shots) ? shots : '/');

  test('goes to the trash at the top of its file system, with a relative path', async () => {
    await mkdir(join(shots, 'deep'));
    const path = await file('deep/shot.png');
    expect(await trashOf({ topOf })(path)).toMatchObject({ ok: true });
    const note = await readFile(join(shots, '.Trash-1000/info/shot.png.trashinfo'), 'utf8');
    expect(note).toContain('Path=deep/shot.png\n');
    expect(await readdir(join(shots, '.Trash-1000/files'))).toEqual(['shot.png']);
  });

  test("goes to the administrator's shared trash only if that is sticky", async () => {
    await mkdir(join(shots, '.Trash'));
    await chmod(join(shots, '.Trash'), 0o777);
    await trashOf({ topOf })(await file('one.png'));
    expect(await readdir(join(shots, '.Trash'))).toEqual([]);
    await chmod(join(shots, '.Trash'), 0o1777);
    await trashOf({ topOf })(await file('two.png'));
    expect(await readdir(join(shots, '.Trash/1000/files'))).toEqual(['two.png']);
  });
});

test('returns a failure for a missing file', async () => {
  const answer = await trashOf()(join(shots, 'gone.png'));
  expect(answer).toMatchObject({ ok: false, failure: { code: 'ENOENT', message: { params: { name: 'gone.png' } } } });
  expect(await readdir(join(home, 'data/Trash/info'))).toEqual([]);
});

test.each(['darwin', 'win32'] as const)('offers no trash on %s', (platform) => {
  expect(createSystemTrash({ platform, env: {}, clock: { now: () => now }, uid: 1000 })).toBeUndefined();
});
