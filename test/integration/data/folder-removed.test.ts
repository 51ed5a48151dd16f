// A data folder that is removed or replaced while a process works in it: that process sends nothing more and reports why.
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFlightDeck, type FlightDeck } from '../../support/flight-deck.ts';

const requests = (deck: FlightDeck) =>
  deck.emulator.journal.list().items.filter(({ path }) => path !== '/_emulator/health').length;

const removals: Record<string, (dataDir: string) => void> = {
  'the folder is deleted': (dataDir) => rmSync(dataDir, { recursive: true }),
  'the folder is moved away': (dataDir) => renameSync(dataDir, `${dataDir}-moved`),
  'its database is replaced': (dataDir) => {
    const path = join(dataDir, 'companion.db');
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
  },
  'its lock is deleted': (dataDir) => rmSync(join(dataDir, 'leader.lock')),
};

describe.each(Object.entries(removals))('while the companion runs, %s', (_, remove) => {
  test('nothing is uploaded, read or refreshed any more, and the state says why', async () => {
    await using deck = await openFlightDeck({ expectsMishaps: true });
    await deck.answer('uploads.pause', {});
    await deck.drop(deck.image('before.png'));
    await deck.pass(60_000);
    await deck.answer('uploads.resume', {});
    remove(deck.dataDir);
    const before = requests(deck);
    await deck.pass(2 * 3_600_000);
    expect(requests(deck)).toBe(before);
    const { dataConcern, isLeader } = await deck.state();
    expect(dataConcern).toMatchObject({ kind: 'disk', code: 'gone', message: { id: 'failure.dataFolderGone' } });
    expect(isLeader).toBe(false);
    const [queued] = await deck.strips('queue');
    expect(queued?.reason?.message.id).toBe('failure.dataFolderGone');
  });

  test('a file is not reported as added', async () => {
    await using deck = await openFlightDeck({ expectsMishaps: true });
    remove(deck.dataDir);
    expect(await deck.drop(deck.image('after.png'))).toMatchObject([{ outcome: 'rejected' }]);
  });
});

test('a second process that starts in the new folder is the only one that uploads', async () => {
  await using deck = await openFlightDeck({ expectsMishaps: true });
  await deck.answer('folders.add', { path: deck.screenshots, existing: false });
  await deck.until(async () => (await deck.state()).folders[0]?.status === 'watching');
  rmSync(deck.dataDir, { recursive: true });
  await using second = await deck.open();
  await second.handle('account.signIn', {});
  await second.handle('folders.add', { path: deck.screenshots, existing: false });
  await deck.pass(5_000);
  for (const name of ['one.png', 'two.png', 'three.png']) deck.image(name, deck.screenshots);
  await deck.until(() => deck.sent().length >= 3);
  await deck.pass(600_000);
  const names = deck.sent();
  expect(names.toSorted()).toEqual(['one.png', 'three.png', 'two.png']);
  expect(deck.companion().isLeader && second.isLeader).toBe(false);
});

test('a folder that is put back is used again', async () => {
  await using deck = await openFlightDeck({ expectsMishaps: true });
  await deck.answer('uploads.pause', {});
  await deck.drop(deck.image());
  await deck.answer('uploads.resume', {});
  renameSync(deck.dataDir, `${deck.dataDir}-away`);
  await deck.pass(60_000);
  expect(deck.sent()).toHaveLength(0);
  renameSync(`${deck.dataDir}-away`, deck.dataDir);
  await deck.until(() => deck.sent().length === 1);
  expect((await deck.state()).dataConcern).toBeNull();
});

test('the process leaves no file in the folder of another one when it ends', async () => {
  await using deck = await openFlightDeck({ expectsMishaps: true });
  rmSync(deck.dataDir, { recursive: true });
  const second = await deck.open();
  await second.stop();
  rmSync(join(deck.dataDir, 'companion.db.clean'));
  await deck.stop();
  expect(existsSync(join(deck.dataDir, 'companion.db.clean'))).toBe(false);
});
