// A raised maximum size releases held files.
import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openFlightDeck, pngOf } from '../../support/flight-deck.ts';

const mb = 1024 * 1024;

describe('a file that is larger than the maximum size', () => {
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
