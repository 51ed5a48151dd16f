// The short form of `npm run fuzz:emulator`: some hundred cases of a fixed seed, and some of one that is drawn and told.

import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { runCampaign } from './campaign.ts';
import { startEmulatorChild } from './emulator-child.ts';
import { targets } from './fuzz-case.ts';

const drawnSeed = randomInt(2 ** 31);

it.each([
  ['a fixed seed', 1, 250],
  ['a drawn seed', drawnSeed, 150],
])('whatever comes in has an answer that the documentation knows: %s, %i', async (_name, seed, count) => {
  await using child = startEmulatorChild();
  const { cases, findings } = await runCampaign(child, { seed, count, targets, mostFindings: 3 });
  expect(
    findings.map(({ number, kind, words, smallest }) => ({
      again: `npm run fuzz:emulator -- --seed ${seed} --count ${count}`,
      number,
      kind,
      words,
      smallest: smallest?.bytes.toString('latin1').slice(0, 1000),
    })),
  ).toEqual([]);
  expect(cases).toBe(count);
});
