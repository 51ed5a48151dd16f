// Hostile sequences with several services: switches, removals, changed addresses, other processes and failures at the
// worst moment. No report is lost, uploaded twice or at another service, and no service is stopped in silence.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { type defaultSettings, newService } from '../../../main/contract/settings.ts';
import type { SystemNotification } from '../../../main/core/platform/ports.ts';
import { serviceKey } from '../../../main/core/service/profile.ts';
import { openSealedSecrets, passphrase } from '../../node/secrets/vault-under-test.ts';
import type { FlightDeck, SecretStore } from '../../support/flight-deck.ts';
import { holdDeletes, whileTimePasses } from '../held-work.ts';
import {
  anEmulator,
  clientId,
  namesAt,
  redirectPath,
  secret,
  show,
  twoServices,
  type DeckOptions,
} from './two-services.ts';

const uploadsAt = (emulator: FlightDeck['emulator']) =>
  emulator.journal.list().items.filter(({ method, path }) => method === 'POST' && path === '/api/v1/flights').length;
const elsewhere = async (deck: FlightDeck) => (await deck.state()).elsewhere;

function databaseOf(deck: FlightDeck) {
  const database = new DatabaseSync(join(deck.dataDir, 'companion.db'));
  onTestFinished(() => void (database.isOpen && database.close()));
  return database;
}

/** The names of all secrets that are stored. */
function namesIn(secrets: SecretStore): () => string[] {
  const names = new Set<string>();
  const set = secrets.set.bind(secrets);
  const remove = secrets.delete.bind(secrets);
  secrets.set = async (name, value) => {
    names.add(name);
    return set(name, value);
  };
  secrets.delete = async (name) => {
    names.delete(name);
    return remove(name);
  };
  return () => [...names].filter((name) => name.startsWith('tokens/')).toSorted();
}

const inVault: DeckOptions = { openSecrets: openSealedSecrets };

test('ten quick switches end with the last one shown, and both upload', async () => {
  const { deck, club } = await twoServices();
  await deck.drop(deck.image('first.png'));
  const results = await whileTimePasses(
    deck,
    Promise.all(
      Array.from({ length: 11 }, (_, n) => deck.ask('profile.choose', { profile: n % 2 ? 'service' : 'club' })),
    ),
  );
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect((await deck.state()).service.choice).toBe('club');
  await deck.drop(deck.image('second.png'));
  await deck.until(() => namesAt(club).length === 1 && deck.sent().length === 1);
  await deck.restart({ profile: 'settings' });
  expect((await deck.state()).service.choice).toBe('club');
  await deck.passQuickly(600_000);
  expect([namesAt(deck.emulator), namesAt(club)]).toEqual([['first.png'], ['second.png']]);
  expect([uploadsAt(deck.emulator), uploadsAt(club)]).toEqual([1, 1]);
});

test('a switch during the first sign-in leaves no tokens of nobody, and a later sign-in works', async () => {
  const { deck, club } = await twoServices({ isSignedIn: false });
  const stored = namesIn(deck.secrets);
  deck.emulator.faults.add({ match: { path: '/oauth/token' }, times: 1, effect: { type: 'latency', ms: 5_000 } });
  const signingIn = deck.ask('account.signIn', {});
  await deck.until(() => deck.emulator.faults.list().items.some(({ fired }) => fired === 1));
  await whileTimePasses(deck, show(deck, 'club'));
  await deck.signIn();
  expect(await whileTimePasses(deck, signingIn)).toMatchObject({ ok: false });
  await deck.pass(20_000);
  // The club's.
  expect(stored()).toHaveLength(1);
  await show(deck, 'service');
  expect((await deck.state()).account.status).toBe('none');
  await deck.signIn();
  await deck.drop(deck.image('mine.png'));
  await deck.until(() => deck.sent().length === 1);
  expect([namesAt(deck.emulator), namesAt(club)]).toEqual([['mine.png'], []]);
});

test('a switch during the sign-in of a second pilot lets it end at its service', async () => {
  const { deck, club } = await twoServices();
  deck.emulator.faults.add({ match: { path: '/oauth/token' }, times: 1, effect: { type: 'latency', ms: 5_000 } });
  const signingIn = deck.signInAs('second');
  await deck.until(() => deck.emulator.faults.list().items.some(({ fired }) => fired === 1));
  await show(deck, 'club');
  await whileTimePasses(deck, signingIn);
  await show(deck, 'service');
  expect((await deck.state()).accounts.map(({ name }) => name)).toEqual(['Demo Pilot', 'Second Pilot']);
  expect(namesAt(club)).toEqual([]);
});

