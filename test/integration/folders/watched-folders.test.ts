// Watched folders through the whole companion, in virtual time.
import type { Strip } from '../../../main/contract/strip.ts';
import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openFlightDeck } from '../../support/flight-deck.ts';
import { message } from '../../../main/messages/message.ts';
import { uploadedIds } from '../uploaded-ids.ts';

describe('watched folders', () => {
  test('new images are added when they are complete; earlier ones are not, unless requested', async () => {
    await using deck = await openFlightDeck();
    deck.image('before.png', deck.screenshots);
    await deck.answer('folders.add', { path: deck.screenshots, existing: false });
    await deck.until(async () => (await deck.state()).folders[0]?.existing === 1);
    deck.image('after.png', deck.screenshots);
    await deck.until(() => deck.emulator.flights.list().items.length === 1);
    expect(uploadedIds(deck)).toEqual(['after.png']);
    const [folder] = (await deck.state()).folders;
    await deck.answer('folders.addExisting', { id: folder!.id });
    await deck.until(() => deck.emulator.flights.list().items.length === 2);
  });

  test('images that appear while the app is closed are added at the next start', async () => {
    await using deck = await openFlightDeck();
    await deck.answer('folders.add', { path: deck.screenshots, existing: false });
    await deck.until(async () => (await deck.state()).folders[0]?.status === 'watching');
    await deck.stop();
    deck.image('meanwhile.png', deck.screenshots);
    await deck.restart();
    await deck.until(() => deck.emulator.flights.list().items.length === 1);
    expect(uploadedIds(deck)).toEqual(['meanwhile.png']);
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

  test('a missing folder is not watched, and the message says so', async () => {
    await using deck = await openFlightDeck();
    const path = `${deck.screenshots}-misspelt`;
    const answer = await deck.ask('folders.add', { path, existing: false });
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'folder-unavailable' } });
    expect(answer.ok ? null : answer.failure.message).toEqual(message('failure.folderMissing', { path }));
    expect((await deck.state()).folders).toEqual([]);
  });

  test('a folder that disappears stays in the list, marked as missing', async () => {
    await using deck = await openFlightDeck();
    await deck.answer('folders.add', { path: deck.screenshots, existing: false });
    await deck.until(async () => (await deck.state()).folders[0]?.status === 'watching');
    rmSync(deck.screenshots, { recursive: true });
    await deck.until(async () => (await deck.state()).folders[0]?.status === 'unavailable');
    expect((await deck.state()).folders[0]?.concern?.message.id).toBe('failure.folderUnavailable');
  });
});
