// A sign-in in the vault with a passphrase, across restarts: reports wait while it is locked, and continue when it is
// unlocked, without a new sign-in.
import { expect, test } from 'vitest';
import type { AppState } from '../../../main/contract/state.ts';
import { openSealedSecrets, passphrase } from '../../node/secrets/vault-under-test.ts';
import { openFlightDeck, type FlightDeck } from '../../support/flight-deck.ts';

const openDeck = () => openFlightDeck({ signedIn: false, openSecrets: openSealedSecrets });
const unlock = (deck: FlightDeck, word = passphrase) => deck.answer('secrets.unlock', { passphrase: word });
const signIns = (deck: FlightDeck) =>
  deck.emulator.journal.list().items.filter(({ path }) => path === '/oauth/authorize').length;
const accountIs = (deck: FlightDeck, holds: (state: AppState) => boolean) => async () => holds(await deck.state());
const flights = (deck: FlightDeck) => deck.sent().length;

test('a report that was added while the vault was locked waits, and is uploaded when it is unlocked, with the same sign-in', async () => {
  await using deck = await openDeck();
  await unlock(deck);
  await deck.signIn();
  await deck.drop(deck.image('before.png'));
  await deck.until(() => flights(deck) === 1);
  await deck.restart();
  expect(await deck.state()).toMatchObject({
    account: { status: 'signed-out', reason: { kind: 'vault-locked' } },
    secretsConcern: { kind: 'vault-locked', requiredAction: 'passphrase' },
    secretStorage: { vault: 'locked' },
  });
  await deck.drop(deck.image('after.png'));
  await deck.passQuickly(120_000);
  expect(flights(deck)).toBe(1);
  await unlock(deck);
  await deck.until(() => flights(deck) === 2);
  expect(await deck.state()).toMatchObject({ account: { status: 'signed-in' }, secretsConcern: null });
  expect(signIns(deck)).toBe(1);
});

test('the sign-in of another pilot that is being stored is no orphan yet, and its tokens stay', async () => {
  await using deck = await openDeck();
  await unlock(deck);
  await deck.signIn();
  deck.emulator.faults.add({ match: { path: '/oauth/userinfo' }, times: 1, effect: { type: 'latency', ms: 5_000 } });
  const signingIn = deck.signInAs('second');
  await deck.until(accountIs(deck, ({ signIn }) => signIn?.step === 'storing'));
  await deck.pass(1_000);
  expect(await deck.ask('secrets.removeOrphans', {})).toMatchObject({ ok: false, failure: { kind: 'not-now' } });
  await deck.until(accountIs(deck, ({ accounts }) => accounts.length === 2));
  await signingIn;
  expect(await deck.answer('secrets.removeOrphans', {})).toEqual({ count: 0 });
  await deck.restart();
  await unlock(deck);
  await deck.until(accountIs(deck, ({ account }) => account.status === 'signed-in' && account.name === 'Second Pilot'));
});
