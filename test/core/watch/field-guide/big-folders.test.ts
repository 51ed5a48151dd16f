// Lines of the field guide about big and overlapping folders, and an app that was suspended.
import { spawn } from 'node:child_process';
import { link, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampleJpeg, samplePng } from '../../uploads/image-samples.ts';
import { createWatchedFolder } from '../watched-folder.ts';
import { setUpWatchedFolder } from '../folder-of-each-test.ts';

const context = setUpWatchedFolder();

describe('a big folder', () => {
  const count = 2500;
  beforeEach(async () => {
    for (let index = 0; index < count; index += 1) await writeFile(context.folder.file(`old-${index}.png`), 'old');
  });

  test('field guide 8: has hints like any other, and adds a new file without a listing', async () => {
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
});

describe('folders that overlap', () => {
  test('field guide 8: add each file once, as the outer one does not search the inner one', async () => {
    const inner = await createWatchedFolder();
    try {
      const within = context.folder.file('inner');
      await mkdir(within);
      await context.folder.start();
      await inner.start({ path: within });
      await writeFile(join(within, 'shot.png'), samplePng());
      await inner.until(() => inner.added.length === 1, 60_000);
      await context.folder.settle();
      expect(context.folder.added).toEqual([]);
      expect(context.folder.state()).toMatchObject({ growing: 0, skipped: [] });
    } finally {
      await inner[Symbol.asyncDispose]();
    }
  });

  test.skipIf(process.platform === 'win32')(
    'field guide 12: add a file that two of them hold, by link or name, as one report',
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
});

describe.skipIf(process.platform === 'win32')('an app that was suspended', () => {
  test('field guide 5: adds a whole burst that arrived meanwhile', async () => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('suspended-watch.ts', import.meta.url)), context.folder.path],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const next = async () => String((await lines.next()).value);
      expect(await next()).toBe('watching');
      process.kill(child.pid!, 'SIGSTOP');
      const count = 400;
      const sizes = new Map<string, number>();
      for (let index = 0; index < count; index += 1) {
        const name = `shot-${index}.${index % 2 === 0 ? 'png' : 'jpg'}`;
        const bytes = index % 2 === 0 ? samplePng({ text: name }) : Buffer.concat([sampleJpeg(), Buffer.from(name)]);
        sizes.set(name, bytes.length);
        if (index % 3 > 0) await writeFile(context.folder.file(name), bytes);
        else {
          await writeFile(context.folder.file(`${name}.part`), bytes);
          await rename(context.folder.file(`${name}.part`), context.folder.file(name));
        }
      }
      process.kill(child.pid!, 'SIGCONT');
      const added = new Map<string, number>();
      while (added.size < count) {
        const [size, name] = (await next()).split(' ') as [string, string];
        expect(added.has(name)).toBe(false);
        added.set(name, Number(size));
      }
      expect(added).toEqual(
        new Map([...sizes].sort(([a], [b]) => [...added.keys()].indexOf(a) - [...added.keys()].indexOf(b))),
      );
    } finally {
      child.kill('SIGCONT');
      child.kill('SIGKILL');
    }
  });
});
