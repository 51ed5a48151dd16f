// Failures next to the upload itself: each is reported, nothing exits, and the queue continues.
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { mountSmallDisk } from '../core/storage/small-disk.ts';
import type { AppState } from '../../main/contract/state.ts';
import { openFlightDeck } from '../support/flight-deck.ts';

it("a follower keeps running when the leader's lock cannot be checked", async () => {
  await using deck = await openFlightDeck();
  await using other = await deck.open();
  const lock = join(deck.dataDir, 'leader.lock');
  rmSync(lock);
  mkdirSync(lock);
  await deck.pass(3_000);
  expect(deck.warnings.filter((message) => message.includes('could not be checked'))).toHaveLength(1);
  // It still runs, and takes over as soon as it can.
  expect(await other.handle('app.state', {})).toMatchObject({ ok: true });
  rmSync(lock, { recursive: true });
  await deck.stop();
  await deck.pass(2_000);
  expect(other.isLeader).toBe(true);
});

describe('a follower while the leader signs in', () => {
  it('adds files for that pilot, and they are uploaded', async () => {
    await using deck = await openFlightDeck({ signedIn: false });
    await using other = await deck.open();
    await deck.signIn();
    // Immediately: it has not read the state since.
    const path = deck.image();
    expect(await other.addFiles([{ path, name: 'report.png' }], { kind: 'dropped' })).toMatchObject({ ok: true });
    await deck.until(() => deck.sent().length === 1, 30_000);
  });

  it('is signed in as that pilot as well, and again after the sign-in had ended', async () => {
    await using deck = await openFlightDeck({ signedIn: false });
    await using other = await deck.open();
    const accountOf = async () => {
      const state = await other.handle('app.state', {});
      if (!state.ok) throw new Error(state.failure.message.id);
      return (state.value as AppState).account;
    };
    await deck.signIn();
    await deck.pass(3_000);
    expect(await accountOf()).toMatchObject({ status: 'signed-in', name: 'Demo Pilot' });
    deck.emulator.consents.revoke({ pilot: 'demo' });
    await deck.drop(deck.image());
    await deck.until(async () => (await deck.state()).account.status === 'signed-out');
    await deck.pass(3_000);
    expect(await accountOf()).toMatchObject({ status: 'signed-out' });
    await deck.signIn();
    await deck.pass(3_000);
    expect(await accountOf()).toMatchObject({ status: 'signed-in', name: 'Demo Pilot' });
  });

  it('and files it added while no one was signed in are uploaded as well', async () => {
    await using deck = await openFlightDeck();
    await using other = await deck.open();
    const path = deck.image();
    await other.addFiles([{ path, name: 'report.png' }], { kind: 'dropped' });
    using database = new DatabaseSync(join(deck.dataDir, 'companion.db'));
    database.exec('UPDATE jobs SET account_id = NULL');
    await deck.until(() => deck.sent().length === 1, 30_000);
  });
});

it('a companion that is stopped twice answers both when it has stopped', async () => {
  await using deck = await openFlightDeck();
  const companion = deck.companion();
  const first = companion.stop();
  expect(companion.stop()).toBe(first);
  await first;
  // Its lock is released: the next one works.
  await deck.restart();
  expect(deck.companion().isLeader).toBe(true);
});

it('while the disk is full a sign-in is refreshed, and reports upload when there is space', async ({ skip }) => {
  const mountPoint = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const disk = mountSmallDisk(mountPoint, 4);
  try {
    skip(!disk.isMounted, disk.why);
    await using deck = await openFlightDeck({
      dataDir: join(mountPoint, 'data'),
      signedIn: false,
      expectsMishaps: true,
    });
    await deck.drop(deck.image());
    disk.fill();
    await deck.signIn();
    disk.empty();
    await deck.until(async () => (await deck.state()).bays.queue === 0, 600_000);
    await deck.passQuickly(900_000);
    disk.fill();
    await deck.passQuickly(3_600_000);
    disk.empty();
    await deck.pass(10_000);
    expect((await deck.state()).account).toMatchObject({ status: 'signed-in', concern: null });
    await deck.drop(deck.image());
    await deck.until(async () => (await deck.state()).bays.queue === 0, 60_000);
    expect(deck.sent()).toHaveLength(2);
  } finally {
    disk.unmount();
    rmSync(mountPoint, { recursive: true, force: true });
  }
});

it('another pilot’s report that is also one’s own is not uploaded again, and that is reported', async () => {
  await using deck = await openFlightDeck();
  await deck.answer('uploads.pause', {});
  const path = deck.image('the-same.png');
  await deck.drop(path);
  await deck.answer('account.signOut', {});
  deck.emulator.signIn({ pilot: 'second' });
  await deck.signInAs('second');
  await deck.drop(path);
  const others = (await deck.strips('queue')).find((strip) => strip.actions.includes('upload-as-me'));
  const answer = await deck.ask('strips.uploadAsMe', { id: others!.id });
  expect(answer).toMatchObject({ ok: false, failure: { kind: 'not-now' } });
  expect(answer.ok ? '' : answer.failure.message.id).toBe('failure.alreadyYours');
});

it('a service that starts its numbering again has other flights under known numbers: they get no screenshot of another flight', async () => {
  await using deck = await openFlightDeck();
  await deck.drop(deck.image('mine.png'));
  await deck.until(async () => (await deck.strips('completed')).length === 1);
  const [before] = await deck.strips('completed');
  deck.emulator.reset();
  deck.emulator.signIn({ pilot: 'demo' });
  await deck.signInAs('demo');
  deck.emulator.flights.add({ count: 1, pilot: 'demo', figures: { icao_out: 'LOWG', icao_in: 'EDDM' } });
  await deck.until(async () => (await deck.strips('completed')).some(({ flight }) => flight?.icaoOut === 'LOWG'));
  const strips = await deck.strips('completed');
  expect(strips.map(({ file, flight }) => [file?.name ?? null, flight?.id ?? null])).toEqual([
    ['mine.png', null],
    [null, before!.flight!.id],
  ]);
});

it('data that is damaged while it is open is reported, ends nothing, and is recovered at the next start', async () => {
  await using deck = await openFlightDeck({ expectsMishaps: true });
  await deck.answer('uploads.pause', {});
  for (let count = 0; count < 30; count += 1) await deck.drop(deck.image());
  await deck.state();
  const path = join(deck.dataDir, 'companion.db');
  // Like a failing disk: everything behind the first page reads as something else.
  const other = new DatabaseSync(path);
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  other.close();
  const file = openSync(path, 'r+');
  for (let at = 4096; at < statSync(path).size; at += 4096) writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, at);
  closeSync(file);
  await deck.pass(2_000);
  const damaged = { kind: 'data-unreadable', code: 'damaged' };
  expect(await deck.ask('app.state', {})).toMatchObject({ ok: false, failure: damaged });
  expect(deck.events.at(-1)).toMatchObject({ type: 'state.changed', state: { dataConcern: damaged } });
  await deck.passQuickly(3_600_000);
  await deck.restart();
  expect((await deck.state()).dataConcern).toMatchObject({ code: 'rescued' });
  expect(await deck.strips('needs-attention')).toHaveLength(30);
});
