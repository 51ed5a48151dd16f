import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  datalessOf,
  folderFailure,
  hasLittleOnDisk,
  isOffline,
  identifyFolder,
  listFiles,
  listFolder,
  whyUnavailable,
} from '../../../main/core/watch/folder-listing.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'listing-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const isImage = (name: string) => name.endsWith('.png') || name.endsWith('\u{fffd}');
const put = (name: string) => writeFile(join(folder, name), name);
async function list(decided?: Parameters<typeof listFolder>[2]) {
  const listing = await listFolder(folder, isImage, decided);
  if (listing.kind !== 'listed') throw new Error(listing.code);
  return listing;
}

test('lists wanted files with their kinds, and counts all names', async () => {
  await Promise.all([put('a.png'), put('b.png'), put('notes.txt'), mkdir(join(folder, 'c.png'))]);
  await symlink(join(folder, 'a.png'), join(folder, 'd.png'));
  const { files, present, names } = await list();
  expect(files.map(({ name, kind }) => `${name} ${kind}`).sort()).toEqual([
    'a.png file',
    'b.png file',
    'c.png other',
    'd.png link',
  ]);
  expect(present.size).toBe(4);
  expect(names).toBe(5);
});

test('lists more files than it examines at a time', async () => {
  await Promise.all(Array.from({ length: 200 }, (_, index) => put(`${index}.png`)));
  expect((await list()).files).toHaveLength(200);
});

test('leaves out files that have not changed since their decision, and keeps them as present', async () => {
  await Promise.all([put('a.png'), put('b.png')]);
  const before = await listFiles([join(folder, 'a.png'), join(folder, 'b.png')]);
  await writeFile(join(folder, 'b.png'), 'something longer');
  const { files, present } = await list(new Map(before.map((file) => [file.path, file])));
  expect(files.map(({ name }) => name)).toEqual(['b.png']);
  expect(present).toEqual(new Set(before.map(({ path }) => path)));
});

test.runIf(process.platform === 'linux')('lists a name that is not valid text once, as unnamed', async () => {
  await writeFile(Buffer.concat([Buffer.from(`${folder}/shot`), Buffer.from([0xff])]), 'a');
  await put('really\u{fffd}');
  const { files, present } = await list();
  expect(files.map(({ name, kind, size }) => `${name} ${kind} ${size}`).sort()).toEqual([
    'really\u{fffd} file 9',
    'shot\u{fffd} unnamed 0',
  ]);
  expect(present.size).toBe(2);
});

test('recognizes a folder that replaced another', async () => {
  const identity = await identifyFolder(folder);
  expect(await identifyFolder(folder)).toBe(identity);
  expect((await list()).identity).toBe(identity);
  await rm(folder, { recursive: true });
  expect(await listFolder(folder, isImage)).toEqual({ kind: 'unavailable', code: 'ENOENT' });
  await mkdir(folder);
  expect(await identifyFolder(folder)).not.toBe(identity);
});

test('examines paths one by one, without missing ones', async () => {
  await put('a.png');
  expect(await listFiles([])).toEqual([]);
  const files = await listFiles([join(folder, 'a.png'), join(folder, 'gone.png')]);
  expect(files).toMatchObject([{ name: 'a.png', path: join(folder, 'a.png'), kind: 'file', size: 5 }]);
});

test('a folder that was a drive is not available once only its empty place is left', async () => {
  expect(await whyUnavailable(folder)).toBeNull();
  expect(await whyUnavailable(folder, true)).toBe('not mounted');
  await rm(folder, { recursive: true });
  expect(await whyUnavailable(folder)).toBe('ENOENT');
});

test('says of the first folder that cannot be watched why', async () => {
  await put('a.png');
  const missing = join(folder, 'missing');
  const kindOf = async (...paths: string[]) => (await folderFailure(paths))?.message.id ?? null;
  expect(await kindOf(folder)).toBeNull();
  expect(await kindOf(folder, missing)).toBe('failure.folderMissing');
  expect(await kindOf(join(folder, 'a.png'), missing)).toBe('failure.folderNotAFolder');
});

test('macOS marks a placeholder with a flag', () => {
  expect(datalessOf('1073741856\n0\n32\n1073741824\n')).toEqual([true, false, false, true, false]);
});

test.each([
  ['A    O       P   C:\\Shots\\a.png', true],
  ['A            U   C:\\Shots\\a.png', false],
  ['A                C:\\OLD OFFICE\\O.png', false],
  ['File not found - C:\\Shots\\a.png', false],
  ['', false],
])('Windows marks a placeholder with an attribute: %s', (output, is) => {
  expect(isOffline(output)).toBe(is);
});

test.each([
  ['16 KiB of which nothing is on the disk', 16_384, 0, true],
  ['less than 16 KiB', 16_383, 0, false],
  ['less than a quarter on the disk', 65_536, 31, true],
  ['a quarter on the disk', 65_536, 32, false],
  ['a drive that does not tell', 65_536, null, false],
])('the system is asked about a file of %s', (_, size, blocks, is) => {
  expect(hasLittleOnDisk({ size, blocks })).toBe(is);
});
