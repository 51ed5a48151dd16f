// Lines of the field guide about big and overlapping folders.
import { link, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { samplePng } from '../../../support/image-samples.ts';
import { createWatchedFolder } from '../watched-folder.ts';
import { setUpWatchedFolder } from '../folder-of-each-test.ts';

const context = setUpWatchedFolder();

test('field guide 8: a big folder has hints like any other, and adds a new file without a listing', async () => {
  const count = 2500;
  for (let index = 0; index < count; index += 1) await writeFile(context.folder.file(`old-${index}.png`), 'old');
  await context.folder.start();
  expect(context.folder.state()).toMatchObject({ status: 'watching', existing: count });
  await context.folder.clock.advance(2000);
  await writeFile(context.folder.file('new.png'), samplePng({ text: 'new' }));
  await context.folder.until(() => context.folder.added.length === 1, 900);
  await rename(context.folder.file('old-7.png'), context.folder.file('renamed.png'));
  await context.folder.until(() => context.folder.ledger().includes('existing renamed.png'), 900);
  await rm(context.folder.file('old-8.png'));
  await context.folder.until(() => context.folder.state().existing === count - 1, 900);
  expect(context.folder.names()).toEqual(['new.png']);
});

test.skipIf(process.platform === 'win32')(
  'field guide 12: folders that overlap add a file that two of them hold, by link or name, as one report',
  async () => {
    const other = await createWatchedFolder();
    try {
      const elsewhere = join(context.folder.home, 'elsewhere');
      await mkdir(elsewhere);
      await symlink(context.folder.path, join(context.folder.home, 'same-by-link'));
      await context.folder.start();
      await other.start({ path: join(context.folder.home, 'same-by-link'), add: context.folder.add });
      await writeFile(context.folder.file('shot.png'), samplePng());
      await link(context.folder.file('shot.png'), context.folder.file('again.png'));
      await context.folder.settle();
      await other.settle();
      expect(context.folder.added.length).toBe(1);
      expect(context.folder.state().added).toBe(2);
      expect(other.state().added).toBe(2);
    } finally {
      await other[Symbol.asyncDispose]();
    }
  },
);
