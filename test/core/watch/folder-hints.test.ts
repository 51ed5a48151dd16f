// Real hints from a real folder, of both sources.
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createFolderHints,
  createHintSource,
  hintsKindFor,
  isNetworkDrive,
  isNetworkPath,
  isNetworkType,
  type HintsKind,
  type HintSource,
  type HintsDeps,
} from '../../../main/core/watch/folder-hints.ts';

let home: string;
let path: string;
let ends: HintSource[] = [];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hints-'));
  path = join(home, 'shots');
  await mkdir(path);
});
afterEach(async () => {
  await Promise.all(ends.map((one) => one.close()));
  ends = [];
  await rm(home, { recursive: true, force: true });
});

const noLog = { debug() {}, info() {}, warn() {}, error() {} };

/** What a source has reported: paths of files, null for the folder, 'gone' and 'lost'. */
function recorder() {
  const heard: (string | null)[] = [];
  const deps: HintsDeps = {
    path,
    log: noLog,
    onHint: (one) => void heard.push(one),
    onGone: () => void heard.push('gone'),
    onLost: () => void heard.push('lost'),
  };
  return { heard, deps };
}

test.each([
  [0, 'chokidar'],
  [2_000, 'chokidar'],
  [2_001, 'directory'],
])('watches a folder of %i names with %s', (names, kind) => {
  expect(hintsKindFor(names)).toBe(kind);
});

describe.each(['chokidar', 'directory'] as const satisfies HintsKind[])('hints from %s', (kind) => {
  async function start() {
    const { heard, deps } = recorder();
    const hints = createHintSource(kind, deps);
    ends.push(hints);
    // Hints may begin after the listing: the folder as a whole is named first.
    await expect.poll(() => heard).toContain(null);
    heard.length = 0;
    return { heard, hints };
  }

  test('name a file that is added, changed or renamed', async () => {
    const { heard } = await start();
    await writeFile(join(path, 'a.png'), 'a');
    await expect.poll(() => heard).toContain(join(path, 'a.png'));
    heard.length = 0;
    await rename(join(path, 'a.png'), join(path, 'b.png'));
    await expect.poll(() => heard).toContain(join(path, 'b.png'));
    heard.length = 0;
    await writeFile(join(path, 'b.png'), 'bb');
    await expect.poll(() => heard).toContain(join(path, 'b.png'));
  });

  test('report that the folder is gone', async () => {
    const { heard } = await start();
    await rm(path, { recursive: true });
    await expect.poll(() => heard).toContain('gone');
  });

  test('end when they are closed', async () => {
    const { heard, hints } = await start();
    await hints.close();
    await writeFile(join(path, 'a.png'), 'a');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toEqual([]);
  });
});

test('hints from directory are lost for a folder that is missing, unless they were closed', async () => {
  const { heard, deps } = recorder();
  ends.push(createHintSource('directory', { ...deps, path: join(home, 'missing') }));
  await expect.poll(() => heard).toContain('lost');
  const closed = recorder();
  await createHintSource('directory', { ...closed.deps, path: join(home, 'missing') }).close();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(closed.heard).toEqual([]);
});

describe('a hint listener', () => {
  function listener(change: Partial<Parameters<typeof createFolderHints>[0]> = {}) {
    const { heard, deps } = recorder();
    const made = createFolderHints({ ...deps, isNetworkDrive: async () => false, ...change });
    ends.push({ close: () => made.stop() });
    return { made, heard };
  }
  const listing = { identity: 'one', names: 3 };

  test('has no hints before the folder was listed', () => {
    const { made } = listener();
    expect(made.isHinted()).toBe(false);
    expect(made.identity()).toBeNull();
  });

  test('follows a listed folder, and passes on its hints', async () => {
    const { made, heard } = listener();
    await made.follow(listing);
    expect(made.isHinted()).toBe(true);
    expect(made.isNetwork()).toBe(false);
    expect(made.identity()).toBe('one');
    await expect.poll(() => heard).toContain(null);
    await writeFile(join(path, 'a.png'), 'a');
    await expect.poll(() => heard).toContain(join(path, 'a.png'));
  });

  test('has no hints from a network drive, and checks once per folder', async () => {
    const asked: string[] = [];
    const { made } = listener({ isNetworkDrive: async (one) => asked.push(one) > 0 });
    await made.follow(listing);
    await made.follow(listing);
    expect(made.isNetwork()).toBe(true);
    expect(made.isHinted()).toBe(false);
    made.again();
    expect(made.isHinted()).toBe(false);
    expect(asked).toEqual([path]);
    await made.follow({ ...listing, identity: 'two' });
    expect(asked).toEqual([path, path]);
  });

  test('drops a missing folder, and reports it as gone', async () => {
    const { made, heard } = listener({ kind: 'directory' });
    await made.follow(listing);
    await expect.poll(() => heard).toContain(null);
    heard.length = 0;
    await rm(path, { recursive: true });
    await expect.poll(() => made.identity()).toBeNull();
    expect(made.isHinted()).toBe(false);
    await expect.poll(() => heard).toContain(null);
  });

  test('reports lost hints, and begins again on request', async () => {
    const { made, heard } = listener({ kind: 'directory', path: join(home, 'missing') });
    await made.follow(listing);
    await expect.poll(() => heard).toContain('lost');
    expect(made.isHinted()).toBe(false);
    made.again();
    expect(made.isHinted()).toBe(true);
  });

  test('passes on no hint after it was stopped, even on request', async () => {
    const { made } = listener();
    await made.follow(listing);
    await made.stop();
    expect(made.isHinted()).toBe(false);
    made.again();
    expect(made.isHinted()).toBe(false);
  });
});

test.each([
  ['\\\\server\\share\\shots', true],
  ['//server/share', true],
  ['\\\\?\\UNC\\server\\share', true],
  ['\\\\?\\C:\\shots', false],
  ['C:\\shots', false],
])('on Windows %s is on the network: %s', (path, is) => {
  expect(isNetworkPath(path)).toBe(is);
});

test.each([
  ['NFS', 0x6969, true],
  ['SMB', 0x517b, true],
  ['SMB2', 0xfe534d42, true],
  ['9P', 0x01021997, true],
  ['VirtualBox', 0x786f4256, true],
  ['Ceph', 0x00c36400, true],
  ['AFS', 0x5346414f, true],
  ['CIFS', 0xff534d42, true],
  ['CIFS, sign-extended', 0xff534d42 | 0, true],
  ['ext4', 0xef53, false],
])('on Linux the type of %s says so', (_, type, is) => {
  expect(isNetworkType(type)).toBe(is);
});

test.each([
  ['win32', '\\\\server\\share', true],
  ['win32', 'C:\\shots', false],
  ['darwin', '//server/share', false],
] as const)('on %s the path %s alone says whether it is on the network: %s', async (platform, path, is) => {
  expect(await isNetworkDrive(path, platform)).toBe(is);
});

test('a local folder and a missing one are not on the network', async () => {
  expect(await isNetworkDrive(import.meta.dirname)).toBe(false);
  expect(await isNetworkDrive('/no/such/folder', 'linux')).toBe(false);
});
