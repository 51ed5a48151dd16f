// Several pilots signed in with one service: each has tokens, a queue, a rate limit and a history, one of them is
// active, and a report is never uploaded as another pilot.
import { describe, expect, test } from 'vitest';
import { ok, type Result } from '../../../main/contract/failure.ts';
import type { SecretStore } from '../../../main/core/platform/ports.ts';
import { nameText } from '../../../main/node/host/text.ts';
import { openFlightDeck, type FlightDeck } from '../../support/flight-deck.ts';

const accountsOf = async (deck: FlightDeck) =>
  (await deck.state()).accounts.map(({ name, isInUse, waiting }) => [nameText(name), isInUse, waiting]);
const idOf = async (deck: FlightDeck, name: string) =>
  (await deck.state()).accounts.find((account) => nameText(account.name) === name)!.id;
const use = async (deck: FlightDeck, name: string) => deck.answer('accounts.use', { id: await idOf(deck, name) });
const sent = (deck: FlightDeck) =>
  deck.emulator.flights
    .list()
    .items.map(({ fileName, pilot }) => `${fileName} by ${pilot}`)
    .toSorted();
const signIns = (deck: FlightDeck) =>
  deck.emulator.journal.list().items.filter(({ path }) => path === '/oauth/authorize').length;

const demo = 'Demo Pilot';
const second = 'Second Pilot';

describe('two pilots at one service', () => {
  test('the second signs in next to the first, and is active from then on', async () => {
    await using deck = await openFlightDeck();
    await deck.signInAs('second');
    expect(await accountsOf(deck)).toEqual([
      [demo, false, 0],
      [second, true, 0],
    ]);
    expect((await deck.state()).account).toMatchObject({ status: 'signed-in', name: second });
  });

  test('switching to another needs no new sign-in, here or after a restart, while that one’s tokens are valid', async () => {
    await using deck = await openFlightDeck();
    await deck.signInAs('second');
    const before = signIns(deck);
    await use(deck, demo);
    expect((await deck.state()).account).toMatchObject({ status: 'signed-in', name: demo });
    await deck.restart();
    expect((await deck.state()).account).toMatchObject({ status: 'signed-in', name: demo });
    // Longer than an access token lives: the refresh token of the other is still valid.
    await deck.passQuickly(3_600_000);
    await use(deck, second);
    await deck.drop(deck.image('theirs.png'));
    await deck.until(() => sent(deck).length === 1);
    expect(sent(deck)).toEqual(['theirs.png by second']);
    expect(signIns(deck)).toBe(before);
  });

  test('a job never changes its account: each report is uploaded as the pilot who was active when it was added', async () => {
    await using deck = await openFlightDeck({ minGapMs: 1_000 });
    await deck.answer('uploads.pause', {});
    await deck.drop(deck.image('a1.png'), deck.image('a2.png'));
    await deck.signInAs('second');
    await deck.drop(deck.image('b1.png'));
    await use(deck, demo);
    await deck.drop(deck.image('a3.png'));
    await use(deck, second);
    await deck.drop(deck.image('b2.png'));
    expect(await accountsOf(deck)).toEqual([
      [demo, false, 3],
      [second, true, 2],
    ]);
    await deck.answer('uploads.resume', {});
    await deck.until(() => sent(deck).length === 2);
    await deck.passQuickly(600_000);
    expect(sent(deck)).toEqual(['b1.png by second', 'b2.png by second']);
    const waiting = await deck.strips('needs-attention');
    expect(waiting.map(({ file }) => file?.name ?? '').toSorted()).toEqual(['a1.png', 'a2.png', 'a3.png']);
    expect(waiting[0]?.reason?.message.params).toEqual({ known: true, name: demo });
    // From the report itself, as from the menu.
    expect(waiting[0]?.actions).toContain('use-account');
    await deck.answer('strips.useAccount', { id: waiting[0]!.id });
    await deck.until(() => sent(deck).length === 5);
    expect(sent(deck)).toEqual([
      'a1.png by demo',
      'a2.png by demo',
      'a3.png by demo',
      'b1.png by second',
      'b2.png by second',
    ]);
  });

  test("an upload in progress when another account is chosen ends as its own pilot's", async () => {
    await using deck = await openFlightDeck({ minGapMs: 500 });
    await deck.signInAs('second');
    await use(deck, demo);
    deck.emulator.faults.add({
      match: { method: 'POST', path: '/api/v1/flights' },
      times: 1,
      effect: { type: 'latency', ms: 4_000 },
    });
    await deck.drop(deck.image('mine.png'));
    await deck.until(async () => (await deck.strips('queue'))[0]?.stage === 'uploading');
    await use(deck, second);
    await deck.drop(deck.image('theirs.png'));
    await deck.until(() => sent(deck).includes('theirs.png by second'));
    await use(deck, demo);
    await deck.until(() => sent(deck).length === 2);
    expect(sent(deck)).toEqual(['mine.png by demo', 'theirs.png by second']);
  });

  test('each has a separate rate limit and history', async () => {
    await using deck = await openFlightDeck({ minGapMs: 200 });
    await deck.drop(deck.image('mine.png'));
    await deck.until(async () => (await deck.strips('under-review')).length === 1);
    const spent = (await deck.state()).runway.requestsLeft;
    await deck.signInAs('second');
    const theirs = (await deck.state()).runway;
    expect(theirs.requestsLeft).toBeGreaterThan(spent);
    expect(theirs.past).toEqual([]);
    expect(await deck.strips('under-review')).toEqual([]);
    await use(deck, demo);
    expect((await deck.strips('under-review')).map(({ file }) => file?.name)).toEqual(['mine.png']);
  });

  test('the same pilot who signs in again stays one account, with only the new tokens', async () => {
    await using deck = await openFlightDeck();
    await deck.answer('account.signIn', { otherPilot: true });
    expect(await accountsOf(deck)).toEqual([[demo, true, 0]]);
    const key = (await deck.state()).service.profile;
    // The older ones are removed from the secret store: the first slot is free.
    expect(await deck.secrets.get(`tokens/${key}`)).toEqual(ok(null));
    await deck.drop(deck.image('mine.png'));
    await deck.until(() => sent(deck).length === 1);
    await deck.restart();
    expect((await deck.state()).account).toMatchObject({ status: 'signed-in', name: demo });
  });

  test('signing out one leaves the other signed in, and none is active until one is chosen', async () => {
    await using deck = await openFlightDeck();
    await deck.signInAs('second');
    await deck.answer('account.signOut', {});
    expect(await accountsOf(deck)).toEqual([[demo, false, 0]]);
    expect((await deck.state()).account).toMatchObject({ status: 'signed-out', name: second });
    await deck.drop(deck.image('whose.png'));
    await deck.passQuickly(60_000);
    expect(sent(deck)).toEqual([]);
    await use(deck, demo);
    await deck.until(() => sent(deck).length === 1);
    expect(sent(deck)).toEqual(['whose.png by demo']);
  });

  test('a consent that ended while another was active is reported as soon as its pilot is active', async () => {
    await using deck = await openFlightDeck();
    await deck.signInAs('second');
    deck.emulator.consents.revoke({ pilot: 'demo' });
    await use(deck, demo);
    await deck.until(async () => (await deck.state()).account.status === 'signed-out');
    expect((await deck.state()).account).toMatchObject({ name: demo, reason: { requiredAction: 'sign-in' } });
    expect(await accountsOf(deck)).toEqual([
      [demo, true, 0],
      [second, false, 0],
    ]);
    await deck.signIn();
    expect((await deck.state()).account).toMatchObject({ status: 'signed-in', name: demo });
  });
});

