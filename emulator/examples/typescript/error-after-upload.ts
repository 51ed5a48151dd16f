// An error after the upload: the service stores the flight, then something in front of it answers 503. As after a lost
// answer, a client that only tries again uploads twice.

import assert from 'node:assert/strict';
import { createEmulator } from '../../emulator.ts';
import { listFlights, upload } from './client.ts';

await using emulator = await createEmulator({ clock: 'virtual' });
const { url } = await emulator.start();
const { access_token: token } = emulator.signIn();

emulator.faults.add({
  match: { method: 'POST', path: '/api/v1/flights' },
  times: 1,
  effect: { type: 'done-then', status: 503, headers: { 'retry-after': '30' }, body: 'upstream timed out' },
});
const answer = await upload(url, token);
assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '30']);

assert.equal((await listFlights(url, token)).length, 1);
console.log('error after the upload: the flight is there');
