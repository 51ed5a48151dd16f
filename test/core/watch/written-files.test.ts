import { appendFile, rename, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { sampleJpeg, samplePng } from '../uploads/image-samples.ts';
import { setUpWatchedFolder, halves } from './folder-of-each-test.ts';

const context = setUpWatchedFolder();

describe('a file that is being written', () => {
  test('field guide 1: stays listed while it is incomplete, and is added once it is complete', async () => {
    await context.folder.start();
    const [first, second] = halves(samplePng({ text: 'slow' }));
    await writeFile(context.folder.file('shot.png'), first);
    await context.folder.settle();
    expect(context.folder.state()).toMatchObject({ growing: 1, added: 0, skipped: [] });

    await context.folder.clock.advance(3_600_000);
    await context.folder.rescan();
    expect(context.folder.state().growing).toBe(1);
    expect(context.folder.message()).toEqual([expect.stringContaining('shot.png is incomplete')]);
    expect(context.folder.added).toEqual([]);

    await appendFile(context.folder.file('shot.png'), second);
    await context.folder.settle();
    expect(context.folder.added).toEqual([{ name: 'shot.png', bytes: samplePng({ text: 'slow' }) }]);
    expect(context.folder.state()).toMatchObject({ growing: 0, added: 1, skipped: [] });
  });

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
