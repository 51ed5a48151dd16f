import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { sampleJpeg, samplePng } from '../../support/image-samples.ts';
import { verbatim } from '../../../main/messages/message.ts';
import { setUpWatchedFolder } from './folder-of-each-test.ts';

/** A thread, as mutants run in, may not become another user. */
const isRoot = process.getuid?.() === 0;

const context = setUpWatchedFolder();

describe('a file that is not a report', () => {
  test('is skipped with the reason, once; other files are skipped silently', async () => {
    await context.folder.start();
    await writeFile(context.folder.file('notes.txt'), 'notes');
    await writeFile(context.folder.file('photo.webp'), 'RIFF....WEBP');
    await writeFile(context.folder.file('wrong.png'), sampleJpeg());
    await context.folder.settle();
    await context.folder.settle();
    expect(context.folder.added).toEqual([]);
    expect(context.folder.ledger()).toEqual(['skipped photo.webp', 'skipped wrong.png']);
    expect(context.folder.message().sort()).toEqual(
      [
        'photo.webp is in WebP format. Only PNG and JPEG images can be uploaded.',
        'wrong.png is a JPEG image, but its name ends in .png. Rename it to .jpg.',
      ].map((message) => `${message.split(' ')[0]}: ${message}`),
    );
    await rm(context.folder.file('photo.webp'));
    await context.folder.rescan();
    expect(context.folder.ledger()).toEqual(['skipped wrong.png']);
  });

  test.skipIf(process.platform === 'win32')(
    'field guide 2: is named but not opened when it is a link, folder, pipe, socket or device',
    async () => {
      await context.folder.start();
      await writeFile(join(context.folder.home, 'elsewhere.png'), samplePng());
      await symlink(join(context.folder.home, 'elsewhere.png'), context.folder.file('link.png'));
      await mkdir(context.folder.file('folder.png'));
      execFileSync('mkfifo', [context.folder.file('pipe.png')]);
      const socket = createServer().listen(context.folder.file('socket.png'));
      await once(socket, 'listening');
      // Only root can create one; otherwise the pipe represents it.
      const device = spawnSync('mknod', [context.folder.file('device.png'), 'c', '1', '5']);
      if (device.status !== 0) execFileSync('mkfifo', [context.folder.file('device.png')]);
      await context.folder.settle();
      socket.close();
      expect(context.folder.added).toEqual([]);
      expect(context.folder.message().sort()).toEqual([
        expect.stringMatching(/^device\.png: device\.png isn't a regular file/),
        expect.stringMatching(/^folder\.png: folder\.png isn't a regular file/),
        expect.stringMatching(/^link\.png: link\.png is a link/),
        expect.stringMatching(/^pipe\.png: pipe\.png isn't a regular file/),
        expect.stringMatching(/^socket\.png: socket\.png isn't a regular file/),
      ]);
    },
  );
});

describe("a file that can't be read now", () => {
  test('field guide 11: is listed with the reason while the disk is full, and added later', async () => {
    context.folder.answers.push({ outcome: 'later', message: verbatim('The disk is full.'), sha256: null });
    await context.folder.start();
    await writeFile(context.folder.file('shot.png'), samplePng());
    await context.folder.settle();
    expect(context.folder.message()).toEqual(['shot.png: The disk is full.']);
    expect(context.folder.state()).toMatchObject({ growing: 0, added: 0 });
    await context.folder.until(() => context.folder.added.length === 1, 70_000);
    await context.folder.rescan();
    expect(context.folder.state()).toMatchObject({ growing: 0, added: 1, skipped: [] });
  });

  test.skipIf(process.platform === 'win32' || (isRoot && !isMainThread))(
    'field guide 2: is listed while it is unreadable, and added once it is readable',
    async () => {
      await chmod(context.folder.home, 0o755);
      await context.folder.start();
      await writeFile(context.folder.file('shot.png'), samplePng());
      await chmod(context.folder.file('shot.png'), 0);
      // Root may read everything: become another user temporarily.
      if (isRoot) process.seteuid?.(65_534);
      try {
        await context.folder.settle();
      } finally {
        if (isRoot) process.seteuid?.(0);
      }
      expect(context.folder.added).toEqual([]);
      expect(context.folder.message()).toEqual([expect.stringContaining("shot.png can't be read right now")]);
      await chmod(context.folder.file('shot.png'), 0o644);
      await context.folder.settle();
      expect(context.folder.names()).toEqual(['shot.png']);
      expect(context.folder.message()).toEqual([]);
    },
  );
});
