// Two companions on one data folder, in virtual time.
import { describe, expect, test } from 'vitest';
import { openFlightDeck } from '../../support/flight-deck.ts';

describe('two processes on one data folder', () => {
  test('the second adds files, the first uploads them, and both see what happens', async () => {
    await using deck = await openFlightDeck();
    const second = await deck.open();
    try {
      expect(deck.companion().isSender).toBe(true);
      expect(second.isSender).toBe(false);
      const path = deck.image('from-second.png');
      const added = await second.addFiles([{ path, name: 'from-second.png' }], { kind: 'command-line' });
      expect(added.ok && added.value[0]?.outcome).toBe('added');
      await deck.until(() => deck.emulator.flights.list().items.length === 1);
      await deck.pass(1_000);
      // A folder that the second adds is watched by the first.
      await second.handle('folders.add', { path: deck.screenshots, existing: false });
      await deck.until(async () => (await deck.state()).folders[0]?.status === 'watching');
      deck.image('in-folder.png', deck.screenshots);
      await deck.until(() => deck.emulator.flights.list().items.length === 2);
      const looked = await second.handle('app.state', {});
      expect(looked).toMatchObject({ ok: true, value: { isWorking: false, folders: [{ added: 1 }] } });
      const detail = await second.handle('strips.detail', { id: 'job-1' });
      expect(detail).toMatchObject({ ok: true, value: { strip: { flight: { id: 4700 } } } });
    } finally {
      await second.stop();
    }
  });
});

test('when the leader ends, the follower takes over', async () => {
  await using deck = await openFlightDeck();
  await deck.answer('uploads.pause', {});
  await deck.drop(deck.image('left-behind.png'));
  const second = await deck.open();
  try {
    await deck.stop();
    await second.handle('uploads.resume', {});
    for (let tries = 0; deck.emulator.flights.list().items.length === 0 && tries < 100; tries += 1)
      await deck.pass(250);
    expect(second.isSender).toBe(true);
    expect(deck.emulator.flights.list().items.map((flight) => flight.fileName)).toEqual(['left-behind.png']);
  } finally {
    await second.stop();
  }
});
