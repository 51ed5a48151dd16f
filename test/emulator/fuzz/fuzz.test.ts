// The short form of `npm run fuzz:emulator`, which draws a seed each time: some hundred cases of fixed seeds, so that a
// run can be repeated.
import { expect, it } from 'vitest';
import { runCampaign } from './campaign.ts';
import { startEmulatorChild } from './process/emulator-child.ts';
import { targets } from './cases/fuzz-case.ts';

it.each([
  [1, 250],
  [2, 150],
])('answers any input with a documented response: seed %i', async (seed, count) => {
  await using child = startEmulatorChild();
  const { cases, findings } = await runCampaign(child, { seed, count, targets, mostFindings: 3 });
  expect(
    findings.map(({ number, kind, message, smallest }) => ({
      again: `npm run fuzz:emulator -- --seed ${seed} --count ${count}`,
      number,
      kind,
      message,
      smallest: smallest?.bytes.toString('latin1').slice(0, 1000),
    })),
  ).toEqual([]);
  expect(cases).toBe(count);
});
