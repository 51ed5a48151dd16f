// Lines of the field guide that need more than one folder and one writer: odd names, odd times, drives that come and go,
// folders that overlap, big ones, and an app that was suspended.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import {
  appendFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createImageCheck, hasReportExtension } from '../../../main/core/uploads/image/image-check.ts';
import type { ImageRules } from '../../../main/core/watch/listing/growing-file.ts';
import { STILL_WITH_HOLE_MS } from '../../../main/core/watch/reconcile.ts';
import { jpegEnd, jpegFrame, jpegScanHeader, jpegStart, sampleJpeg, samplePng } from '../uploads/image-samples.ts';
import { createWatchedFolder, type WatchedFolder } from './watched-folder.ts';

let folder: WatchedFolder;
const isLinux = process.platform === 'linux';

beforeEach(async () => {
  folder = await createWatchedFolder();
  await mkdir(folder.path);
});

afterEach(async () => {
  const { problems } = folder;
  await folder[Symbol.asyncDispose]();
  if (problems.length > 0) throw new Error(problems.join('\n'));
});

/** The project's own rules, counting what is read. */
function countingRules(): ImageRules & { bytes: number } {
  const rules = {
    bytes: 0,
    hasReportExtension,
    createImageCheck(name: string) {
      const check = createImageCheck(name);
      const push = (chunk: Buffer) => {
        rules.bytes += chunk.length;
        check.push(chunk);
      };
      return { verdict: check.verdict, push };
    },
  };
  return rules;
}

/** A JPEG whose picture data are these bytes: any are right, so zeros in it tell nothing to who reads its structure. */
const jpegOf = (data: Buffer) => Buffer.concat([jpegStart, jpegFrame(64, 64), jpegScanHeader, data, jpegEnd]);

describe('a writer', () => {
  test('field guide 2: that takes ten minutes is waited for, with its file listed', async () => {
    const bytes = samplePng({ padBytes: 60_000 });
    await folder.start();
    const [most, last] = [bytes.subarray(0, -500), bytes.subarray(-500)];
    for (let at = 0; at < most.length; at += 1000) {
      await appendFile(folder.file('slow.png'), most.subarray(at, at + 1000));
      await folder.clock.advance(10_000);
      await folder.rescan();
      expect(folder.added).toEqual([]);
      expect(folder.state().growing).toBe(1);
    }
    await appendFile(folder.file('slow.png'), last);
    await folder.settle();
    expect(folder.names()).toEqual(['slow.png']);
    expect(folder.added[0]?.bytes.equals(bytes)).toBe(true);
  });

  test('field guide 1: that appends quickly has each byte read once, however large the file', async () => {
    const imageRules = countingRules();
    const bytes = samplePng({ padBytes: 400_000 });
    await folder.start({ imageRules });
    for (let at = 0; at < bytes.length; at += 4000) {
      await appendFile(folder.file('grows.png'), bytes.subarray(at, at + 4000));
      await folder.rescan();
    }
    await folder.settle();
    expect(folder.names()).toEqual(['grows.png']);
    expect(folder.added[0]?.bytes.equals(bytes)).toBe(true);
    expect(imageRules.bytes).toBe(bytes.length);
  });

  test('field guide 1: that grows between listing and reading is read in few steps', async () => {
    const bytes = samplePng({ padBytes: 300_000 });
    let pieces = 0;
    const imageRules: ImageRules = {
      hasReportExtension,
      createImageCheck(name) {
        // The file has been opened and measured, and nothing of it has been read.
        if (pieces === 0) writeFileSync(folder.file('shot.png'), bytes);
        const check = createImageCheck(name);
        return { verdict: check.verdict, push: (chunk) => ((pieces += 1), check.push(chunk)) };
      },
    };
    await folder.start({ imageRules });
    await writeFile(folder.file('shot.png'), '');
    await folder.settle();
    expect(folder.names()).toEqual(['shot.png']);
    expect(pieces).toBeLessThan(60);
  });

  test('field guide 1: that writes the end first and pauses in the middle is waited for', async () => {
    const data = Buffer.alloc(40_000, 0x37);
    const bytes = jpegOf(data);
    const unfinished = jpegOf(Buffer.concat([data.subarray(0, 20_000), Buffer.alloc(20_000)]));
    await folder.start();
    await writeFile(folder.file('shot.jpg'), unfinished);
    await folder.settle();
    await folder.clock.advance(STILL_WITH_HOLE_MS / 2);
    expect(folder.added).toEqual([]);
    const file = await open(folder.file('shot.jpg'), 'r+');
    await file.write(bytes, 20_000, bytes.length - 20_000, 20_000);
    await file.close();
    await folder.settle();
    expect(folder.names()).toEqual(['shot.jpg']);
    expect(folder.added[0]?.bytes.equals(bytes)).toBe(true);
  });

  test('field guide 1: of an image that really holds zeros is not waited for indefinitely', async () => {
    const bytes = jpegOf(Buffer.alloc(20_000));
    await folder.start();
    await writeFile(folder.file('dark.jpg'), bytes);
    await folder.until(() => folder.added.length === 1, 60_000);
    expect(folder.names()).toEqual(['dark.jpg']);
  });

  test('field guide 1: of a large file that is not an image has only its first bytes read', async () => {
    const imageRules = countingRules();
    await folder.start({ imageRules });
    await writeFile(folder.file('film.png'), Buffer.alloc(3_000_000, 'film'));
    await folder.settle();
    expect(folder.message()).toEqual([expect.stringContaining("film.png isn't an image")]);
    expect(imageRules.bytes).toBeLessThan(300_000);
  });
});

