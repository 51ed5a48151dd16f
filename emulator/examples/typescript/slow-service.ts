// Slow service: the answer takes longer than the client waits. After a timeout, check before you send it again.

import assert from 'node:assert/strict';
import { createEmulator } from '../../emulator.ts';
import { listFlights, upload } from './client.ts';

await using emulator = await createEmulator({ clock: 'virtual' });
const { url } = await emulator.start();
const { access_token: token } = emulator.signIn();
emulator.faults.add({ match: { method: 'POST' }, times: 2, effect: { type: 'latency', ms: '30s' } });

// The clock is frozen, so the answer never comes: only the client's own timeout takes real time.
await assert.rejects(upload(url, token, AbortSignal.timeout(200)), { name: 'TimeoutError' });
await emulator.journal.waitFor({ method: 'POST', outcome: 'gone' });

// The client disconnected before the service processed the upload. Later, the flight would exist.
await emulator.clock.advance('30s');
assert.equal((await listFlights(url, token)).length, 0);

// With autoAdvance the clock advances automatically to the end of the delay: 30 seconds that take no time.
emulator.settings.change({ autoAdvance: true });
const before = Date.parse(emulator.clock.read().now);
assert.equal((await upload(url, token)).status, 200);
assert.equal(Date.parse(emulator.clock.read().now) - before, 30_000);
console.log('slow service: uploaded after a timeout');
