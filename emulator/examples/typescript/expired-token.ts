// Expired token: 401 after 15 minutes, and a refresh returns the next access token.

import assert from 'node:assert/strict';
import { createEmulator } from '../../emulator.ts';
import { read, refresh } from './client.ts';

await using emulator = await createEmulator({ clock: 'virtual' });
const { url } = await emulator.start();
const { access_token, refresh_token, expires_in } = emulator.signIn();
assert.equal((await read(url, access_token)).status, 200);

await emulator.clock.advance(`${expires_in}s`);
assert.equal((await read(url, access_token)).status, 401);

const [, renewed] = await refresh(url, refresh_token);
assert.equal((await read(url, renewed.access_token)).status, 200);
console.log('expired token: refreshed');
