import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdir, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleJpeg, samplePng } from '../uploads/image-samples.ts';
import { createWatchedFolder, type WatchedFolder } from './watched-folder.ts';
import { verbatim } from '../../../main/messages/message.ts';

/** A thread, as mutants run in, may not become another user. */
const isRoot = process.getuid?.() === 0;
const halves = (bytes: Buffer) => [bytes.subarray(0, bytes.length >> 1), bytes.subarray(bytes.length >> 1)] as const;

describe.each(['chokidar', 'directory'] as const)('with hints from %s', (hints) => {
  let folder: WatchedFolder;

  beforeEach(async () => {
    folder = await createWatchedFolder({ hints });
    await mkdir(folder.path);
  });

  afterEach(async () => {
    const { problems } = folder;
    await folder[Symbol.asyncDispose]();
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });

  describe('a file that is being written', () => {
    test('field guide 1: stays listed while it is incomplete, and is added once it is complete', async () => {
      await folder.start();
      const [first, second] = halves(samplePng({ text: 'slow' }));
      await writeFile(folder.file('shot.png'), first);
      await folder.settle();
      expect(folder.state()).toMatchObject({ growing: 1, added: 0, skipped: [] });

      await folder.clock.advance(3_600_000);
      await folder.rescan();
      expect(folder.state().growing).toBe(1);
      expect(folder.message()).toEqual([expect.stringContaining('shot.png is incomplete')]);
      expect(folder.added).toEqual([]);

      await appendFile(folder.file('shot.png'), second);
      await folder.settle();
      expect(folder.added).toEqual([{ name: 'shot.png', bytes: samplePng({ text: 'slow' }) }]);
      expect(folder.state()).toMatchObject({ growing: 0, added: 1, skipped: [] });
    });

    test('field guide 1: that grows byte by byte is added once, reading only its new bytes', async () => {
      const bytes = sampleJpeg();
      let readBytes = 0;
      const { createImageCheck, hasReportExtension } = await import('../../../main/core/uploads/image/image-check.ts');
      await folder.start({
        imageRules: {
          hasReportExtension,
          createImageCheck(name) {
            const check = createImageCheck(name);
            return { verdict: check.verdict, push: (chunk) => ((readBytes += chunk.length), check.push(chunk)) };
          },
        },
      });
      for (let at = 0; at < bytes.length; at += 10) {
        await appendFile(folder.file('shot.jpg'), bytes.subarray(at, at + 10));
        await folder.rescan();
        expect(folder.added).toEqual([]);
      }
      expect(readBytes).toBe(bytes.length);
      await folder.settle();
      expect(folder.added).toEqual([{ name: 'shot.jpg', bytes }]);
    });

    test('field guide 1: that is complete but still growing is added with all its bytes once it stops', async () => {
      const bytes = Buffer.concat([sampleJpeg(), Buffer.from('what a camera writes behind the end')]);
      await folder.start();
      await writeFile(folder.file('shot.jpg'), bytes.subarray(0, -20));
      await folder.rescan();
      await folder.clock.advance(150);
      await appendFile(folder.file('shot.jpg'), bytes.subarray(-20));
      await folder.clock.advance(100);
      expect(folder.added).toEqual([]);
      await folder.settle();
      expect(folder.added).toEqual([{ name: 'shot.jpg', bytes }]);
    });

    test('field guide 1: that is rewritten halfway is added with its final content', async () => {
      await folder.start();
      await writeFile(folder.file('shot.png'), samplePng({ padBytes: 900 }).subarray(0, 500));
      await folder.rescan();
      await writeFile(folder.file('shot.png'), samplePng({ text: 'other', padBytes: 900 }));
      await folder.rescan();
      await folder.until(() => folder.added.length > 0, 60_000);
      expect(folder.added).toEqual([{ name: 'shot.png', bytes: samplePng({ text: 'other', padBytes: 900 }) }]);
    });

    test('field guide 3: with a temporary name is added once it has its final name', async () => {
      await folder.start();
      await writeFile(folder.file('shot.png.part'), samplePng());
      await writeFile(folder.file('.hidden.png'), samplePng());
      await folder.settle();
      expect(folder.state()).toMatchObject({ added: 0, growing: 0, skipped: [] });
      await rename(folder.file('shot.png.part'), folder.file('shot.png'));
      await folder.settle();
      expect(folder.names()).toEqual(['shot.png']);
    });

    test('field guide 1: that is preallocated is added when it is complete', async () => {
      await folder.start();
      const bytes = samplePng({ padBytes: 300 });
      await writeFile(folder.file('shot.png'), Buffer.alloc(bytes.length));
      await folder.settle();
      expect(folder.added).toEqual([]);
      await writeFile(folder.file('shot.png'), bytes);
      await utimes(folder.file('shot.png'), 2000, 2000);
      await folder.settle();
      expect(folder.names()).toEqual(['shot.png']);
      expect(folder.message()).toEqual([]);
    });
  });

  describe('many changes at once', () => {
    test('field guide 4: add each of fifty files once', async () => {
      await folder.start();
      const names = Array.from({ length: 50 }, (_, index) => `shot-${String(index).padStart(2, '0')}.png`);
      await Promise.all(names.map((name) => writeFile(folder.file(name), samplePng({ text: name }))));
      await folder.settle();
      expect(folder.names()).toEqual(names);
      expect(folder.state()).toMatchObject({ added: 50, growing: 0 });
    });

    test('field guide 3: are found by hints alone, including a later rename', async () => {
      await folder.start();
      expect(folder.state().status).toBe('watching');
      await folder.clock.advance(1000);
      await writeFile(folder.file('first.png'), samplePng({ text: '1' }));
      // Less than the slow timer: nothing but a hint can lead to a look.
      await folder.until(() => folder.added.length === 1, 10_000);
      await writeFile(folder.file('second.tmp'), samplePng({ text: '2' }));
      await rename(folder.file('second.tmp'), folder.file('second.png'));
      await folder.until(() => folder.added.length === 2, 10_000);
      expect(folder.names()).toEqual(['first.png', 'second.png']);
    });

    test('field guide 5: are found by the slow timer alone', async () => {
      await folder.start();
      await folder.clock.advance(100);
      await writeFile(folder.file('shot.png'), samplePng());
      await folder.until(() => folder.added.length === 1, 60_000);
      expect(folder.names()).toEqual(['shot.png']);
    });
  });

  describe('a file that is replaced or renamed', () => {
    test('field guide 3: in place, by another image, is added again', async () => {
      await folder.start();
      await writeFile(folder.file('shot.png'), samplePng({ text: 'one' }));
      await folder.settle();
      await writeFile(folder.file('shot.png'), samplePng({ text: 'another' }));
      await folder.settle();
      expect(folder.added.map(({ bytes }) => bytes)).toEqual([
        samplePng({ text: 'one' }),
        samplePng({ text: 'another' }),
      ]);
    });

    test('from text to an image is added, and its message is cleared', async () => {
      await folder.start();
      await writeFile(folder.file('shot.png'), 'Not yet a picture.');
      await folder.settle();
      expect(folder.message()).toEqual([expect.stringContaining("shot.png isn't an image")]);
      await writeFile(folder.file('shot.png'), samplePng());
      await folder.settle();
      expect(folder.names()).toEqual(['shot.png']);
      expect(folder.message()).toEqual([]);
    });

    test('field guide 3: is the same file under its new name, even if only the case changed', async () => {
      await writeFile(folder.file('old.png'), samplePng({ text: 'older' }));
      await folder.start();
      await writeFile(folder.file('new.png'), samplePng({ text: 'new' }));
      await folder.settle();
      await rename(folder.file('old.png'), folder.file('old-renamed.png'));
      await rename(folder.file('new.png'), folder.file('NEW.png'));
      await folder.settle();
      expect(folder.names()).toEqual(['new.png']);
      expect(folder.ledger()).toEqual(['added NEW.png', 'existing old-renamed.png']);
    });
  });

  describe('a file that is not a report', () => {
    test('is skipped with the reason, once; other files are skipped silently', async () => {
      await folder.start();
      await writeFile(folder.file('notes.txt'), 'notes');
      await writeFile(folder.file('photo.webp'), 'RIFF....WEBP');
      await writeFile(folder.file('wrong.png'), sampleJpeg());
      await folder.settle();
      await folder.settle();
      expect(folder.added).toEqual([]);
      expect(folder.ledger()).toEqual(['skipped photo.webp', 'skipped wrong.png']);
      expect(folder.message().sort()).toEqual(
        [
          "photo.webp doesn't end in .png, .jpg or .jpeg. Only PNG and JPEG images can be uploaded.",
          'wrong.png ends in .png but contains JPEG data. Save the screenshot as PNG or JPEG.',
        ].map((message) => `${message.split(' ')[0]}: ${message}`),
      );
      await rm(folder.file('photo.webp'));
      await folder.rescan();
      expect(folder.ledger()).toEqual(['skipped wrong.png']);
    });

    test.skipIf(process.platform === 'win32')(
      'field guide 2: is named but not opened when it is a link, folder, pipe, socket or device',
      async () => {
        await folder.start();
        await writeFile(join(folder.home, 'elsewhere.png'), samplePng());
        await symlink(join(folder.home, 'elsewhere.png'), folder.file('link.png'));
        await mkdir(folder.file('folder.png'));
        execFileSync('mkfifo', [folder.file('pipe.png')]);
        const socket = createServer().listen(folder.file('socket.png'));
        await once(socket, 'listening');
        // Only root can create one; otherwise the pipe represents it.
        const device = spawnSync('mknod', [folder.file('device.png'), 'c', '1', '5']);
        if (device.status !== 0) execFileSync('mkfifo', [folder.file('device.png')]);
        await folder.settle();
        socket.close();
        expect(folder.added).toEqual([]);
        expect(folder.message().sort()).toEqual([
          expect.stringMatching(/^device\.png: device\.png isn't a regular file/),
          expect.stringMatching(/^folder\.png: folder\.png isn't a regular file/),
          expect.stringMatching(/^link\.png: link\.png is a link/),
          expect.stringMatching(/^pipe\.png: pipe\.png isn't a regular file/),
          expect.stringMatching(/^socket\.png: socket\.png isn't a regular file/),
        ]);
      },
    );

    test('is refused by intake, with the message of intake', async () => {
      folder.answers.push({ outcome: 'rejected', message: verbatim('shot.png has 12 MB.'), sha256: null });
      await folder.start();
      await writeFile(folder.file('shot.png'), samplePng());
      await folder.settle();
      expect(folder.message()).toEqual(['shot.png: shot.png has 12 MB.']);
      expect(folder.state().growing).toBe(0);
    });
  });

  describe("a file that can't be read now", () => {
    test('field guide 11: is listed with the reason while the disk is full, and added later', async () => {
      folder.answers.push({ outcome: 'later', message: verbatim('The disk is full.'), sha256: null });
      await folder.start();
      await writeFile(folder.file('shot.png'), samplePng());
      await folder.settle();
      expect(folder.message()).toEqual(['shot.png: The disk is full.']);
      expect(folder.state()).toMatchObject({ growing: 1, added: 0 });
      await folder.until(() => folder.added.length === 1, 70_000);
      await folder.rescan();
      expect(folder.state()).toMatchObject({ growing: 0, added: 1, skipped: [] });
    });

    test.skipIf(process.platform === 'win32' || (isRoot && !isMainThread))(
      'field guide 2: is listed while it is unreadable, and added once it is readable',
      async () => {
        await chmod(folder.home, 0o755);
        await folder.start();
        await writeFile(folder.file('shot.png'), samplePng());
        await chmod(folder.file('shot.png'), 0);
        // Root may read everything: be somebody else for a moment.
        if (isRoot) process.seteuid?.(65_534);
        try {
          await folder.settle();
        } finally {
          if (isRoot) process.seteuid?.(0);
        }
        expect(folder.added).toEqual([]);
        expect(folder.message()).toEqual([expect.stringContaining("shot.png can't be read right now")]);
        await chmod(folder.file('shot.png'), 0o644);
        await folder.settle();
        expect(folder.names()).toEqual(['shot.png']);
        expect(folder.message()).toEqual([]);
      },
    );

    test.skipIf(process.platform === 'win32')(
      'field guide 9: as a cloud placeholder is listed, not read, and added once it is downloaded',
      async () => {
        await folder.start();
        await writeFile(folder.file('shot.png'), '');
        await truncate(folder.file('shot.png'), 200_000);
        await folder.settle();
        expect(folder.state()).toMatchObject({ growing: 0, added: 0 });
        expect(folder.message()).toEqual([expect.stringContaining('is only in the cloud')]);
        await writeFile(folder.file('shot.png'), samplePng({ padBytes: 200_000 }));
        await folder.settle();
        expect(folder.names()).toEqual(['shot.png']);
        expect(folder.message()).toEqual([]);
      },
    );
  });

  describe('existing files', () => {
    beforeEach(async () => {
      await writeFile(folder.file('old-1.png'), samplePng({ text: 'old 1' }));
      await writeFile(folder.file('old-2.jpg'), sampleJpeg());
    });

    test('field guide 10: are counted but not added until the pilot asks', async () => {
      await folder.start();
      await writeFile(folder.file('new.png'), samplePng({ text: 'new' }));
      await folder.settle();
      expect(folder.names()).toEqual(['new.png']);
      expect(folder.state()).toMatchObject({ existing: 2, added: 1 });

      await folder.addExisting();
      await folder.settle();
      expect(folder.names()).toEqual(['new.png', 'old-1.png', 'old-2.jpg']);
      expect(folder.state()).toMatchObject({ existing: 0, added: 3 });
    });

    test('are added with the first scan when the folder counts as scanned, because the pilot asked for them', async () => {
      await folder.start({ isFirstScan: false });
      await folder.settle();
      expect(folder.names()).toEqual(['old-1.png', 'old-2.jpg']);
    });

    test('field guide 10: stay existing files when touched, and are new when overwritten', async () => {
      await folder.start();
      await utimes(folder.file('old-1.png'), 1000, 1000);
      await folder.settle();
      expect(folder.state()).toMatchObject({ existing: 2, added: 0 });
      await writeFile(folder.file('old-1.png'), samplePng({ text: 'new by now' }));
      await folder.settle();
      expect(folder.names()).toEqual(['old-1.png']);
    });

    test('are still added after a restart right after the pilot asked', async () => {
      await folder.start();
      await folder.stop();
      await folder.start();
      const asked = folder.addExisting();
      await folder.stop();
      await asked;
      await folder.start();
      await folder.settle();
      expect(folder.names()).toEqual(['old-1.png', 'old-2.jpg']);
    });
  });

  describe('a restart', () => {
    test('field guide 4: adds what arrived while the app was closed, and nothing twice', async () => {
      await writeFile(folder.file('before.png'), samplePng({ text: 'before' }));
      await folder.start();
      await writeFile(folder.file('first.png'), samplePng({ text: 'first' }));
      const [half, rest] = halves(samplePng({ text: 'half' }));
      await writeFile(folder.file('half.png'), half);
      await folder.settle();
      await folder.stop();
      await writeFile(folder.file('meanwhile.png'), samplePng({ text: 'meanwhile' }));
      await appendFile(folder.file('half.png'), rest);
      await folder.start();
      await folder.settle();
      expect(folder.names()).toEqual(['first.png', 'half.png', 'meanwhile.png']);
      expect(folder.state()).toMatchObject({ existing: 1, added: 3 });
    });

    test('field guide 12: between intake and ledger passes the file again, and intake recognizes it', async () => {
      await folder.start();
      await writeFile(folder.file('shot.png'), samplePng());
      await folder.settle();
      await folder.stop();
      await utimes(folder.file('shot.png'), 1000, 1000);
      await folder.start();
      await folder.settle();
      expect(folder.names()).toEqual(['shot.png']);
      expect(folder.state().added).toBe(1);
    });
  });

  describe('a folder', () => {
    test('field guide 6: that disappears is listed as unavailable and watched again when it returns', async () => {
      await writeFile(folder.file('before.png'), samplePng({ text: 'before' }));
      await folder.start();
      await writeFile(folder.file('first.png'), samplePng({ text: 'first' }));
      await folder.settle();
      const elsewhere = join(folder.home, 'unplugged');
      await rename(folder.path, elsewhere);
      await folder.until(() => folder.state().status === 'unavailable', 60_000);
      expect(folder.state()).toMatchObject({ added: 1, growing: 0, concern: { kind: 'folder-unavailable' } });

      await writeFile(join(elsewhere, 'second.png'), samplePng({ text: 'second' }));
      await rename(elsewhere, folder.path);
      await folder.until(() => folder.added.length === 2, 120_000);
      expect(folder.state()).toMatchObject({ status: 'watching', concern: null, existing: 1, added: 2 });
      expect(folder.names()).toEqual(['first.png', 'second.png']);
    });

    test('field guide 6: that is unmounted and mounted again makes no file new', async () => {
      await writeFile(folder.file('before.png'), samplePng({ text: 'before' }));
      await folder.start();
      const elsewhere = join(folder.home, 'unplugged');
      await rename(folder.path, elsewhere);
      await mkdir(folder.path);
      await folder.settle();
      expect(folder.state()).toMatchObject({ status: 'watching', existing: 0 });
      await rm(folder.path, { recursive: true });
      await rename(elsewhere, folder.path);
      await folder.settle();
      expect(folder.added).toEqual([]);
      expect(folder.state().existing).toBe(1);
    });

    test('field guide 6: that was replaced by one of the same name or inode still gives hints', async () => {
      await folder.start();
      await rm(folder.path, { recursive: true });
      await mkdir(folder.path);
      await folder.rescan();
      await folder.clock.advance(1000);
      await writeFile(folder.file('shot.png'), samplePng());
      await folder.until(() => folder.added.length === 1, 10_000);
      expect(folder.names()).toEqual(['shot.png']);
    });

    test('field guide 6: that is missing at the start is waited for, and its files count as existing', async () => {
      await rm(folder.path, { recursive: true });
      await folder.start();
      expect(folder.state().status).toBe('unavailable');
      await mkdir(folder.path);
      await writeFile(folder.file('shot.png'), samplePng());
      await folder.until(() => folder.state().status === 'watching', 60_000);
      expect(folder.state()).toMatchObject({ existing: 1, added: 0 });
    });

    test('that is a file is reported as such', async () => {
      await rm(folder.path, { recursive: true });
      await writeFile(folder.path, 'a file');
      await folder.start();
      expect(folder.state()).toMatchObject({ status: 'unavailable', concern: { kind: 'wrong-input' } });
    });

    test('field guide 8: is not searched recursively', async () => {
      await folder.start();
      await mkdir(folder.file('deeper'));
      await writeFile(join(folder.file('deeper'), 'shot.png'), samplePng());
      await folder.settle();
      expect(folder.state()).toMatchObject({ added: 0, growing: 0, existing: 0 });
    });
  });

  describe('a watch', () => {
    test('reports a change only when something changed', async () => {
      let changes = 0;
      await folder.start({ onChange: () => (changes += 1) });
      await folder.clock.advance(120_000);
      expect(changes).toBe(1);
      await writeFile(folder.file('shot.png'), samplePng());
      await folder.settle();
      const afterwards = changes;
      expect(afterwards).toBeGreaterThan(1);
      await folder.settle();
      expect(changes).toBe(afterwards);
    });

    test('does nothing after it is stopped', async () => {
      await folder.start();
      await writeFile(folder.file('shot.png'), samplePng());
      await folder.rescan();
      await folder.stop();
      await folder.clock.advance(120_000);
      await folder.rescan();
      expect(folder.added).toEqual([]);
      expect(folder.clock.pending).toBe(0);
    });
  });
});
