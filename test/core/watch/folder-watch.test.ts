import { appendFile, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampleJpeg, samplePng } from '../../support/image-samples.ts';
import { setUpWatchedFolder, halves } from './folder-of-each-test.ts';
import { createWatchedFolder } from './watched-folder.ts';
import { verbatim } from '../../../main/messages/message.ts';

test('a folder has been in its state since that began, not since the last scan', async () => {
  await using folder = await createWatchedFolder({ hints: 'directory' });
  await mkdir(folder.path);
  await folder.start();
  const { since } = folder.state();
  await folder.clock.advance(60_000);
  await folder.rescan();
  expect(folder.state().since).toBe(since);
});

describe.each(['chokidar', 'directory'] as const)('with hints from %s', (hints) => {
  const context = setUpWatchedFolder({ hints });

  describe('many simultaneous changes', () => {
    test('field guide 4: add each of fifty files once', async () => {
      await context.folder.start();
      const names = Array.from({ length: 50 }, (_, index) => `shot-${String(index).padStart(2, '0')}.png`);
      await Promise.all(names.map((name) => writeFile(context.folder.file(name), samplePng({ text: name }))));
      await context.folder.settle();
      expect(context.folder.names()).toEqual(names);
      expect(context.folder.state()).toMatchObject({ added: 50, growing: 0 });
    });

    test('field guide 3: are found by hints alone, including a later rename', async () => {
      await context.folder.start();
      expect(context.folder.state().status).toBe('watching');
      await context.folder.clock.advance(1000);
      await writeFile(context.folder.file('first.png'), samplePng({ text: '1' }));
      // Less than the slow timer: only a hint can trigger a scan.
      await context.folder.until(() => context.folder.added.length === 1, 10_000);
      await writeFile(context.folder.file('second.tmp'), samplePng({ text: '2' }));
      await rename(context.folder.file('second.tmp'), context.folder.file('second.png'));
      await context.folder.until(() => context.folder.added.length === 2, 10_000);
      expect(context.folder.names()).toEqual(['first.png', 'second.png']);
    });

    test('field guide 5: are found by the slow timer alone', async () => {
      await context.folder.start();
      await context.folder.clock.advance(100);
      await writeFile(context.folder.file('shot.png'), samplePng());
      await context.folder.until(() => context.folder.added.length === 1, 60_000);
      expect(context.folder.names()).toEqual(['shot.png']);
    });
  });

  describe('a folder', () => {
    test('field guide 6: that disappears is listed as unavailable and watched again when it returns', async () => {
      await writeFile(context.folder.file('before.png'), samplePng({ text: 'before' }));
      await context.folder.start();
      await writeFile(context.folder.file('first.png'), samplePng({ text: 'first' }));
      await context.folder.settle();
      const elsewhere = join(context.folder.home, 'unplugged');
      await rename(context.folder.path, elsewhere);
      await context.folder.until(() => context.folder.state().status === 'unavailable', 60_000);
      expect(context.folder.state()).toMatchObject({ added: 1, growing: 0, concern: { kind: 'folder-unavailable' } });

      await writeFile(join(elsewhere, 'second.png'), samplePng({ text: 'second' }));
      await rename(elsewhere, context.folder.path);
      await context.folder.until(() => context.folder.added.length === 2, 120_000);
      expect(context.folder.state()).toMatchObject({ status: 'watching', concern: null, existing: 1, added: 2 });
      expect(context.folder.names()).toEqual(['first.png', 'second.png']);
    });

    test('field guide 6: that is unmounted and mounted again makes no file new', async () => {
      await writeFile(context.folder.file('before.png'), samplePng({ text: 'before' }));
      await context.folder.start();
      const elsewhere = join(context.folder.home, 'unplugged');
      await rename(context.folder.path, elsewhere);
      await mkdir(context.folder.path);
      await context.folder.settle();
      expect(context.folder.state()).toMatchObject({ status: 'watching', existing: 0 });
      await rm(context.folder.path, { recursive: true });
      await rename(elsewhere, context.folder.path);
      await context.folder.settle();
      expect(context.folder.added).toEqual([]);
      expect(context.folder.state().existing).toBe(1);
    });

    test('field guide 6: that was replaced by one of the same name or inode still provides hints', async () => {
      await context.folder.start();
      await rm(context.folder.path, { recursive: true });
      await mkdir(context.folder.path);
      await context.folder.rescan();
      await context.folder.clock.advance(1000);
      await writeFile(context.folder.file('shot.png'), samplePng());
      await context.folder.until(() => context.folder.added.length === 1, 10_000);
      expect(context.folder.names()).toEqual(['shot.png']);
    });

    test('field guide 6: that is missing at the start is waited for, and its files count as existing', async () => {
      await rm(context.folder.path, { recursive: true });
      await context.folder.start();
      expect(context.folder.state().status).toBe('unavailable');
      await mkdir(context.folder.path);
      await writeFile(context.folder.file('shot.png'), samplePng());
      await context.folder.until(() => context.folder.state().status === 'watching', 60_000);
      expect(context.folder.state()).toMatchObject({ existing: 1, added: 0 });
    });

    test('field guide 8: is not searched recursively', async () => {
      await context.folder.start();
      await mkdir(context.folder.file('deeper'));
      await writeFile(join(context.folder.file('deeper'), 'shot.png'), samplePng());
      await context.folder.settle();
      expect(context.folder.state()).toMatchObject({ added: 0, growing: 0, existing: 0 });
    });
  });

  describe('a watch', () => {
    test('reports a change only when something changed', async () => {
      let changes = 0;
      await context.folder.start({ events: { onChange: () => (changes += 1) } });
      await context.folder.clock.advance(120_000);
      expect(changes).toBe(1);
      await writeFile(context.folder.file('shot.png'), samplePng());
      await context.folder.settle();
      const afterwards = changes;
      expect(afterwards).toBeGreaterThan(1);
      await context.folder.settle();
      expect(changes).toBe(afterwards);
    });

    test('does nothing after it is stopped', async () => {
      await context.folder.start();
      await writeFile(context.folder.file('shot.png'), samplePng());
      await context.folder.rescan();
      await context.folder.stop();
      await context.folder.clock.advance(120_000);
      await context.folder.rescan();
      expect(context.folder.added).toEqual([]);
      expect(context.folder.clock.pending).toBe(0);
    });
  });
});

