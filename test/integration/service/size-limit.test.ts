// A raised maximum size releases held files: in a watched folder, and after approval if the folder requires it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFlightDeck, pngOf, type FlightDeck } from '../../support/flight-deck.ts';

const mb = 1024 * 1024;
const folderOf = async (deck: FlightDeck) => (await deck.state()).folders[0]!;

async function watchWithLimit(deck: FlightDeck, approval: boolean) {
  await deck.answer('settings.change', { maxFileBytes: mb });
  await deck.answer('folders.add', { path: deck.screenshots, existing: false, rules: { approval } });
}

describe('a file that is larger than the maximum size', () => {
  test.each([
    ['larger', 2],
    ['many times larger', 9],
  ])('%s: is uploaded once the maximum is raised', async (_, megabytes) => {
    await using deck = await openFlightDeck();
    await watchWithLimit(deck, false);
    writeFileSync(join(deck.screenshots, 'large.png'), pngOf('large', megabytes * mb));
    await deck.until(async () => {
      const { skipped, added } = await folderOf(deck);
      return skipped.length + added === 1;
    });
    await deck.pass(20_000);
    expect(deck.sent()).toEqual([]);
    await deck.answer('settings.change', { maxFileBytes: 9.5 * mb });
    await deck.until(() => deck.sent().length === 1);
  });

  test('waits for approval first if its folder requires it', async () => {
    await using deck = await openFlightDeck();
    await watchWithLimit(deck, true);
    writeFileSync(join(deck.screenshots, 'large.png'), pngOf('large', 2 * mb));
    await deck.until(async () => (await deck.strips('needs-attention')).length === 1);
    await deck.answer('settings.change', { maxFileBytes: 9.5 * mb });
    await deck.pass(20_000);
    expect((await deck.strips('needs-attention')).map(({ reason }) => reason?.kind)).toEqual(['approval-needed']);
    expect(deck.sent()).toEqual([]);
  });

  test('is never uploaded as another pilot who signs in, unless that pilot chooses to', async () => {
    await using deck = await openFlightDeck();
    await deck.answer('settings.change', { maxFileBytes: mb });
    const path = deck.image('large.png');
    writeFileSync(path, pngOf('large', 2 * mb));
    await deck.drop(path);
    await deck.answer('account.signOut', {});
    deck.emulator.signIn({ pilot: 'second' });
    await deck.signInAs('second');
    const [others] = await deck.strips('needs-attention');
    expect(others).toMatchObject({ pilot: { name: 'Demo Pilot' }, reason: { kind: 'file-too-large' } });
    await deck.answer('settings.change', { maxFileBytes: 9.5 * mb });
    await deck.passQuickly(60_000);
    expect(deck.sent()).toEqual([]);
    expect(await deck.strips('queue')).toMatchObject([{ reason: { message: { id: 'failure.otherPilot' } } }]);
    await deck.answer('strips.uploadAsMe', { id: others!.id });
    await deck.until(() => deck.sent().length === 1);
    expect(deck.emulator.flights.list().items.map(({ pilot }) => pilot)).toEqual(['second']);
  });
});
