// The diagnostics file of a running companion: what it contains, and what not.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diagnosticsSchema } from '../../../main/contract/diagnostics.ts';
import { nameText } from '../../../main/node/host/text.ts';
import { openFlightDeck } from '../../support/flight-deck.ts';

test('contains versions, machine, settings, profile, state, decisions and the requests to the service', async () => {
  await using deck = await openFlightDeck();
  deck.addUploadFault({ type: 'status', status: 503 });
  await deck.drop(deck.image('cookie: 1.png'));
  // The service has the report shortly before its answer is here.
  await deck.until(async () => (await deck.state()).bays.queue === 0);
  expect(deck.sent()).toHaveLength(1);
  const made = await deck.answer('diagnostics.make', {});
  expect(diagnosticsSchema.parse(JSON.parse(JSON.stringify(made)))).toEqual(made);
  expect(made.versions).toMatchObject({ companion: '0.0.0-test', node: process.versions.node });
  expect(Object.values(made.versions)).not.toContain(undefined);
  expect(made.machine).toMatchObject({ platform: process.platform, dataFolder: { images: 1 } });
  expect(made.settings).toMatchObject({ theme: 'system' });
  expect(made.profile).toMatchObject({ kind: 'emulator', address: deck.url });
  expect(made.state).toMatchObject({ begun: true, queue: { waiting: 0 } });
  // A name that looks like a header affects only itself.
  expect(made.decisions).toMatchObject({ files: { length: 1 }, isCut: false });
  const uploads = made.calls.entries.filter((call) => call.purpose === 'upload');
  expect(uploads.map((call) => call.status)).toEqual([503, 200]);
  expect(made.calls.entries.map((call) => call.purpose)).toContain('exchange');
});

test('contains no token, no secret, no name of the pilot and no name of the home folder', async () => {
  const secrets = new Set<string>();
  await using deck = await openFlightDeck({ onSecret: ({ value }) => void secrets.add(value) });
  await deck.ask('folders.add', { path: join(homedir(), 'no-such-folder'), existing: false });
  const state = await deck.state();
  const name = state.account.status === 'signed-in' ? nameText(state.account.name) : '';
  expect(name.length).toBeGreaterThan(2);
  const text = JSON.stringify(await deck.answer('diagnostics.make', {}));
  expect(secrets.size).toBeGreaterThan(6);
  for (const hidden of [...secrets, name, homedir()]) expect(text).not.toContain(hidden);
  expect(text).toContain('"name":"(pilot)"');
  // Neither does the stored log.
  const kept = readFileSync(join(deck.dataDir, 'logs', 'calls.log'), 'utf8');
  for (const hidden of secrets) expect(kept).not.toContain(hidden);
});

test('the pre-flight check finds a consent that was revoked since the last request', async () => {
  await using deck = await openFlightDeck();
  await deck.pass(2_000);
  const account = async () => (await deck.answer('checks.run', {})).find(({ about }) => about === 'account');
  expect(await account()).toMatchObject({ verdict: 'good' });
  deck.emulator.consents.revoke({ pilot: 'demo' });
  expect(await account()).toMatchObject({ verdict: 'problem', requiredAction: 'sign-in' });
});
