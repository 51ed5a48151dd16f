// Five situations that a client of the service has to survive, each made by the emulator's library:
//   node emulator/examples/recipes.ts

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createEmulator } from '../emulator.ts';
import { samples } from '../samples/sample-files.ts';

// The clock stands still until the recipe moves it, so nothing here waits.
await using emulator = await createEmulator({ clock: 'virtual' });
const { url } = await emulator.start();
const [client] = emulator.clients;
const [sample] = samples;
assert.ok(client && sample);
const image = await readFile(sample.path);

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function upload(token: string): Promise<Response> {
  const body = new FormData();
  body.set('report', new File([image], sample!.name));
  return fetch(`${url}/api/v1/flights`, { method: 'POST', headers: bearer(token), body });
}

const read = (token: string, path = '') => fetch(`${url}/api/v1/flights${path}`, { headers: bearer(token) });

function refresh(token: string): Promise<Response> {
  const { client_id = '', client_secret = '' } = client ?? {};
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token, client_id, client_secret });
  return fetch(`${url}/oauth/token`, { method: 'POST', body });
}

// Lost answer: the flight exists, although the upload failed. Look before you send it again.
const demo = emulator.signIn().access_token;
emulator.faults.add({ match: { method: 'POST' }, times: 1, effect: { type: 'drop', when: 'after' } });
await assert.rejects(upload(demo));
const { items } = (await (await read(demo)).json()) as { items: { id: number }[] };
assert.equal(items.length, 1);
console.log('lost answer: the flight is there');

// 429: wait as long as Retry-After says.
const tooFast = await upload(demo);
assert.deepEqual([tooFast.status, await tooFast.json()], [429, { detail: 'too_fast' }]);
await emulator.clock.advance(`${Number(tooFast.headers.get('retry-after'))}s`);
assert.equal((await upload(demo)).status, 200);
console.log('429: accepted after the wait');

// Reuse: a refresh token works once. Its second use ends the whole sign-in.
const second = emulator.signIn({ pilot: 'second' });
const renewed = (await (await refresh(second.refresh_token)).json()) as { access_token: string };
const reused = await refresh(second.refresh_token);
assert.deepEqual([reused.status, ((await reused.json()) as { error: string }).error], [400, 'invalid_grant']);
assert.equal((await read(renewed.access_token)).status, 401);
console.log('reuse of a refresh token: signed out');

// Expiry: 401, and a refresh gives the next access token.
const { access_token, refresh_token, consentId } = emulator.signIn();
emulator.tokens.expire({ kind: 'access', consentId });
assert.equal((await read(access_token)).status, 401);
const next = (await (await refresh(refresh_token)).json()) as { access_token: string };
assert.equal((await read(next.access_token)).status, 200);
console.log('expiry: refreshed');

// Moderation: the automatic check first, then the moderator.
const id = items[0]!.id;
emulator.flights.check(id);
emulator.flights.moderate(id, { season_points: 42 });
const flight = (await (await read(next.access_token, `/${id}`)).json()) as Record<string, unknown>;
assert.deepEqual([flight['moderator_checked'], flight['season_points']], [true, 42]);
console.log('moderation: 42 points');
