// The rules of a folder through the whole companion, on a real file system, against the emulator.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { logbookFilterSchema } from '../../../main/contract/logbook.ts';
import { type FlightDeck, openFlightDeck, pngOf } from '../../support/flight-deck.ts';
import { change, folderOf, save, sent, watch } from './ruled-folder.ts';
import type { ImageReader } from '../../../main/core/platform/ports.ts';
import type { FolderRulesChange } from '../../../main/contract/folder-rules.ts';
import { ok } from '../../../main/contract/failure.ts';
import { emptyEntry } from '../../../main/contract/own-entry.ts';
import type { Strip } from '../../../main/contract/strip.ts';

test('a narrower rule for names leaves earlier files alone', async () => {
  await using deck = await openFlightDeck();
  for (const name of ['report-1.png', 'holiday.png']) save(deck, name);
  await watch(deck, {});
  expect(await folderOf(deck)).toMatchObject({ existing: 2 });
  await change(deck, { names: ['report-*'] });
  expect(await folderOf(deck)).toMatchObject({ existing: 1, otherNames: 1 });
  await deck.answer('folders.addExisting', { id: (await folderOf(deck)).id });
  await deck.until(() => sent(deck).length === 1);
  await deck.pass(10_000);
  expect(sent(deck)).toEqual(['report-1.png']);
});

describe('approval', () => {
  test('an image is stored at once, waits for approval, and is uploaded with it', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, { approval: true });
    save(deck, 'a.png');
    await deck.until(async () => (await deck.state()).queue.approval === 1);
    rmSync(join(deck.screenshots, 'a.png'));
    await deck.pass(20_000);
    expect(sent(deck)).toEqual([]);
    const [strip] = await deck.strips('needs-attention');
    expect(strip).toMatchObject({
      stage: 'approval',
      actor: 'you',
      hasImage: true,
      reason: { kind: 'approval-needed', requiredAction: 'decision' },
      actions: ['approve', 'reject'],
    });
    await deck.restart();
    await deck.answer('strips.approve', { id: strip!.id });
    await deck.until(() => sent(deck).length === 1);
    const { history } = await deck.answer('strips.detail', { id: strip!.id });
    expect(history.map((one) => one.message.id)).toEqual(
      expect.arrayContaining(['history.approvalNeeded', 'history.approved']),
    );
  });

  test('a rejected image is kept, is not added again under another name, and can be uploaded after all', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, { approval: true });
    save(deck, 'a.png', 'no report');
    await deck.until(async () => (await deck.state()).queue.approval === 1);
    const [strip] = await deck.strips('needs-attention');
    await deck.answer('strips.reject', { id: strip!.id });
    expect((await deck.state()).bays).toMatchObject({ 'needs-attention': 0, queue: 0, 'not-uploaded': 1 });
    const rejected = await deck.strips('not-uploaded');
    expect(rejected).toMatchObject([{ stage: 'not-uploaded', actions: ['approve', 'remove'] }]);

    save(deck, 'copy.png', 'no report');
    await deck.until(async () => (await folderOf(deck)).skipped.length === 1);
    const { skipped } = await folderOf(deck);
    expect(skipped).toMatchObject([{ name: 'copy.png', message: { id: 'failure.declinedBefore' } }]);
    expect((await deck.state()).queue).toMatchObject({ approval: 0, declined: 1 });

    const [again] = await deck.drop(join(deck.screenshots, 'copy.png'));
    expect(again).toMatchObject({ outcome: 'duplicate', stripId: strip!.id });
    expect(again?.message.id).toBe('intake.declinedBefore');

    await deck.answer('strips.approve', { id: strip!.id });
    await deck.until(() => sent(deck).length === 1);
  });
});

/** Finds no text on the images in this order: the spool has names of its own. */
const reader =
  (answers: (boolean | null)[], route: unknown = null): ImageReader =>
  (question, { answer }) => ({
    look: () => queueMicrotask(() => answer(question === 'text' ? (answers.shift() ?? null) : route)),
    end() {},
  });

