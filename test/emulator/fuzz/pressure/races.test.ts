// Rule 22 and A10 over real connections; `npm run fuzz:emulator` runs more of the same.

import { expect, it } from 'vitest';
import { createChance } from '../../../support/chance.ts';
import { startEmulatorChild } from '../process/emulator-child.ts';
import { raceExchanges, raceRefreshes, raceUploads } from './races.ts';

it.each([
  ['refreshes with one token one succeeds, and the consent is revoked', 'extended', raceRefreshes],
  ['exchanges of one code one succeeds, and the consent is revoked', 'extended', raceExchanges],
  ['uploads one is accepted per minimum gap', 'strict', raceUploads],
] as const)('of many %s', async (_name, place, race) => {
  await using child = startEmulatorChild();
  const ports = await child.send('renew');
  for (const runners of [2, 5, 17, 50]) {
    const secrets = await child.send('refill', 1);
    expect(await race(ports[place], secrets[place][0]!, runners, createChance(`race ${runners}`))).toBeNull();
  }
});
