// Lost answer: the connection breaks after the upload was carried out. Check before you send it again.

import assert from 'node:assert/strict';
import { createEmulator } from '../../emulator.ts';
import { listFlights, upload } from './client.ts';

await using emulator = await createEmulator({ clock: 'virtual' });
const { url } = await emulator.start();
const { access_token: token } = emulator.signIn();

emulator.faults.add({ match: { method: 'POST' }, times: 1, effect: { type: 'drop', when: 'after' } });
await assert.rejects(upload(url, token));

assert.equal((await listFlights(url, token)).length, 1);
console.log('lost answer: the flight is there');
