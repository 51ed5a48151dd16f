// A few hundred random calls and requests with fixed seeds, so that a run can be repeated, and enough events that a window which does not read is disconnected.
import { expect, test } from 'vitest';
import { sendEvents } from './bridge-fuzz/events.ts';
import { fuzzHttp } from './bridge-fuzz/http.ts';
import { fuzzBridge } from './bridge-fuzz/run.ts';

test.each([
  [1, 192],
  [2, 96],
])('survives random calls of seed %i', async (seed, count) => {
  const { findings, answered } = await fuzzBridge({ seed, count });
  expect(findings).toEqual([]);
  expect([...answered.values()].reduce((all, one) => all + one, 0)).toBe(count);
  // Some of the calls succeed.
  expect(answered.get('ok')).toBeGreaterThan(count / 20);
});

test('survives random bytes, and passes no request without a session', async () => {
  const { findings, byStatus } = await fuzzHttp({ seed: 3, count: 240 });
  expect(findings).toEqual([]);
  expect(byStatus.get('200')).toBeGreaterThan(2);
});

test('drops a window that reads no events, serves one that does, and bounds memory', async () => {
  const { heard, letGo, growthBytes } = await sendEvents(40_000);
  expect({ heard, letGo }).toEqual({ heard: 40_000, letGo: true });
  expect(growthBytes).toBeLessThan(200 * 1024 ** 2);
});