test('a folder that advises uploads a picture, and its report and its explanation say what was seen', async () => {
  await using deck = await openFlightDeck({ imageReader: reader([false]) });
  await watch(deck, { withoutText: 'advise' });
  save(deck, 'view.png');
  await deck.until(async () => (await deck.strips()).some((strip) => strip.lacksText));
  await deck.until(() => sent(deck).length === 1);
  const path = join(deck.screenshots, 'view.png');
  const explained = await deck.answer('files.explain', { path });
  expect(explained).toMatchObject({ lacksText: true });
  expect(explained.lines[0]).toMatchObject({ at: null, message: { id: 'shared.lacksText' } });
});

test('the route that an image looks like is told after it is queued, and explained until the pilot tells it', async () => {
  const place = { x: 0.1, y: 0.2, width: 0.1, height: 0.05 };
  const route = { from: 'EKCH', to: 'EDDF', places: [place, place], by: 'labels' };
  let isOnBattery = true;
  await using deck = await openFlightDeck({ imageReader: reader([], route), isOnBattery: () => isOnBattery });
  await deck.answer('settings.change', { readsRoutes: 'plugged' });
  save(deck, 'report.png');
  const path = join(deck.screenshots, 'report.png');
  const id = (await deck.drop(path))[0]!.stripId!;
  const strip = async () => (await deck.strips()).find((one) => one.id === id)!;
  await deck.until(async () => (await strip()).flight !== null);
  expect((await strip()).looksLike).toBeNull();
  isOnBattery = false;
  await deck.answer('flights.refresh', {});
  await deck.until(async () => (await strip()).looksLike !== null);
  expect((await strip()).looksLike).toEqual(route);
  const explained = await deck.answer('files.explain', { path });
  expect(explained.lines[0]).toMatchObject({ at: null, message: { id: 'shared.looksLike', params: { from: 'EKCH' } } });
  await deck.answer('strips.setOwnEntry', { id, entry: { ...emptyEntry, icaoOut: 'EKCH', icaoIn: 'EDDF' } });
  expect((await strip()).looksLike).toBeNull();

  await deck.answer('settings.change', { readsRoutes: 'never' });
  save(deck, 'other.png', 'another');
  await deck.drop(join(deck.screenshots, 'other.png'));
  await deck.until(() => sent(deck).length === 2);
  const other = async () => (await deck.strips()).find((one) => one.file?.name === 'other.png')?.looksLike;
  expect(await other()).toBeNull();
  await deck.answer('settings.change', { readsRoutes: 'always' });
  await deck.until(async () => (await other()) !== null);
});

test('what is taught with one report is used for those that came before, until it is forgotten', async () => {
  const words = ['Departure', 'EKCH', 'Arrival', 'EDDF', 'Aircraft', 'Remarks', 'Network'].map((text, at) => ({
    text,
    confidence: 95,
    box: { x: 150 * at, y: 10, width: 100, height: 15 },
  }));
  const imageReader: ImageReader = (question, { answer }) => ({
    look({ layouts }) {
      const route =
        layouts.length > 0 ? { from: 'LOWW', to: 'LIRF', aircraft: 'B738', places: [], by: 'layout' } : null;
      queueMicrotask(() => answer(question === 'words' ? { width: 1280, height: 720, words } : route));
    },
    end() {},
  });
  await using deck = await openFlightDeck({ imageReader });
  await deck.answer('settings.change', { readsRoutes: 'always' });
  save(deck, 'one.png', 'one');
  save(deck, 'two.png', 'two');
  const paths = ['one.png', 'two.png'].map((name) => join(deck.screenshots, name));
  const [one, two] = (await deck.drop(...paths)).map(({ stripId }) => stripId!);
  const strip = async (id: string | undefined) => (await deck.strips()).find((each) => each.id === id)!;
  await deck.until(async () => (await strip(one)).flight !== null);
  const teach = async (icaoOut: string) => {
    await deck.answer('strips.setOwnEntry', { id: one!, entry: { ...emptyEntry, icaoOut, icaoIn: 'EDDF' } });
    return deck.ask('layouts.teach', { id: one! });
  };
  expect(await teach('LPPT')).toMatchObject({ ok: false, failure: { kind: 'not-now' } });
  expect(await teach('EKCH')).toMatchObject({ ok: true });
  await deck.until(async () => (await strip(two)).looksLike?.from === 'LOWW');
  expect((await deck.state()).service.layouts).toBe(1);
  await deck.answer('layouts.forget', {});
  expect((await deck.state()).service.layouts).toBe(0);
  // What is forgotten while an image is read is not taught after it.
  const taught = deck.ask('layouts.teach', { id: one! });
  await deck.answer('layouts.forget', {});
  expect([await taught, (await deck.state()).service.layouts]).toMatchObject([{ ok: false }, 0]);
});

