// Closing slow connections takes minutes: `npm run fuzz:emulator` checks that.

import { expect, it } from 'vitest';
import { startEmulatorChild } from '../process/emulator-child.ts';
import { startSlowSenders } from './slow-senders.ts';

it('serves other clients while three hundred connections send little or nothing', async () => {
  await using child = startEmulatorChild();
  const ports = await child.send('renew');
  const slow = await startSlowSenders(child, ports.extended, 300);
  try {
    expect((await slow.serve(5)).why).toBeNull();
    expect(slow.all.filter(({ endedAfterMs }) => endedAfterMs !== null)).toEqual([]);
  } finally {
    slow.stop();
  }
});