describe('a name', () => {
  // 255 bytes are the most that file systems allow.
  const names = [
    'Отчёт о рейсе.png',
    '飛行報告書.png',
    'รายงาน.png',
    'تقرير الرحلة.png',
    'विमान.png',
    'летим 🛫✈️.png',
    '-rf.png',
    '--help.png',
    'it\'s "quoted" `$(id)`.png',
    'two\nlines.png',
    'tab\tand spaces  .png',
    '%2e%2e%2fup.png',
    `${'a'.repeat(251)}.png`,
    `${'ж'.repeat(125)}.png`,
    'UPPER.PNG',
    'percent%s%n.jpeg.png',
    'constructor.png',
    '__proto__.png',
  ];

  test.skipIf(process.platform === 'win32')(
    'field guide 4: in any script, length and with any character is accepted',
    async () => {
      await folder.start();
      for (const name of names)
        await writeFile(folder.file(name), samplePng({ text: name.length.toString() + encodeURI(name) }));
      await folder.until(() => folder.added.length === names.length, 10_000);
      expect(folder.names()).toEqual(names.toSorted());
      await folder.rescan();
      expect(folder.state()).toMatchObject({ added: names.length, growing: 0, skipped: [] });
    },
  );

  test.runIf(isLinux)('field guide 4: that is not valid text is reported, not skipped silently', async () => {
    await folder.start();
    await writeFile(
      Buffer.concat([Buffer.from(`${folder.path}/R`), Buffer.from([0xe9]), Buffer.from('gion.png')]),
      samplePng(),
    );
    await folder.settle();
    expect(folder.added).toEqual([]);
    expect(folder.message()).toEqual([expect.stringContaining("can't be read as text")]);
    const [name] = (await readdir(folder.path, { encoding: 'buffer' })) as [Buffer];
    await rename(Buffer.concat([Buffer.from(`${folder.path}/`), name]), folder.file('Région.png'));
    await folder.settle();
    expect(folder.names()).toEqual(['Région.png']);
    expect(folder.message()).toEqual([]);
  });

  test.runIf(isLinux)(
    'field guide 3: with an accent in two normal forms is two files where the system keeps two',
    async () => {
      await folder.start();
      await writeFile(folder.file('Région.png'.normalize('NFC')), samplePng({ text: 'composed' }));
      await writeFile(folder.file('Région.png'.normalize('NFD')), samplePng({ text: 'decomposed' }));
      await folder.settle();
      expect(folder.added.length).toBe(2);
    },
  );

  test('field guide 3: that changes only its case or normal form is the same file, by hints alone', async () => {
    await folder.start();
    await folder.clock.advance(2000);
    const [composed, decomposed] = ['Région.png'.normalize('NFC'), 'Région.png'.normalize('NFD')];
    await writeFile(folder.file(composed), samplePng({ text: 'one' }));
    await folder.until(() => folder.added.length === 1, 10_000);
    await rename(folder.file(composed), folder.file(decomposed));
    await folder.until(() => folder.ledger().includes(`added ${decomposed}`), 10_000);
    await rename(folder.file(decomposed), folder.file('RÉGION.png'));
    await folder.until(() => folder.ledger().includes('added RÉGION.png'), 10_000);
    expect(folder.added.length).toBe(1);
    expect(folder.ledger()).toEqual(['added RÉGION.png']);
  });
});

