import { appendFile, mkdir, open, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pngChunk, pngHeader, pngStart, sampleJpeg, samplePng } from '../../support/image-samples.ts';
import { setUpWatchedFolder } from './folder-of-each-test.ts';
import { stillWithHoleMs } from '../../../main/core/watch/reconcile.ts';

const context = setUpWatchedFolder();

describe('a file that is being written', () => {
  test('field guide 1: that is complete but still growing is added with all its bytes once it stops', async () => {
    const bytes = Buffer.concat([sampleJpeg(), Buffer.from('what a camera writes behind the end')]);
    await context.folder.start();
    await writeFile(context.folder.file('shot.jpg'), bytes.subarray(0, -20));
    await context.folder.rescan();
    await context.folder.clock.advance(150);
    await appendFile(context.folder.file('shot.jpg'), bytes.subarray(-20));
    await context.folder.clock.advance(100);
    expect(context.folder.added).toEqual([]);
    await context.folder.settle();
    expect(context.folder.added).toEqual([{ name: 'shot.jpg', bytes }]);
  });

  test('field guide 1: that is rewritten halfway is added with its final content', async () => {
    await context.folder.start();
    await writeFile(context.folder.file('shot.png'), samplePng({ padBytes: 900 }).subarray(0, 500));
    await context.folder.rescan();
    await writeFile(context.folder.file('shot.png'), samplePng({ text: 'other', padBytes: 900 }));
    await context.folder.rescan();
    await context.folder.until(() => context.folder.added.length > 0, 60_000);
    expect(context.folder.added).toEqual([{ name: 'shot.png', bytes: samplePng({ text: 'other', padBytes: 900 }) }]);
  });

  test('field guide 3: with a temporary name is added once it has its final name', async () => {
    await context.folder.start();
    await writeFile(context.folder.file('shot.png.part'), samplePng());
    await writeFile(context.folder.file('.hidden.png'), samplePng());
    await context.folder.settle();
    expect(context.folder.state()).toMatchObject({ added: 0, growing: 0, skipped: [] });
    await rename(context.folder.file('shot.png.part'), context.folder.file('shot.png'));
    await context.folder.settle();
    expect(context.folder.names()).toEqual(['shot.png']);
  });
});

const at = (name: string) => context.folder.file(name);

test.each([
  ['shot.jfif', sampleJpeg(), 'Rename it to .jpg'],
  ['shot.jpe', sampleJpeg(), 'Rename it to .jpg'],
  ['shot.apng', samplePng(), 'Rename it to .png'],
  ['shot.webp', sampleJpeg(), 'Rename it to .jpg'],
  ['shot.jpg', samplePng(), 'Rename it to .png'],
  ['shot.jpe', Buffer.from('no image at all'), "doesn't end in"],
])('an image with an extension that does not fit is listed: %s', async (name, bytes, advice) => {
  await context.folder.start();
  await writeFile(at(name), bytes);
  await context.folder.settle();
  expect(context.folder.added).toEqual([]);
  expect(context.folder.message()).toEqual([expect.stringContaining(advice)]);
});

test.skipIf(process.platform === 'win32')('a complete file with little on the disk is added', async () => {
  const pixels = deflateSync(Buffer.alloc(1_001 * 1_000), { level: 0 });
  const bytes = Buffer.concat([pngStart, pngHeader(1_000, 1_000), pngChunk('IDAT', pixels), pngChunk('IEND')]);
  await context.folder.start();
  const file = await open(at('dark.png'), 'w');
  for (let start = 0; start < bytes.length; start += 4_096) {
    const block = bytes.subarray(start, start + 4_096);
    if (block.some((byte) => byte !== 0)) await file.write(block, 0, block.length, start);
  }
  await file.truncate(bytes.length);
  await file.close();
  await context.folder.settle();
  await context.folder.clock.advance(stillWithHoleMs);
  await context.folder.settle();
  expect(context.folder.names()).toEqual(['dark.png']);
});

test('a file that was there before stays so when it gets a comment', async () => {
  await writeFile(at('old.png'), samplePng());
  await context.folder.start();
  await context.folder.settle();
  await writeFile(at('old.png'), samplePng({ comment: 'five stars' }));
  await context.folder.settle();
  expect(context.folder.added).toEqual([]);
  await writeFile(at('old.png'), samplePng({ text: 'new' }));
  await context.folder.settle();
  expect(context.folder.names()).toEqual(['old.png']);
});

test.skipIf(process.platform === 'win32')('a folder that is a link is followed to where it leads', async () => {
  const { home, path } = context.folder;
  await rm(path, { recursive: true });
  for (const name of ['one', 'two']) await mkdir(join(home, name));
  await symlink(join(home, 'one'), path);
  await context.folder.start();
  await rm(path);
  await symlink(join(home, 'two'), path);
  await writeFile(join(home, 'two', 'shot.png'), samplePng());
  await context.folder.settle();
  expect(context.folder.names()).toEqual(['shot.png']);
});