const left = (deck: FlightDeck) => readdirSync(deck.screenshots).toSorted();

describe('after the upload', () => {
  const move = (to: string): FolderRulesChange => ({ afterUpload: { kind: 'move', to } });

  test('the uploaded file is moved to the folder, and nothing else is', async () => {
    await using deck = await openFlightDeck();
    save(deck, 'old.png');
    await watch(deck, { ...move('Sent'), names: ['report*', 'old*'] });
    save(deck, 'report-1.png');
    save(deck, 'holiday.png');
    await deck.until(() => left(deck).includes('Sent') && !left(deck).includes('report-1.png'));
    expect(left(deck)).toEqual(['Sent', 'holiday.png', 'old.png']);
    expect(readdirSync(join(deck.screenshots, 'Sent'))).toEqual(['report-1.png']);
    const [strip] = (await deck.strips()).filter((one) => one.file?.name === 'report-1.png');
    await deck.until(async () => {
      const { history } = await deck.answer('strips.detail', { id: strip!.id });
      return history.some((one) => one.message.id === 'history.moved');
    });
    await deck.pass(40_000);
    expect(sent(deck)).toEqual(['report-1.png']);
  });

  test('after an exit between the answer and the move, it is moved at the next start', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, move('Sent'));
    // A file in place of the folder: the move must fail.
    writeFileSync(join(deck.screenshots, 'Sent'), '');
    save(deck, 'a.png');
    await deck.until(async () => (await folderOf(deck)).notFiled.length === 1);
    expect((await folderOf(deck)).notFiled[0]?.message).toMatchObject({
      id: 'failure.notMoved',
      params: { to: expect.stringMatching(/Sent$/) as string },
    });
    rmSync(join(deck.screenshots, 'Sent'));
    await deck.restart();
    await deck.until(() => left(deck).join() === 'Sent');
    expect(readdirSync(join(deck.screenshots, 'Sent'))).toEqual(['a.png']);
    await deck.until(async () => (await folderOf(deck)).notFiled.length === 0);
  });

  test('the trash gets it if this computer has one', async () => {
    const trashed: string[] = [];
    await using deck = await openFlightDeck({
      trash: async (path) => {
        trashed.push(path);
        rmSync(path);
        return ok(null);
      },
    });
    await watch(deck, { afterUpload: { kind: 'trash' } });
    save(deck, 'a.png');
    await deck.until(() => trashed.length === 1);
    expect(left(deck)).toEqual([]);
    await deck.restart();
    await deck.pass(10_000);
    expect(trashed).toHaveLength(1);
  });
});