test('one folder that both watch is uploaded once at each', async () => {
  const { deck, club } = await twoServices();
  await deck.answer('folders.add', { path: deck.screenshots, existing: false });
  await show(deck, 'club');
  await deck.answer('folders.add', { path: deck.screenshots, existing: false });
  deck.image('both.png', deck.screenshots);
  await deck.until(() => deck.sent().length === 1 && namesAt(club).length === 1);
  await deck.restart({ profile: 'settings' });
  deck.image('both-again.png', deck.screenshots);
  await deck.until(() => deck.sent().length === 2 && namesAt(club).length === 2);
  await deck.passQuickly(600_000);
  const both = ['both-again.png', 'both.png'];
  expect([namesAt(deck.emulator), namesAt(club)]).toEqual([both, both]);
});

test('a folder that was removed at one service does not come back at another', async () => {
  const { deck, club } = await twoServices();
  await deck.answer('folders.add', { path: deck.screenshots, existing: false });
  const [folder] = (await deck.state()).folders;
  await deck.answer('folders.remove', { id: folder!.id });
  await show(deck, 'club');
  expect(await deck.ask('folders.restore', { id: folder!.id })).toMatchObject({ ok: false });
  expect((await deck.state()).folders).toEqual([]);
  await show(deck, 'service');
  await deck.answer('folders.restore', { id: folder!.id });
  deck.image('mine.png', deck.screenshots);
  await deck.until(() => deck.sent().length === 1);
  expect(namesAt(club)).toEqual([]);
});

test('a service that is removed from a slow keychain, while another process writes, stays ended', async () => {
  const { deck, club, clubUrl } = await twoServices();
  const letGo = holdDeletes(deck.secrets);
  const removing = deck.ask('services.remove', { id: 'club' });
  await deck.pass(500);
  const database = databaseOf(deck);
  database.exec('CREATE TABLE IF NOT EXISTS foreign_write (n INTEGER)');
  await deck.pass(3_000);
  const key = serviceKey(clubUrl);
  expect(
    database
      .prepare('SELECT profile FROM leader')
      .all()
      .map(({ profile }) => profile),
  ).not.toContain(key);
  letGo();
  expect(await whileTimePasses(deck, removing)).toMatchObject({ ok: true });
  await deck.passQuickly(1_200_000);
  expect(await deck.secrets.get(`tokens/${key}`)).toMatchObject({ value: null });
  expect(namesAt(club)).toEqual([]);
});

test('a service that is shown while it is removed is either kept or gone', async () => {
  const { deck } = await twoServices();
  const letGo = holdDeletes(deck.secrets);
  const removing = deck.ask('services.remove', { id: 'club' });
  await deck.pass(500);
  const choosing = deck.ask('profile.choose', { profile: 'club' });
  await deck.pass(500);
  letGo();
  const [removed, chosen] = await whileTimePasses(deck, Promise.all([removing, choosing]));
  const { profile, services } = await deck.answer('settings.read', {});
  expect(services.map(({ id }) => id)).toContain(profile);
  expect(removed.ok).not.toBe(chosen.ok);
  expect((await deck.state()).service.choice).toBe(profile);
});

test('a changed address of the shown service ends all work at the earlier one', async () => {
  const { deck, clubUrl } = await twoServices();
  const { emulator: moved, url } = await anEmulator(deck);
  const key = serviceKey(deck.url);
  const before = uploadsAt(deck.emulator);
  await deck.answer('settings.change', { sameService: true, service: { id: 'service', address: url } });
  const worked = databaseOf(deck).prepare('SELECT profile FROM leader').all();
  expect(new Set(worked.map(({ profile }) => profile))).toEqual(new Set([serviceKey(url), serviceKey(clubUrl)]));
  await deck.answer('account.setApplicationSecret', { service: 'service', secret });
  await deck.drop(deck.image('after.png'));
  await deck.passQuickly(1_200_000);
  expect(uploadsAt(deck.emulator)).toBe(before);
  expect(await deck.secrets.get(`tokens/${key}`)).toMatchObject({ value: null });
  await deck.signIn();
  await deck.until(() => namesAt(moved).length === 1);
  await deck.passQuickly(600_000);
  expect([namesAt(deck.emulator), namesAt(moved)]).toEqual([[], ['after.png']]);
});

