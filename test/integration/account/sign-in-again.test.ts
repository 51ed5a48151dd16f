// A sign-in is for the pilot whose reports are here: another pilot changes nothing, unless intended.
import { describe, expect, test } from 'vitest';
import { openFlightDeck } from '../../support/flight-deck.ts';

/** A deck on which the first pilot has a waiting report, and the second one approves from now on. */
async function deckOfTwo() {
  const deck = await openFlightDeck();
  await deck.ask('uploads.pause', {});
  await deck.drop(deck.image());
  deck.agreeAs('second');
  return deck;
}

describe('another pilot approves than the one whose reports are here', () => {
  test('nothing is changed even after the first one’s consent has ended', async () => {
    await using deck = await deckOfTwo();
    deck.emulator.consents.revoke({ pilot: 'demo' });
    await deck.ask('uploads.resume', {});
    await deck.until(async () => (await deck.state()).account.status === 'signed-out');
    expect(await deck.ask('account.signIn', {})).toMatchObject({ ok: false, failure: { kind: 'other-pilot' } });
    expect((await deck.state()).account).toMatchObject({ status: 'signed-out', reason: { kind: 'other-pilot' } });
    expect(deck.sent()).toEqual([]);
  });

  test('a sign-in as another pilot is allowed, and so is one after a sign-out', async () => {
    await using deck = await deckOfTwo();
    expect(await deck.ask('account.signIn', { otherPilot: true })).toMatchObject({ ok: true });
    expect((await deck.state()).account).toMatchObject({ status: 'signed-in', name: 'Second Pilot' });
    await deck.ask('account.signOut', {});
    deck.agreeAs('demo');
    expect(await deck.ask('account.signIn', {})).toMatchObject({ ok: true });
  });
});
