import { expect, test } from 'vitest';
import { createNetworkHint, createSystemProxies } from '../../../main/electron/system/network-hint.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

test('reports network changes only while there is a listener', async () => {
  const clock = createVirtualClock();
  let isOnline = true;
  const heard: boolean[] = [];
  const undo = createNetworkHint(() => isOnline, clock)((online) => heard.push(online));
  await clock.advance(30_000);
  isOnline = false;
  await clock.advance(30_000);
  isOnline = true;
  await clock.advance(30_000);
  undo();
  isOnline = false;
  await clock.advance(30_000);
  expect(heard).toEqual([false, true]);
  expect(clock.pending).toBe(0);
});

test('queries the system for the exact address each time, and keeps its order', async () => {
  const asked: string[] = [];
  const answers = ['PROXY proxy.test:3128; DIRECT', 'DIRECT'];
  const proxies = createSystemProxies(async (address) => {
    asked.push(address);
    return answers[asked.length - 1]!;
  });
  const there = 'https://pilot.example.org/api/v1/flights';
  expect(await proxies.find(there)).toEqual([{ kind: 'proxy', address: 'http://proxy.test:3128' }, { kind: 'direct' }]);
  expect(await proxies.find(there)).toEqual([{ kind: 'direct' }]);
  expect(asked).toEqual([there, there]);
});
