// 429 rate_limit_exceeded: 60 requests in a minute for each application and pilot, and the 61st is refused.

import assert from 'node:assert/strict';
import { createEmulator } from '../../emulator.ts';
import { read } from './client.ts';

await using emulator = await createEmulator({ clock: 'virtual' });
const { url } = await emulator.start();
const { access_token: token } = emulator.signIn();

const answers = await Promise.all(Array.from({ length: 60 }, () => read(url, token)));
assert.ok(answers.every(({ ok }) => ok));
const refused = await read(url, token);
assert.deepEqual([refused.status, await refused.json()], [429, { detail: 'rate_limit_exceeded' }]);

// The limit belongs to the pair: another pilot is not affected.
assert.equal((await read(url, emulator.signIn({ pilot: 'second' }).access_token)).status, 200);

const usage = emulator.limits.list().items.find(({ pilot }) => pilot === 'demo');
assert.deepEqual([usage?.used, usage?.limit], [60, 60]);
await emulator.clock.advance(`${Number(refused.headers.get('retry-after'))}s`);
assert.equal((await read(url, token)).status, 200);
console.log('rate limit: free again after the wait');
