// Lines of the field guide about odd names and wrong clocks.
import { appendFile, readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { samplePng } from '../../../support/image-samples.ts';
import { setUpWatchedFolder, isLinux } from '../folder-of-each-test.ts';

const context = setUpWatchedFolder();

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
      await context.folder.start();
      for (const name of names)
        await writeFile(context.folder.file(name), samplePng({ text: name.length.toString() + encodeURI(name) }));
      await context.folder.until(() => context.folder.added.length === names.length, 10_000);
      expect(context.folder.names()).toEqual(names.toSorted());
      await context.folder.rescan();
      expect(context.folder.state()).toMatchObject({ added: names.length, growing: 0, skipped: [] });
    },
  );

  test.runIf(isLinux)('field guide 4: that is not valid text is reported, not skipped silently', async () => {
    await context.folder.start();
    await writeFile(
      Buffer.concat([Buffer.from(`${context.folder.path}/R`), Buffer.from([0xe9]), Buffer.from('gion.png')]),
      samplePng(),
    );
    await context.folder.settle();
    expect(context.folder.added).toEqual([]);
    expect(context.folder.message()).toEqual([expect.stringContaining("can't be read as text")]);
    const [name] = (await readdir(context.folder.path, { encoding: 'buffer' })) as [Buffer];
    await rename(Buffer.concat([Buffer.from(`${context.folder.path}/`), name]), context.folder.file('Région.png'));
    await context.folder.settle();
    expect(context.folder.names()).toEqual(['Région.png']);
    expect(context.folder.message()).toEqual([]);
  });

  test.runIf(isLinux)(
    'field guide 3: with an accent in two normal forms is two files where the system keeps two',
    async () => {
      await context.folder.start();
      await writeFile(context.folder.file('Région.png'.normalize('NFC')), samplePng({ text: 'composed' }));
      await writeFile(context.folder.file('Région.png'.normalize('NFD')), samplePng({ text: 'decomposed' }));
      await context.folder.settle();
      expect(context.folder.added.length).toBe(2);
    },
  );

  test('field guide 3: that changes only its case or normal form is the same file, by hints alone', async () => {
    await context.folder.start();
    await context.folder.clock.advance(2000);
    const [composed, decomposed] = ['Région.png'.normalize('NFC'), 'Région.png'.normalize('NFD')];
    await writeFile(context.folder.file(composed), samplePng({ text: 'one' }));
    await context.folder.until(() => context.folder.added.length === 1, 10_000);
    await rename(context.folder.file(composed), context.folder.file(decomposed));
    await context.folder.until(() => context.folder.ledger().includes(`added ${decomposed}`), 10_000);
    await rename(context.folder.file(decomposed), context.folder.file('RÉGION.png'));
    await context.folder.until(() => context.folder.ledger().includes('added RÉGION.png'), 10_000);
    expect(context.folder.added.length).toBe(1);
    expect(context.folder.ledger()).toEqual(['added RÉGION.png']);
  });
});

describe('a clock that is wrong', () => {
  test.each([
    ['in 1970', 0],
    ['before 1970', -86_400],
    ['in 2038 and after', 2 ** 31 + 10],
  ])('field guide 12: a file of %s is added once, like any other', async (_when, seconds) => {
    await context.folder.start();
    await writeFile(context.folder.file('shot.png'), samplePng());
    await utimes(context.folder.file('shot.png'), seconds, seconds);
    await context.folder.settle();
    expect(context.folder.names()).toEqual(['shot.png']);
    await context.folder.stop();
    await context.folder.start();
    await context.folder.settle();
    expect(context.folder.names()).toEqual(['shot.png']);
    expect(context.folder.state().added).toBe(1);
  });

  test('field guide 12: that jumps during a write causes no partial and no second report', async () => {
    await context.folder.start();
    const bytes = samplePng({ padBytes: 5000 });
    await writeFile(context.folder.file('shot.png'), bytes.subarray(0, 2000));
    await context.folder.rescan();
    context.folder.clock.setWall(Date.UTC(1999, 0, 1));
    await appendFile(context.folder.file('shot.png'), bytes.subarray(2000));
    await utimes(context.folder.file('shot.png'), 1000, 1000);
    context.folder.clock.setWall(Date.UTC(2040, 0, 1));
    await context.folder.settle();
    expect(context.folder.added).toEqual([{ name: 'shot.png', bytes }]);
  });
});
