// 429 too_fast: two uploads within five seconds. Wait as long as Retry-After says.

import assert from 'node:assert/strict';
import { createEmulator } from '../../emulator.ts';
import { upload } from './client.ts';

await using emulator = await createEmulator({ clock: 'virtual' });
const { url } = await emulator.start();
const { access_token: token } = emulator.signIn();

assert.equal((await upload(url, token)).status, 200);
const refused = await upload(url, token);
assert.deepEqual([refused.status, await refused.json()], [429, { detail: 'too_fast' }]);

await emulator.clock.advance(`${Number(refused.headers.get('retry-after'))}s`);
assert.equal((await upload(url, token)).status, 200);
console.log('too fast: accepted after the wait');
