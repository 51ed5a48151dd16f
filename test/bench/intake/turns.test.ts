import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { measureTurns } from '../../../bench/intake/turns.ts';

it('a turn in a blocking call counts as its own, without the time that others had the processor', async () => {
  const turns = measureTurns();
  await nextTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
  const { longest, own } = turns();
  expect(longest.tookMs).toBeGreaterThanOrEqual(29);
  const ofOthers = Math.max(longest.waitedMs, longest.stolenMs);
  expect(own.most).toBeGreaterThanOrEqual(longest.tookMs - ofOthers);
});