test('a changed address of a service that is not shown ends its work, and what waits goes to the new one', async () => {
  const { deck, club } = await twoServices();
  const { emulator: moved, url } = await anEmulator(deck);
  await show(deck, 'club');
  await deck.answer('uploads.pause', {});
  await deck.drop(deck.image('waits.png'));
  await show(deck, 'service');
  expect(await elsewhere(deck)).toMatchObject([{ id: 'club', waiting: 1, concern: null }]);
  await deck.answer('settings.change', { sameService: true, service: { id: 'club', address: url } });
  await deck.answer('account.setApplicationSecret', { service: 'club', secret });
  await deck.passQuickly(600_000);
  expect([namesAt(club), namesAt(moved)]).toEqual([[], []]);
  await show(deck, 'club');
  await deck.answer('uploads.resume', {});
  await deck.signIn();
  await show(deck, 'service');
  await deck.until(() => namesAt(moved).length === 1);
  expect(namesAt(club)).toEqual([]);
});

test('signing out everyone signs out every pilot of every service, for good', async () => {
  const { deck, club } = await twoServices({
    options: inVault,
    whenOpen: (deck) => deck.answer('secrets.unlock', { passphrase }).then(() => {}),
  });
  await deck.signInAs('second');
  await show(deck, 'club');
  await deck.signInAs('second');
  for (const profile of ['service', 'club']) {
    await show(deck, profile);
    for (const { id } of (await deck.state()).accounts) {
      await deck.answer('accounts.use', { id });
      await deck.answer('uploads.pause', {});
      await deck.drop(deck.image(`${profile}-${id}.png`));
    }
  }
  await deck.answer('account.signOutAll', {});
  await deck.answer('uploads.resume', {});
  await show(deck, 'service');
  await deck.answer('uploads.resume', {});
  await deck.passQuickly(1_200_000);
  expect([namesAt(deck.emulator), namesAt(club)]).toEqual([[], []]);
  const { items } = await deck.answer('secrets.check', {});
  expect(items.filter(({ what }) => what === 'tokens')).toEqual([]);
  expect((await deck.state()).accounts).toEqual([]);
  expect(await elsewhere(deck)).toMatchObject([{ id: 'club', concern: { kind: 'sign-in-needed' } }]);
});

test('a locked vault is a concern of a service that is not shown, and unlocking it lets both go on', async () => {
  const { deck, club } = await twoServices({
    options: inVault,
    whenOpen: (deck) => deck.answer('secrets.unlock', { passphrase }).then(() => {}),
  });
  await show(deck, 'club');
  club.faults.add({ match: {}, times: 1, effect: { type: 'status', status: 503 } });
  await deck.drop(deck.image('club.png'));
  await show(deck, 'service');
  await deck.restart({ profile: 'settings' });
  await deck.pass(2_000);
  expect(await elsewhere(deck)).toMatchObject([{ id: 'club', waiting: 1, concern: { kind: 'vault-locked' } }]);
  await deck.answer('secrets.unlock', { passphrase });
  await deck.until(() => namesAt(club).length === 1);
  expect(await elsewhere(deck)).toMatchObject([{ id: 'club', waiting: 0, concern: null }]);
});

test('a service that another process adds and signs in at gets its reports', async () => {
  const { deck } = await twoServices();
  const { emulator: third, url } = await anEmulator(deck);
  await using other = await deck.open({ profile: 'settings' });
  expect(other.isLeader).toBe(false);
  const service = { ...newService('third', 'Third'), clientId, redirectPath, address: url };
  const { keepIn: _, ...change } = service;
  for (const [name, input] of [
    ['settings.change', { service: change }],
    ['account.setApplicationSecret', { service: 'third', secret }],
    ['profile.choose', { profile: 'third' }],
    ['account.signIn', {}],
  ] as const)
    expect(await other.handle(name, input)).toMatchObject({ ok: true });
  const path = deck.image('third.png');
  await other.addFiles([{ path, name: 'third.png' }], { kind: 'dropped' });
  await deck.until(() => namesAt(third).length === 1);
  expect((await deck.state()).elsewhere.map(({ id }) => id).toSorted()).toEqual(['club', 'third']);
  expect((await other.handle('app.state', {})) as unknown).toMatchObject({
    value: { worker: { is: 'other', isSameService: true } },
  });
});