describe('a dry run', () => {
  const dryRun = (deck: FlightDeck, more: { existing?: boolean; names?: string[] } = {}) =>
    deck.answer('folders.dryRun', {
      path: deck.screenshots,
      existing: more.existing ?? false,
      names: more.names ?? null,
      approval: null,
      limit: 100,
    });
  const outcomes = ({ files }: Awaited<ReturnType<typeof dryRun>>) =>
    files.map((file) => `${file.name}: ${file.outcome}`);

  test('predicts for each file what the watch then does, and adds nothing', async () => {
    await using deck = await openFlightDeck();
    await deck.drop(deck.file('elsewhere.png', pngOf('known')));
    await deck.until(() => sent(deck).length === 1);
    save(deck, 'report-1.png');
    save(deck, 'report-2.png', 'known');
    save(deck, 'holiday.png');
    writeFileSync(join(deck.screenshots, 'report-3.png'), pngOf('half').subarray(0, 40));
    writeFileSync(join(deck.screenshots, 'report-4.png'), 'no image at all');
    writeFileSync(join(deck.screenshots, 'report-5.webp'), 'RIFF....WEBP');
    writeFileSync(join(deck.screenshots, 'report-6.png'), pngOf('large', 11 * 1024 * 1024));
    writeFileSync(join(deck.screenshots, 'notes.txt'), 'not looked at');

    const said = await dryRun(deck, { existing: true, names: ['report-*'] });
    expect(outcomes(said)).toEqual([
      'holiday.png: leave',
      'report-1.png: send',
      'report-2.png: known',
      'report-3.png: wait',
      'report-4.png: leave',
      'report-5.webp: leave',
      'report-6.png: hold',
    ]);
    expect(said.counts).toEqual({ send: 1, ask: 0, hold: 1, wait: 1, known: 1, leave: 3 });
    expect((await deck.state()).folders).toEqual([]);
    expect((await deck.state()).queue.waiting).toBe(0);

    await watch(deck, { names: ['report-*'] }, true);
    await deck.until(async () => (await folderOf(deck)).skipped.length === 2);
    await deck.until(() => sent(deck).length === 2);
    expect(sent(deck)).toEqual(['elsewhere.png', 'report-1.png']);
    const needAttention = () => deck.strips('needs-attention');
    await deck.until(async () => (await needAttention()).some((one) => one.file?.name === 'report-6.png'));
    const state = await folderOf(deck);
    expect(state).toMatchObject({ otherNames: 1, growing: 1 });
    expect(state.skipped.map(({ name }) => name).toSorted()).toEqual(['report-4.png', 'report-5.webp']);
    const message = new Map(said.files.map((file) => [file.name, file.message]));
    for (const { name, message: real } of state.skipped) expect(message.get(name)).toEqual(real);
  });
});

test('a reason that holds all reports is shown on each of them, anywhere in the queue', async () => {
  await using deck = await openFlightDeck({ signedIn: false });
  await deck.drop(...Array.from({ length: 70 }, () => deck.image()));
  await deck.answer('uploads.pause', {});
  await deck.signIn();
  await deck.pass(500);
  const drawn = new Map<string, Strip>();
  const hear = () => {
    for (const event of deck.events)
      if (event.type === 'strips.changed') for (const strip of event.strips) drawn.set(strip.id, strip);
  };
  hear();
  expect([...drawn.values()].map((strip) => strip.uploadsAt)).toEqual(Array.from({ length: 70 }, () => null));
  await deck.answer('uploads.resume', {});
  await deck.pass(500);
  hear();
  const waiting = [...drawn.values()].filter((strip) => strip.stage === 'waiting');
  expect(waiting.length).toBeGreaterThanOrEqual(68);
  expect(waiting.every((strip) => strip.uploadsAt !== null)).toBe(true);
  await deck.answer('uploads.pause', {});
  await deck.pass(500);
  hear();
  expect([...drawn.values()].filter((strip) => strip.uploadsAt !== null)).toEqual([]);
});

test('a record with another route than the image looks like is said to differ, and found by the filter', async () => {
  const place = { x: 0.1, y: 0.2, width: 0.1, height: 0.05 };
  const looksLike = { from: 'LIRF', to: 'LPPT', places: [place, place], by: 'labels' };
  await using deck = await openFlightDeck({ scenario: 'records-differ', imageReader: reader([], looksLike) });
  await deck.answer('settings.change', { readsRoutes: 'always' });
  save(deck, 'report.png');
  const id = (await deck.drop(join(deck.screenshots, 'report.png')))[0]!.stripId!;
  const strip = async () => (await deck.strips()).find((one) => one.id === id)!;
  await deck.until(async () => (await strip()).stage === 'completed');
  expect(await strip()).toMatchObject({ looksLike, flight: { icaoOut: 'LIRF', icaoIn: 'LEMD' } });
  const filter = logbookFilterSchema.parse({ differs: true });
  expect(await deck.answer('logbook.totals', { filter })).toMatchObject({ flights: 1 });
});