test('pilots whom the service does not name are still two accounts (A18)', async () => {
  await using deck = await openFlightDeck({ mode: 'strict', minGapMs: 500 });
  await deck.answer('uploads.pause', {});
  await deck.drop(deck.image('mine.png'));
  await deck.signInAs('second');
  await deck.drop(deck.image('theirs.png'));
  expect(await accountsOf(deck)).toEqual([
    ['Pilot at Emulator', false, 1],
    ['Pilot at Emulator (2)', true, 1],
  ]);
  await deck.answer('uploads.resume', {});
  await deck.until(() => sent(deck).length === 1);
  await use(deck, 'Pilot at Emulator');
  await deck.until(() => sent(deck).length === 2);
  expect(sent(deck)).toEqual(['mine.png by demo', 'theirs.png by second']);
});

test('another process on the data folder switches as well, and the process that uploads follows', async () => {
  await using deck = await openFlightDeck();
  await deck.signInAs('second');
  const follower = await deck.open({ work: 'none' });
  try {
    const answer = await follower.handle('accounts.use', { id: await idOf(deck, demo) });
    expect(answer).toEqual(ok(null));
    await deck.until(async () => {
      const { account } = await deck.state();
      return account.status === 'signed-in' && account.name === demo;
    });
    await deck.drop(deck.image('mine.png'));
    await deck.until(() => sent(deck).length === 1);
    expect(sent(deck)).toEqual(['mine.png by demo']);
  } finally {
    await follower.stop();
  }
});

test('tokens of every account are in the secret store only, each under its own name', async () => {
  await using deck = await openFlightDeck();
  const names: string[] = [];
  spyOnSet(deck.secrets, names);
  await deck.signInAs('second');
  const key = (await deck.state()).service.profile;
  expect(new Set(names)).toEqual(new Set([expect.stringMatching(new RegExp(`^tokens/${key}/[0-9a-f]{8}$`))]));
});

function spyOnSet(secrets: SecretStore, names: string[]) {
  const set = secrets.set.bind(secrets);
  (secrets as { set: SecretStore['set'] }).set = (name, value): Promise<Result<null>> => {
    names.push(name);
    return set(name, value);
  };
}
