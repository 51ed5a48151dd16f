// Real hints from a real folder, of both sources.
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHintListener } from '../../../../main/core/watch/hints/hint-listener.ts';
import {
  createFolderHints,
  hintsKindFor,
  type HintsKind,
  type FolderHints,
  type HintsDeps,
} from '../../../../main/core/watch/hints/folder-hints.ts';

let home: string;
let path: string;
let ends: FolderHints[] = [];
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
    const hints = createFolderHints(kind, deps);
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
  ends.push(createFolderHints('directory', { ...deps, path: join(home, 'missing') }));
  await expect.poll(() => heard).toContain('lost');
  const closed = recorder();
  await createFolderHints('directory', { ...closed.deps, path: join(home, 'missing') }).close();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(closed.heard).toEqual([]);
});

describe('a hint listener', () => {
  function listener(change: Partial<Parameters<typeof createHintListener>[0]> = {}) {
    const { heard, deps } = recorder();
    const made = createHintListener({ ...deps, isNetworkDrive: async () => false, ...change });
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
    expect(made).toMatchObject({});
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
