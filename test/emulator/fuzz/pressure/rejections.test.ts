import { expect, it } from 'vitest';
import { startEmulatorChild } from '../process/emulator-child.ts';
import { runRejections } from './rejections.ts';

const mostGrowthBytes = 150 * 2 ** 20;

it('rejects nine concurrent gigabyte uploads without using memory, and keeps their connections usable', async () => {
  await using child = startEmulatorChild();
  const { pushed, idleBytes, peakBytes } = await runRejections(child, 2 ** 30 / 9);
  expect(pushed.map(({ name, status, isAlive }) => [name, status, isAlive])).toEqual(
    pushed.map(({ name, wanted }) => [name, wanted, true]),
  );
  expect(peakBytes - idleBytes).toBeLessThan(mostGrowthBytes);
});
