// In any interleaving of a sign-out, a switch and a refresh, in one process or in two, the right pilot is signed out,
// nothing of them is left, and no report is uploaded as another pilot.
import { expect, test } from 'vitest';
import { ok } from '../../../main/contract/failure.ts';
import { openFlightDeck, type FlightDeck } from '../../support/flight-deck.ts';
import { holdDeletes, whileTimePasses } from '../held-work.ts';

const demo = 'Demo Pilot';
const second = 'Second Pilot';

const accountsOf = async (deck: FlightDeck) =>
  (await deck.state()).accounts.map(({ name, isInUse }) => [name, isInUse] as const);
const idOf = async (deck: FlightDeck, name: string) =>
  (await deck.state()).accounts.find((account) => account.name === name)!.id;
const sent = (deck: FlightDeck) =>
  deck.emulator.flights.list().items.map(({ fileName, pilot }) => `${fileName} by ${pilot}`);
const tokensOfFirst = async (deck: FlightDeck) => deck.secrets.get(`tokens/${(await deck.state()).service.profile}`);

test('a slow sign-out signs out its own pilot, even if another one is active by then', async () => {
  await using deck = await openFlightDeck();
  await deck.signInAs('second');
  const letGo = holdDeletes(deck.secrets);
  const signingOut = deck.ask('account.signOut', {});
  await deck.answer('accounts.use', { id: await idOf(deck, demo) });
  letGo();
  expect(await whileTimePasses(deck, signingOut)).toEqual(ok(null));
  expect(await accountsOf(deck)).toEqual([[demo, true]]);
  await deck.drop(deck.image('mine.png'));
  await deck.until(() => sent(deck).length === 1);
  expect(sent(deck)).toEqual(['mine.png by demo']);
});

test('signs out the named pilot, even if another process has just switched accounts', async () => {
  await using deck = await openFlightDeck();
  await deck.signInAs('second');
  const id = await idOf(deck, demo);
  await using follower = await deck.open({ work: 'none' });
  expect(await follower.handle('accounts.use', { id })).toEqual(ok(null));
  await deck.answer('account.signOut', { id });
  expect((await accountsOf(deck)).map(([name]) => name)).toEqual([second]);
  expect(await tokensOfFirst(deck)).toEqual(ok(null));
  await deck.answer('accounts.use', { id: await idOf(deck, second) });
  expect((await deck.state()).account).toMatchObject({ status: 'signed-in', name: second });
});

test('the last choice of the active account counts, in any process', async () => {
  await using deck = await openFlightDeck();
  await deck.signInAs('second');
  await using follower = await deck.open({ work: 'none' });
  expect(await follower.handle('accounts.use', { id: await idOf(deck, demo) })).toEqual(ok(null));
  await deck.answer('accounts.use', { id: await idOf(deck, second) });
  await deck.pass(2_000);
  expect(await accountsOf(deck)).toEqual([
    [demo, false],
    [second, true],
  ]);
  expect((await deck.state()).account).toMatchObject({ name: second });
});

test('a sign-out in another process is followed by the one that uploads: nothing is uploaded any more', async () => {
  await using deck = await openFlightDeck();
  await using follower = await deck.open({ work: 'none' });
  expect(await follower.handle('account.signOut', {})).toEqual(ok(null));
  await deck.until(async () => (await deck.state()).account.status !== 'signed-in');
  await deck.drop(deck.image('whose.png'));
  await deck.passQuickly(120_000);
  expect(sent(deck)).toEqual([]);
  // The next sign-in may be of any pilot.
  deck.agreeAs('second');
  await deck.signIn();
  expect((await deck.state()).account).toMatchObject({ status: 'signed-in', name: second });
});

test('an account that was about to become active when the program ended is not refreshed any more', async () => {
  await using deck = await openFlightDeck();
  await deck.signInAs('second');
  const { get } = deck.secrets;
  const held = Promise.withResolvers<null>();
  deck.secrets.get = (name) => held.promise.then(() => get(name));
  const going = deck.ask('accounts.use', { id: await idOf(deck, demo) });
  const calls = () => deck.emulator.journal.list().items.filter(({ path }) => path === '/oauth/token').length;
  const before = calls();
  await whileTimePasses(deck, deck.companion().stop());
  held.resolve(null);
  await going;
  await deck.passQuickly(1_200_000);
  expect(calls()).toBe(before);
});

test('while it is unknown who has just signed in, no report of the previous pilot is uploaded with the new tokens', async () => {
  await using deck = await openFlightDeck({ minGapMs: 2_000 });
  await deck.answer('uploads.pause', {});
  await deck.drop(deck.image('a1.png'));
  deck.agreeAs('second');
  // The service does not name the pilot at first, and then after some time.
  const match = { path: '/oauth/userinfo' };
  deck.emulator.faults.add({ match, times: 1, effect: { type: 'status', status: 500 } });
  deck.emulator.faults.add({ match, times: 1, effect: { type: 'latency', ms: 8_000 } });
  const signingIn = deck.ask('account.signIn', {});
  await deck.until(async () => (await deck.state()).signIn?.step === 'storing');
  await deck.pass(1_000);
  await deck.answer('uploads.resume', {});
  await whileTimePasses(deck, signingIn);
  await deck.passQuickly(60_000);
  expect(sent(deck)).toEqual([]);
});