describe('a clock that is wrong', () => {
  test.each([
    ['in 1970', 0],
    ['before 1970', -86_400],
    ['in 2038 and after', 2 ** 31 + 10],
  ])('field guide 12: a file of %s is added once, like any other', async (_when, seconds) => {
    await folder.start();
    await writeFile(folder.file('shot.png'), samplePng());
    await utimes(folder.file('shot.png'), seconds, seconds);
    await folder.settle();
    expect(folder.names()).toEqual(['shot.png']);
    await folder.stop();
    await folder.start();
    await folder.settle();
    expect(folder.names()).toEqual(['shot.png']);
    expect(folder.state().added).toBe(1);
  });

  test('field guide 12: that jumps during a write causes no partial and no second report', async () => {
    await folder.start();
    const bytes = samplePng({ padBytes: 5000 });
    await writeFile(folder.file('shot.png'), bytes.subarray(0, 2000));
    await folder.rescan();
    folder.clock.setWall(Date.UTC(1999, 0, 1));
    await appendFile(folder.file('shot.png'), bytes.subarray(2000));
    await utimes(folder.file('shot.png'), 1000, 1000);
    folder.clock.setWall(Date.UTC(2040, 0, 1));
    await folder.settle();
    expect(folder.added).toEqual([{ name: 'shot.png', bytes }]);
  });

  test('field guide 12: files that all have one time and size are all added', async () => {
    await folder.start();
    for (const text of ['one', 'two', 'six']) {
      await writeFile(folder.file(`${text}.png`), samplePng({ text }));
      await utimes(folder.file(`${text}.png`), 0, 0);
      await folder.settle();
      await rm(folder.file(`${text}.png`));
      await folder.settle();
      await folder.clock.advance(10_000);
    }
    expect(folder.names()).toEqual(['one.png', 'six.png', 'two.png']);
  });
});

describe('a drive', () => {
  test.runIf(isLinux)(
    'field guide 6: that is mounted again is watched again, and so is another in its place',
    async ({ skip }) => {
      const mount = () => spawnSync('mount', ['-t', 'tmpfs', 'shots', folder.path], { encoding: 'utf8' });
      const mounted = mount();
      skip(mounted.status !== 0, `no drive can be mounted here: ${mounted.stderr.trim()}`);
      try {
        await folder.start();
        expect(folder.state().status).toBe('watching');
        await folder.clock.advance(2000);
        await writeFile(folder.file('first.png'), samplePng({ text: 'first' }));
        await folder.until(() => folder.added.length === 1, 10_000);
        await writeFile(folder.file('half.png'), samplePng({ text: 'half' }).subarray(0, 60));
        await folder.rescan();

        expect(spawnSync('umount', ['--lazy', folder.path]).status).toBe(0);
        await folder.rescan();
        expect(folder.state()).toMatchObject({ status: 'watching', growing: 0, added: 1 });

        expect(mount().status).toBe(0);
        await folder.rescan();
        await folder.clock.advance(2000);
        await writeFile(folder.file('second.png'), samplePng({ text: 'second' }));
        await folder.until(() => folder.added.length === 2, 10_000);
        expect(folder.names()).toEqual(['first.png', 'second.png']);
      } finally {
        await folder.stop();
        spawnSync('umount', ['--lazy', folder.path]);
      }
    },
  );

  test('field guide 7: on the network is polled at a long interval, and the pilot is told', async () => {
    await folder.start({ isNetworkDrive: async () => true });
    expect(folder.state().status).toBe('polling');
    await folder.clock.advance(1000);
    await writeFile(folder.file('shot.png'), samplePng());
    await folder.clock.advance(20_000);
    expect(folder.added).toEqual([]);
    await folder.until(() => folder.added.length === 1, 15_000);
    expect(folder.state().status).toBe('polling');
  });

  test.skipIf(process.platform === 'win32')(
    'field guide 7: on the network has no placeholders, as it does not report blocks on disk',
    async () => {
      await folder.start({ isNetworkDrive: async () => true });
      await writeFile(folder.file('shot.png'), '');
      await truncate(folder.file('shot.png'), 200_000);
      await folder.settle();
      expect(folder.state().growing + folder.state().skipped.length).toBeGreaterThan(0);
      expect(folder.message().join()).not.toContain('is only in the cloud');
    },
  );

  test.skipIf(process.platform === 'win32')(
    'field guide 9: that keeps its files in the cloud downloads no byte',
    async () => {
      const imageRules = countingRules();
      await folder.start({ imageRules });
      for (let index = 0; index < 30; index += 1) {
        await writeFile(folder.file(`shot-${index}.png`), '');
        await truncate(folder.file(`shot-${index}.png`), 2_000_000);
      }
      await folder.settle();
      await folder.clock.advance(600_000);
      expect(imageRules.bytes).toBe(0);
      expect(folder.message().length).toBe(20);
      expect(folder.message()[0]).toContain('is only in the cloud');
    },
  );
});

