import { expect, test } from 'vitest';
import { createNetworkHint } from '../../../main/electron/system/network-hint.ts';
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