test('a leader that died is no worker for a service that the next one does not work for', async () => {
  const { deck, clubUrl } = await twoServices();
  await using other = await deck.open({ profile: { kind: 'service', id: 'service' } });
  const dead = databaseOf(deck).prepare('SELECT * FROM leader').all();
  expect(dead).toHaveLength(2);
  await deck.companion().stop();
  // As a killed process would leave it.
  const database = databaseOf(deck);
  for (const row of dead)
    database
      .prepare('INSERT INTO leader (id, profile, details) VALUES (?, ?, ?)')
      .run(row['id']!, row['profile']!, row['details']!);
  for (let n = 0; n < 30 && !other.isLeader; n += 1) await deck.pass(1_000);
  await deck.pass(2_000);
  expect(other.isLeader).toBe(true);
  await using follower = await deck.open({ profile: { kind: 'service', id: 'club' } });
  expect(await follower.handle('app.state', {})).toMatchObject({
    value: { service: { profile: serviceKey(clubUrl) }, worker: { isSameService: false } },
  });
});

test('a process that cannot take over the shown profile works for no other one without the lock', async () => {
  const { deck, club } = await twoServices();
  const before = deck.settings.read() as object;
  deck.settings.write({ ...before, profile: 'demo' });
  await using other = await deck.open({ profile: 'settings' });
  await deck.companion().stop();
  await deck.pass(3_000);
  expect(other.isLeader).toBe(false);
  expect(databaseOf(deck).prepare('SELECT profile FROM leader').all()).toEqual([]);
  // Another process takes over instead.
  deck.settings.write(before);
  await using third = await deck.open({ profile: 'settings' });
  expect(third.isLeader).toBe(true);
  await third.addFiles([{ path: deck.image('first.png'), name: 'first.png' }], { kind: 'dropped' });
  await deck.pass(30_000);
  expect([uploadsAt(deck.emulator), uploadsAt(club)]).toEqual([1, 0]);
});

test('flights with the same number at two services are each notified', async () => {
  const shown: SystemNotification[] = [];
  const { deck, club } = await twoServices({ options: { notify: (one) => void shown.push(one) } });
  for (const emulator of [deck.emulator, club])
    emulator.flights.add({ count: 1, pilot: 'demo', figures: { icao_out: 'LOWG', icao_in: 'EDDM' } });
  await deck.passQuickly(1_200_000);
  const numbers = [deck.emulator, club].map((emulator) => emulator.flights.list().items.map(({ record }) => record.id));
  expect(numbers[0]).toEqual(numbers[1]);
  const completed = shown.filter(({ title }) => JSON.stringify(title).includes('notification.completed'));
  expect(completed).toHaveLength(2);
  expect(completed.filter(({ place }) => place.stripId === null)).toHaveLength(1);
});