describe('a big folder', () => {
  const count = 2500;
  beforeEach(async () => {
    for (let index = 0; index < count; index += 1) await writeFile(folder.file(`old-${index}.png`), 'old');
  });

  test('field guide 8: has hints like any other, and adds a new file without a listing', async () => {
    await folder.start();
    expect(folder.state()).toMatchObject({ status: 'watching', existing: count });
    await folder.clock.advance(2000);
    await writeFile(folder.file('new.png'), samplePng({ text: 'new' }));
    await folder.until(() => folder.added.length === 1, 900);
    await rename(folder.file('old-7.png'), folder.file('renamed.png'));
    await folder.until(() => folder.ledger().includes('existing renamed.png'), 900);
    await rm(folder.file('old-8.png'));
    await folder.until(() => folder.state().existing === count - 1, 900);
    expect(folder.names()).toEqual(['new.png']);
  });

  test('field guide 10: asks once about its existing files, and then adds them all', async () => {
    await folder.start();
    await folder.stop();
    await folder.start();
    expect(folder.state()).toMatchObject({ existing: count, added: 0 });
    await folder.addExisting();
    expect(folder.state().existing).toBe(0);
    await folder.until(() => folder.state().skipped.length === 20, 10_000);
  });
});

describe('folders that overlap', () => {
  test('field guide 8: add each file once, as the outer one does not search the inner one', async () => {
    const inner = await createWatchedFolder();
    try {
      const within = folder.file('inner');
      await mkdir(within);
      await folder.start();
      await inner.start({ path: within });
      await writeFile(join(within, 'shot.png'), samplePng());
      await inner.until(() => inner.added.length === 1, 60_000);
      await folder.settle();
      expect(folder.added).toEqual([]);
      expect(folder.state()).toMatchObject({ growing: 0, skipped: [] });
    } finally {
      await inner[Symbol.asyncDispose]();
    }
  });

  test.skipIf(process.platform === 'win32')(
    'field guide 12: add a file that two of them hold, by link or name, as one report',
    async () => {
      const other = await createWatchedFolder();
      try {
        const elsewhere = join(folder.home, 'elsewhere');
        await mkdir(elsewhere);
        await symlink(folder.path, join(folder.home, 'same-by-link'));
        await folder.start();
        await other.start({ path: join(folder.home, 'same-by-link'), add: folder.add });
        await writeFile(folder.file('shot.png'), samplePng());
        await link(folder.file('shot.png'), folder.file('again.png'));
        await folder.settle();
        await other.settle();
        expect(folder.added.length).toBe(1);
        expect(folder.state().added).toBe(2);
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
      [fileURLToPath(new URL('suspended-watch.ts', import.meta.url)), folder.path],
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
        if (index % 3 > 0) await writeFile(folder.file(name), bytes);
        else {
          await writeFile(folder.file(`${name}.part`), bytes);
          await rename(folder.file(`${name}.part`), folder.file(name));
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
