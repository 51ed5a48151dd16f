// Reused refresh token: it works once. Its second use, as after a lost answer to the first, ends the whole sign-in.

import assert from 'node:assert/strict';
import { createEmulator } from '../../emulator.ts';
import { read, refresh } from './client.ts';

await using emulator = await createEmulator({ clock: 'virtual' });
const { url } = await emulator.start();
const { refresh_token } = emulator.signIn();

const [, renewed] = await refresh(url, refresh_token);
assert.equal((await read(url, renewed.access_token)).status, 200);

const [status, { error }] = await refresh(url, refresh_token);
assert.deepEqual([status, error], [400, 'invalid_grant']);
assert.equal((await read(url, renewed.access_token)).status, 401);
console.log('reused refresh token: signed out');
