// Content decides: files of one size that are overwritten, touched, restored or renamed, with any modification time. Files
// of one folder in any order are the property at the end.
import { chmod, copyFile, mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Decision } from '../../../main/core/watch/reconcile.ts';
import { fc } from '../../support/fast-check.ts';
import { samplePng } from '../../support/image-samples.ts';
import { setUpWatchedFolder } from './folder-of-each-test.ts';
import { createWatchedFolder, type WatchedFolder } from './watched-folder.ts';

let folder: WatchedFolder;
const context = setUpWatchedFolder();
beforeEach(() => void (folder = context.folder));

/** All of one size, as written by a tool that does not compress. */
const shot = (index: number) => numbered(String(index).padStart(6, '0'));
const numbered = (text: string) => samplePng({ text, comment: text });

/** In place, as most tools do; the file keeps its inode. */
async function overwrite(path: string, bytes: Buffer) {
  const file = await open(path, 'r+');
  await file.write(bytes, 0, bytes.length, 0);
  await file.close();
}

/** Written to a temporary file and renamed over it, with the old modification time. */
async function replaceKeepingTime(path: string, bytes: Buffer) {
  const { atime, mtime } = await stat(path);
  await writeFile(`${path}.part`, bytes);
  await rename(`${path}.part`, path);
  await utimes(path, atime, mtime);
}

async function overwriteKeepingTime(path: string, bytes: Buffer) {
  const { atime, mtime } = await stat(path);
  await overwrite(path, bytes);
  await utimes(path, atime, mtime);
}

describe('a file that was there before the folder was watched', () => {
  test('is not added when it is touched, gets other permissions, or is restored from a copy', async () => {
    const names = ['touched.png', 'chmod.png', 'restored.png', 'rewritten.png'];
    for (const [index, name] of names.entries()) await writeFile(folder.file(name), shot(index));
    await folder.start();
    await folder.settle();
    const decided: Decision[] = [];
    await folder.stop();
    await folder.start({ events: { onDecided: (some) => void decided.push(...some) } });
    await utimes(folder.file('touched.png'), new Date(), new Date());
    await chmod(folder.file('chmod.png'), 0o600);
    await copyFile(folder.file('restored.png'), `${folder.home}/backup`);
    await rm(folder.file('restored.png'));
    await folder.rescan();
    await copyFile(`${folder.home}/backup`, folder.file('restored.png'));
    await overwrite(folder.file('rewritten.png'), await readFile(folder.file('rewritten.png')));
    await folder.settle();
    expect(folder.added).toEqual([]);
    expect(folder.state()).toMatchObject({ existing: 4, growing: 0 });
    expect(folder.ledger()).toEqual(names.map((name) => `existing ${name}`).toSorted());
    // Compared once each; after that the decision stays.
    const compared = decided.filter(({ kind }) => kind === 'compare').length;
    await folder.settle();
    expect(decided.filter(({ kind }) => kind === 'compare').length).toBe(compared);
  });
});

test('uploads every content that is new since the start once, for any operations on files', async () => {
  const names = ['a.png', 'b.png', 'c.png'];
  const step = fc.record({
    name: fc.constantFrom(...names),
    what: fc.constantFrom('overwrite', 'keep-time', 'replace', 'touch', 'back', 'chmod', 'copy', 'rename', 'restart'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const watched = await createWatchedFolder();
      try {
        await mkdir(watched.path);
        let count = 0;
        for (const name of names) await writeFile(watched.file(name), shot((count += 1)));
        await watched.start();
        const expected: number[] = [];
        const paths = new Map(names.map((name) => [name, watched.file(name)]));
        const fresh = () => {
          expected.push((count += 1));
          return shot(count);
        };
        for (const { name, what } of steps) {
          const path = paths.get(name)!;
          if (what === 'overwrite') await overwrite(path, fresh());
          else if (what === 'keep-time') await overwriteKeepingTime(path, fresh());
          else if (what === 'replace') await replaceKeepingTime(path, fresh());
          else if (what === 'touch') await utimes(path, new Date(), new Date());
          else if (what === 'back') await utimes(path, 1000, 1000);
          else if (what === 'chmod') await chmod(path, 0o600);
          else if (what === 'copy') {
            await copyFile(path, `${watched.home}/copy`);
            await rename(`${watched.home}/copy`, path);
          } else if (what === 'rename') {
            await rename(path, `${path}.x.png`);
            paths.set(name, `${path}.x.png`);
          } else {
            await watched.stop();
            await watched.start();
          }
          await watched.settle();
        }
        const added = watched.added.map(({ bytes }) => Number(/\d{6}/.exec(bytes.toString('latin1'))![0]));
        expect(added).toEqual(expected);
        expect(watched.problems).toEqual([]);
      } finally {
        await watched[Symbol.asyncDispose]();
      }
    }),
    { numRuns: 6 },
  );
}, 120_000);
