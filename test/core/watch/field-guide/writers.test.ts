// Lines of the field guide about writers: how much of a growing file is read, and how long it is waited for.
import { writeFileSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { imageRules } from '../../../../main/core/uploads/image/image-check.ts';
import type { ImageRules } from '../../../../main/core/watch/file-reader.ts';
import { samplePng } from '../../../support/image-samples.ts';
import { setUpWatchedFolder, countingRules } from '../folder-of-each-test.ts';

const context = setUpWatchedFolder();

describe('a writer', () => {
  test('field guide 2: that takes ten minutes is waited for, with its file listed', async () => {
    const bytes = samplePng({ padBytes: 60_000 });
    await context.folder.start();
    const [most, last] = [bytes.subarray(0, -500), bytes.subarray(-500)];
    for (let at = 0; at < most.length; at += 1000) {
      await appendFile(context.folder.file('slow.png'), most.subarray(at, at + 1000));
      await context.folder.clock.advance(10_000);
      await context.folder.rescan();
      expect(context.folder.added).toEqual([]);
      expect(context.folder.state().growing).toBe(1);
    }
    await appendFile(context.folder.file('slow.png'), last);
    await context.folder.settle();
    expect(context.folder.names()).toEqual(['slow.png']);
    expect(context.folder.added[0]?.bytes.equals(bytes)).toBe(true);
  });

  test('field guide 1: that appends quickly has each byte read once, however large the file', async () => {
    const imageRules = countingRules();
    const bytes = samplePng({ padBytes: 400_000 });
    await context.folder.start({ imageRules });
    for (let at = 0; at < bytes.length; at += 4000) {
      await appendFile(context.folder.file('grows.png'), bytes.subarray(at, at + 4000));
      await context.folder.rescan();
    }
    await context.folder.settle();
    expect(context.folder.names()).toEqual(['grows.png']);
    expect(context.folder.added[0]?.bytes.equals(bytes)).toBe(true);
    expect(imageRules.bytes).toBe(bytes.length);
  });

  test('field guide 1: that grows between listing and reading is read in few steps', async () => {
    const bytes = samplePng({ padBytes: 300_000 });
    let pieces = 0;
    const rules: ImageRules = {
      ...imageRules,
      createImageCheck(name) {
        // The file has been opened and measured, and nothing of it has been read.
        if (pieces === 0) writeFileSync(context.folder.file('shot.png'), bytes);
        const check = imageRules.createImageCheck(name);
        return { verdict: check.verdict, push: (chunk) => ((pieces += 1), check.push(chunk)) };
      },
    };
    await context.folder.start({ imageRules: rules });
    await writeFile(context.folder.file('shot.png'), '');
    await context.folder.settle();
    expect(context.folder.names()).toEqual(['shot.png']);
    expect(pieces).toBeLessThan(60);
  });
});
