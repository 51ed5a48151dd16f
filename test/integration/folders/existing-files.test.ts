// Files that are in a folder before it is watched, if the pilot wants them too.
import { expect, test } from 'vitest';
import { openFlightDeck } from '../../support/flight-deck.ts';

const recordsOf = (deck: Awaited<ReturnType<typeof openFlightDeck>>) => deck.emulator.flights.list().items.length;

test('are added if another process than the one that watches adds the folder', async () => {
  await using deck = await openFlightDeck();
  deck.image('before.png', deck.screenshots);
  const second = await deck.open();
  try {
    await second.handle('folders.add', { path: deck.screenshots, existing: true });
    await deck.until(() => recordsOf(deck) === 1);
    expect((await deck.state()).folders[0]).toMatchObject({ added: 1, existing: 0 });
  } finally {
    await second.stop();
  }
});

test('are added if the process ends before its first scan of the folder', async () => {
  await using deck = await openFlightDeck();
  deck.image('before.png', deck.screenshots);
  const second = await deck.open();
  // The folder is stored, and not scanned yet.
  await second.handle('folders.add', { path: deck.screenshots, existing: true });
  await second.stop();
  await deck.restart();
  await deck.until(() => recordsOf(deck) === 1);
  expect((await deck.state()).folders[0]).toMatchObject({ added: 1, existing: 0 });
});

test('stay where they are otherwise, also if another process adds the folder', async () => {
  await using deck = await openFlightDeck();
  deck.image('before.png', deck.screenshots);
  const second = await deck.open();
  try {
    await second.handle('folders.add', { path: deck.screenshots, existing: false });
    await deck.until(async () => (await deck.state()).folders[0]?.existing === 1);
    deck.image('after.png', deck.screenshots);
    await deck.until(() => recordsOf(deck) === 1);
    expect((await deck.state()).folders[0]).toMatchObject({ added: 1, existing: 1 });
  } finally {
    await second.stop();
  }
});
