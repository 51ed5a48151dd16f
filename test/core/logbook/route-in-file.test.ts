// A real image, read by the engine that ships.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { routeIn } from '../../../main/core/logbook/route-in-file.ts';

const sample = (name: string) => join(import.meta.dirname, '../../../emulator/samples', name);

test('reads the route of a report and where its codes stand, and nothing from what is no image', async () => {
  const found = await routeIn(sample('kjfk-egll-acars.png'));
  expect(found).toMatchObject({ from: 'KJFK', to: 'EGLL' });
  const [from, to] = found!.places;
  expect([from.x, to.x].map((share) => Math.round(share * 20))).toEqual([3, 12]);
  expect(await routeIn(sample('samples.json'))).toBeNull();
});
