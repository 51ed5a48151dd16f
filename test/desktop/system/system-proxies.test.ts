import { expect, test } from 'vitest';
import { createSystemProxies } from '../../../main/electron/system/network-hint.ts';

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
