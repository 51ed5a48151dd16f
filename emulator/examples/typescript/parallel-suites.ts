// Parallel suites: each has its own emulator, with its own clock, pilots, faults and journal. In other languages, and
// across processes, worlds of one emulator do the same.

import assert from 'node:assert/strict';
import { createEmulator } from '../../emulator.ts';
import { read } from './client.ts';

async function runSuite(wait: string): Promise<number> {
  await using emulator = await createEmulator({ clock: 'virtual' });
  const { url } = await emulator.start();
  const { access_token: token } = emulator.signIn();
  await emulator.clock.advance(wait);
  const { status } = await read(url, token);
  await emulator.journal.expect({ path: '/api/*' }).toHaveCount(1);
  return status;
}

// After an hour the access token has expired; the other suite's clock has not moved that far.
assert.deepEqual(await Promise.all([runSuite('1m'), runSuite('1h')]), [200, 401]);
console.log('parallel suites: two clocks');