describe('files and restarts', () => {
  const context = setUpWatchedFolder();

  describe('existing files', () => {
    beforeEach(async () => {
      await writeFile(context.folder.file('old-1.png'), samplePng({ text: 'old 1' }));
      await writeFile(context.folder.file('old-2.jpg'), sampleJpeg());
    });

    test('field guide 10: are counted but not added until the pilot requests it', async () => {
      await context.folder.start();
      await writeFile(context.folder.file('new.png'), samplePng({ text: 'new' }));
      await context.folder.settle();
      expect(context.folder.names()).toEqual(['new.png']);
      expect(context.folder.state()).toMatchObject({ existing: 2, added: 1 });

      await context.folder.addExisting();
      await context.folder.settle();
      expect(context.folder.names()).toEqual(['new.png', 'old-1.png', 'old-2.jpg']);
      expect(context.folder.state()).toMatchObject({ existing: 0, added: 3 });
    });

    test('are added with the first scan when the folder counts as scanned, because the pilot requested them', async () => {
      await context.folder.start({ isFirstScan: false });
      await context.folder.settle();
      expect(context.folder.names()).toEqual(['old-1.png', 'old-2.jpg']);
    });

    test('field guide 10: stay existing files when touched, and are new when overwritten', async () => {
      await context.folder.start();
      await utimes(context.folder.file('old-1.png'), 1000, 1000);
      await context.folder.settle();
      expect(context.folder.state()).toMatchObject({ existing: 2, added: 0 });
      await writeFile(context.folder.file('old-1.png'), samplePng({ text: 'new by now' }));
      await context.folder.settle();
      expect(context.folder.names()).toEqual(['old-1.png']);
    });

    test("are still added after a restart right after the pilot's request", async () => {
      await context.folder.start();
      await context.folder.stop();
      await context.folder.start();
      const asked = context.folder.addExisting();
      await context.folder.stop();
      await asked;
      await context.folder.start();
      await context.folder.settle();
      expect(context.folder.names()).toEqual(['old-1.png', 'old-2.jpg']);
    });
  });

  test('what intake rejects is skipped with its reason, and not tried again', async () => {
    await context.folder.start();
    context.folder.answers.push({ outcome: 'rejected', message: verbatim('Too large.'), sha256: null });
    await writeFile(context.folder.file('shot.png'), samplePng());
    await context.folder.settle();
    expect(context.folder.ledger()).toEqual(['skipped shot.png']);
    expect(context.folder.message()).toEqual(['shot.png: Too large.']);
    await context.folder.clock.advance(60_000);
    expect(context.folder.added).toEqual([]);
  });

  describe('a restart', () => {
    test('field guide 4: adds what arrived while the app was closed, and nothing twice', async () => {
      await writeFile(context.folder.file('before.png'), samplePng({ text: 'before' }));
      await context.folder.start();
      await writeFile(context.folder.file('first.png'), samplePng({ text: 'first' }));
      const [half, rest] = halves(samplePng({ text: 'half' }));
      await writeFile(context.folder.file('half.png'), half);
      await context.folder.settle();
      await context.folder.stop();
      await writeFile(context.folder.file('meanwhile.png'), samplePng({ text: 'meanwhile' }));
      await appendFile(context.folder.file('half.png'), rest);
      await context.folder.start();
      await context.folder.settle();
      expect(context.folder.names()).toEqual(['first.png', 'half.png', 'meanwhile.png']);
      expect(context.folder.state()).toMatchObject({ existing: 1, added: 3 });
    });

    test('field guide 12: between intake and ledger passes the file again, and intake recognizes it', async () => {
      await context.folder.start();
      await writeFile(context.folder.file('shot.png'), samplePng());
      await context.folder.settle();
      await context.folder.stop();
      await utimes(context.folder.file('shot.png'), 1000, 1000);
      await context.folder.start();
      await context.folder.settle();
      expect(context.folder.names()).toEqual(['shot.png']);
      expect(context.folder.state().added).toBe(1);
    });
  });
});
