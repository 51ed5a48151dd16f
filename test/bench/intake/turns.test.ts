import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { measureTurns } from '../../../bench/intake/turns.ts';

it('a turn that a call holds is the own one of its thread, however long others had the processors', async () => {
  const turns = measureTurns();
  await nextTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
  const { longest, own } = turns();
  expect(own.most).toBeGreaterThanOrEqual(29);
  expect(longest.tookMs).toBeGreaterThanOrEqual(own.most);
});
