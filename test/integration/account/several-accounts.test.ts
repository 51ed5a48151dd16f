// Several pilots signed in with one service: each has tokens, a queue, a rate limit and a history, and goes on whoever is
// shown. A report is never uploaded as another pilot.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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
const sent = (deck: FlightDeck) => {
  const { items } = deck.emulator.flights.list();
  return items.map(({ fileName, pilot }) => `${fileName} by ${pilot}`).toSorted();
};
const signIns = (deck: FlightDeck) =>
  deck.emulator.journal.list().items.filter(({ path }) => path === '/oauth/authorize').length;

const [demo, second] = ['Demo Pilot', 'Second Pilot'] as const;

describe('two pilots at one service', () => {
  test('a sign-in of another that cannot be stored leaves no tokens, and the first goes on', async () => {
    await using deck = await openFlightDeck({ expectsMishaps: true });
    const names: string[] = [];
    spyOnSet(deck.secrets, names);
    const database = new DatabaseSync(join(deck.dataDir, 'companion.db'));
    database.exec("CREATE TRIGGER full BEFORE INSERT ON accounts BEGIN SELECT RAISE(ABORT, 'full'); END");
    deck.agreeAs('second');
    expect(await deck.ask('account.signIn', { otherPilot: true })).toMatchObject({ ok: false });
    expect(await accountsOf(deck)).toEqual([[demo, true, 0]]);
    const stored = await Promise.all([...new Set(names)].map((name) => deck.secrets.get(name)));
    expect(stored).toEqual(stored.map(() => ok(null)));
    expect(stored).not.toEqual([]);
    await deck.drop(deck.image('mine.png'));
    await deck.until(() => sent(deck).length === 1);
    database.exec('DROP TRIGGER full');
    database.close();
    await deck.signInAs('second');
    expect(await accountsOf(deck)).toEqual([
      [demo, false, 0],
      [second, true, 0],
    ]);
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

  test('both upload side by side, each report as the pilot who was shown when it was added, without a switch', async () => {
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
    await deck.passQuickly(60_000);
    expect(sent(deck)).toEqual([]);
    await deck.answer('uploads.resume', {});
    await deck.until(() => sent(deck).length === 5);
    expect(sent(deck)).toEqual([
      'a1.png by demo',
      'a2.png by demo',
      'a3.png by demo',
      'b1.png by second',
      'b2.png by second',
    ]);
    expect(await deck.strips('needs-attention')).toEqual([]);
  });

  test('an upload whose answer was lost is looked up as its own pilot, while another one is shown', async () => {
    await using deck = await openFlightDeck({ minGapMs: 500 });
    const match = { method: 'POST', path: '/api/v1/flights' };
    deck.emulator.faults.add({ match, times: 1, effect: { type: 'drop', when: 'after' } });
    await deck.drop(deck.image('mine.png'));
    await deck.until(() => sent(deck).length === 1);
    await deck.signInAs('second');
    await deck.drop(deck.image('theirs.png'));
    await deck.until(() => sent(deck).length === 2);
    await deck.passQuickly(60_000);
    expect(sent(deck)).toEqual(['mine.png by demo', 'theirs.png by second']);
    await use(deck, demo);
    expect((await deck.strips()).map(({ stage }) => stage)).toEqual(['inferred']);
  });

  test('the reports of a watched folder are those of its pilot, whichever pilot is shown', async () => {
    await using deck = await openFlightDeck();
    const folder = async () => (await deck.state()).folders[0]!;
    const save = (name: string) => deck.image(name, deck.screenshots);
    await deck.answer('folders.add', { path: deck.screenshots, existing: false });
    await deck.signInAs('second');
    save('a.png');
    await deck.until(() => sent(deck).length === 1);
    expect((await folder()).pilot).toBe(demo);
    await deck.answer('folders.setRules', { id: (await folder()).id, rules: { pilot: null } });
    save('b.png');
    await deck.until(() => sent(deck).length === 2);
    await deck.answer('folders.setRules', { id: (await folder()).id, rules: { pilot: await idOf(deck, demo) } });
    await deck.answer('account.signOut', { id: await idOf(deck, demo) });
    save('c.png');
    await deck.until(async () => (await deck.state()).signedOut.length === 1);
    expect((await deck.state()).signedOut).toMatchObject([{ name: demo, reports: 1 }]);
    expect(sent(deck)).toEqual(['a.png by demo', 'b.png by second']);
  });

  test('the newest screenshot is one of a folder of the pilot who is shown', async () => {
    await using deck = await openFlightDeck();
    const path = deck.image('a.png', deck.screenshots);
    await deck.answer('folders.add', { path: deck.screenshots, existing: false });
    expect(await deck.companion().image('newest')).toMatchObject({ value: { path } });
    await deck.signInAs('second');
    expect(await deck.companion().image('newest')).toMatchObject({ ok: false });
    expect(await deck.companion().handle('folders.addNewest', {})).toMatchObject({ ok: false });
    const [folder] = (await deck.state()).folders;
    await deck.answer('folders.setRules', { id: folder!.id, rules: { pilot: null } });
    await deck.answer('folders.addNewest', {});
    await deck.until(() => sent(deck).length === 1);
    expect(sent(deck)).toEqual(['a.png by second']);
    expect(await deck.companion().image('newest'), 'is a report now').toMatchObject({ ok: false });
  });

  test('the board names the pilot who signed out last, has that one’s reports, and one line for the other’s', async () => {
    for (const first of [demo, second]) {
      await using deck = await openFlightDeck();
      await deck.answer('uploads.pause', {});
      await deck.drop(deck.image('a.png'));
      await deck.signInAs('second');
      await deck.drop(deck.image('b.png'));
      const last = first === demo ? second : demo;
      await deck.answer('account.signOut', { id: await idOf(deck, first) });
      await deck.passQuickly(1_000);
      await deck.answer('account.signOut', {});
      const { account, signedOut } = await deck.state();
      expect([account, signedOut]).toMatchObject([{ status: 'signed-out', name: last }, [{ name: first, reports: 1 }]]);
      const [own] = (await deck.strips('queue')).filter(({ pilot }) => !pilot?.isSignedOut);
      expect(own?.file?.name).toBe(last === demo ? 'a.png' : 'b.png');
    }
  });

  test('a file is of the pilot for whom it was dropped; while nobody is signed in, of the one who left last', async () => {
    await using deck = await openFlightDeck();
    await deck.signInAs('second');
    const pilot = await idOf(deck, demo);
    await deck.companion().addFiles([{ path: deck.image('a.png'), name: 'a.png', pilot }], { kind: 'dropped' });
    await deck.until(() => sent(deck).length === 1);
    expect(sent(deck)).toEqual(['a.png by demo']);
    await deck.answer('account.signOut', {});
    expect(await accountsOf(deck)).toEqual([[demo, true, 0]]);
    await deck.passQuickly(1_000);
    await deck.answer('account.signOut', {});
    await deck.drop(deck.image('b.png'));
    await deck.signInAs('second');
    expect((await deck.state()).signedOut).toMatchObject([{ name: demo, reports: 1 }]);
    deck.agreeAs('second');
    expect(await deck.ask('account.signIn', { pilot })).toMatchObject({ failure: { kind: 'other-pilot' } });
    deck.agreeAs('demo');
    await deck.answer('account.signIn', { pilot });
    await deck.until(() => sent(deck).includes('b.png by demo'));
  });

  test('a consent that ended while another pilot is shown is said, and its pilot signs in again', async () => {
    await using deck = await openFlightDeck();
    await deck.drop(deck.image('mine.png'));
    await deck.until(() => sent(deck).length === 1);
    await deck.signInAs('second');
    deck.emulator.consents.revoke({ pilot: 'demo' });
    await deck.until(async () => (await deck.state()).accounts[0]?.concern?.requiredAction === 'sign-in');
    expect((await deck.state()).account).toMatchObject({ status: 'signed-in', name: second });
    await use(deck, demo);
    expect((await deck.state()).account).toMatchObject({ name: demo, reason: { requiredAction: 'sign-in' } });
    await deck.signIn();
    expect((await deck.state()).account).toMatchObject({ status: 'signed-in', name: demo });
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

  test('the board has the shown pilot, or everyone with the pilot of each report, also after a sign-out', async () => {
    await using deck = await openFlightDeck();
    await deck.answer('uploads.pause', {});
    await deck.drop(deck.image('a.png'));
    await deck.signInAs('second');
    await deck.drop(deck.image('b.png'));
    const shown = async () =>
      (await deck.strips()).map(({ file, pilot }) => `${file?.name} of ${pilot && nameText(pilot.name)}`);
    expect(await shown()).toEqual([`b.png of ${second}`]);
    await deck.answer('accounts.showEveryone', {});
    expect(await shown()).toEqual([`a.png of ${demo}`, `b.png of ${second}`]);
    expect((await deck.state()).bays.queue).toBe(2);
    await use(deck, demo);
    expect(await shown()).toEqual([`a.png of ${demo}`]);
    await deck.answer('accounts.showEveryone', {});
    await deck.drop(deck.image('c.png'));
    expect(await shown()).toContain(`c.png of ${demo}`);
    await deck.answer('account.signOut', { id: await idOf(deck, demo) });
    expect(await deck.state()).toMatchObject({ account: { name: second }, signedOut: [{ name: demo, reports: 2 }] });
  });
});

test('a folder of an unnamed pilot who has signed out is for the pilot who is shown', async () => {
  await using deck = await openFlightDeck({ mode: 'strict' });
  await deck.answer('folders.add', { path: deck.screenshots, existing: false });
  const pilot = async () => (await deck.state()).folders[0]!.pilot;
  expect(await pilot()).not.toBeNull();
  await deck.answer('account.signOut', {});
  await deck.signIn();
  expect(await pilot()).toBeNull();
  deck.image('mine.png', deck.screenshots);
  await deck.until(() => sent(deck).length === 1);
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
  await deck.until(() => sent(deck).length === 2);
  expect(sent(deck)).toEqual(['mine.png by demo', 'theirs.png by second']);
});

function spyOnSet(secrets: SecretStore, names: string[]) {
  const set = secrets.set.bind(secrets);
  (secrets as { set: SecretStore['set'] }).set = (name, value): Promise<Result<null>> => {
    names.push(name);
    return set(name, value);
  };
}