test('a report that is rejected at the moment of a switch is notified once', async () => {
  const shown: SystemNotification[] = [];
  const { deck } = await twoServices({ options: { notify: (one) => void shown.push(one) } });
  deck.addUploadFault({ type: 'status', status: 415, body: { detail: 'unsupported_media_type' } });
  await deck.drop(deck.image('bad.png'));
  // Less time passes between the answer and the switch than changes are gathered for.
  for (let n = 0; n < 4_000 && (await deck.state()).bays['needs-attention'] === 0; n += 1) {
    await deck.clock.advance(5);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await show(deck, 'club');
  await deck.pass(10_000);
  await show(deck, 'service');
  await deck.pass(10_000);
  await show(deck, 'club');
  deck.resume();
  await deck.pass(60_000);
  expect(shown).toHaveLength(1);
});

test('a run for one profile leaves the reports of the others, also after a switch', async () => {
  const { deck, club } = await twoServices();
  await show(deck, 'club');
  await deck.answer('uploads.pause', {});
  await deck.drop(deck.image('club.png'));
  await deck.answer('uploads.resume', {});
  await deck.restart({ profile: { kind: 'service', id: 'service' } });
  const sentBefore = namesAt(club).length;
  await deck.drop(deck.image('first.png'));
  await deck.until(() => deck.sent().length === 1);
  await deck.passQuickly(600_000);
  expect(namesAt(club)).toHaveLength(sentBefore);
  await deck.restart({ profile: 'settings' });
  await deck.until(() => namesAt(club).length === 1);
});

test('a service that cannot be opened does not keep the next one from its work', async () => {
  const { deck } = await twoServices();
  const { emulator: third, url } = await anEmulator(deck);
  const { keepIn: _, ...change } = { ...newService('third', 'Third'), clientId, redirectPath, address: url };
  await deck.answer('settings.change', { service: change });
  await deck.answer('account.setApplicationSecret', { service: 'third', secret });
  await show(deck, 'third');
  await deck.signIn();
  await deck.answer('uploads.pause', {});
  await deck.drop(deck.image('third.png'));
  await deck.answer('uploads.resume', {});
  await show(deck, 'service');
  await deck.ask('settings.change', { service: { id: 'club', clientId: '' } });
  await deck.restart({ profile: 'settings' });
  await deck.until(() => namesAt(third).length === 1);
  expect((await elsewhere(deck)).find(({ id }) => id === 'club')?.concern).not.toBeNull();
});

test('a disk that fails while another service is opened is tried again', async () => {
  const { deck, club } = await twoServices({ options: { expectsMishaps: true } });
  await show(deck, 'club');
  await deck.answer('folders.add', { path: deck.screenshots, existing: false });
  await show(deck, 'service');
  await deck.answer('settings.change', { service: { id: 'club', clientId: '' } });
  const database = databaseOf(deck);
  // A file that was too large is forgotten when its folder is watched again.
  database.exec(`INSERT INTO ledger (folder_id, path, size, mtime_ms, ctime_ms, ino, verdict, message)
    SELECT id, '/large.png', 1, 1, 1, 1, 'skipped', '{"id":"failure.fileTooLarge"}' FROM folders`);
  database.exec("CREATE TRIGGER full BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'full'); END");
  await deck.answer('settings.change', { service: { id: 'club', clientId } });
  expect(deck.warnings).toContain('another service could not be opened');
  database.exec('DROP TRIGGER full');
  await deck.pass(10_000);
  deck.image('late.png', deck.screenshots);
  await deck.until(() => namesAt(club).length === 1);
});

test('a process that shows nothing takes over the work for every service', async () => {
  const { deck, club } = await twoServices();
  const before = deck.settings.read() as typeof defaultSettings;
  const third = newService('third', 'Third');
  deck.settings.write({ ...before, services: [...before.services, third], profile: 'third' });
  await using _ = await deck.open({ profile: 'settings' });
  await show(deck, 'club');
  await deck.answer('uploads.pause', {});
  await deck.drop(deck.image('club.png'));
  await deck.answer('uploads.resume', {});
  await deck.stop();
  for (let n = 0; n < 60 && namesAt(club).length === 0; n += 1) await deck.pass(1_000);
  expect(namesAt(club)).toEqual(['club.png']);
});

test('a changed address during an upload uploads the report once', async () => {
  const { deck } = await twoServices();
  const { emulator: moved, url } = await anEmulator(deck);
  await deck.answer('folders.add', { path: deck.screenshots, existing: false });
  deck.addUploadFault({ type: 'latency', ms: 3_000 });
  await deck.drop(deck.image('slow.png'));
  await deck.until(async () => (await deck.state()).queue.uploading === 1);
  await whileTimePasses(
    deck,
    deck.answer('settings.change', { sameService: true, service: { id: 'service', address: url } }),
  );
  deck.image('later.png', deck.screenshots);
  await deck.pass(60_000);
  await deck.answer('account.setApplicationSecret', { service: 'service', secret });
  await deck.signIn();
  await deck.until(() => namesAt(moved).includes('later.png'));
  await deck.passQuickly(600_000);
  const { bays } = await deck.state();
  // The one that was sent is there or asks the pilot; it is not uploaded again in silence.
  expect([...namesAt(deck.emulator), ...namesAt(moved)].filter((name) => name === 'slow.png')).toHaveLength(
    bays['needs-attention'] === 1 ? 0 : 1,
  );
});

test.each(['service', 'club'])('a disk that is full when the address of %s changes leaves it as it was', async (id) => {
  const { deck, club } = await twoServices({ options: { expectsMishaps: true } });
  const { url } = await anEmulator(deck);
  await show(deck, id);
  await deck.answer('uploads.pause', {});
  await deck.drop(deck.image('waits.png'));
  await show(deck, 'service');
  const database = databaseOf(deck);
  database.exec("CREATE TRIGGER full BEFORE UPDATE OF profile ON jobs BEGIN SELECT RAISE(ABORT, 'full'); END");
  expect(await deck.ask('settings.change', { sameService: true, service: { id, address: url } })).toMatchObject({
    ok: false,
  });
  database.exec('DROP TRIGGER full');
  await show(deck, id);
  expect(await deck.strips()).toHaveLength(1);
  await deck.answer('account.setApplicationSecret', { service: id, secret });
  await deck.signIn();
  await deck.answer('uploads.resume', {});
  await deck.until(() => namesAt(id === 'club' ? club : deck.emulator).length === 1);
});
