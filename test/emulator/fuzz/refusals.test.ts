import { expect, it } from 'vitest';
import { startEmulatorChild } from './emulator-child.ts';
import { runRefusals } from './refusals.ts';

const mostGrowthBytes = 150 * 2 ** 20;

it('a gigabyte that is refused, nine at once, takes no memory; each sender hears why and may go on', async () => {
  await using child = startEmulatorChild();
  const { pushed, idleBytes, peakBytes } = await runRefusals(child, 2 ** 30 / 9);
  expect(pushed.map(({ name, status, isAlive }) => [name, status, isAlive])).toEqual(
    pushed.map(({ name, wanted }) => [name, wanted, true]),
  );
  expect(peakBytes - idleBytes).toBeLessThan(mostGrowthBytes);
});
