// The short form of the crash campaign: a few files and kills. The whole is `node scripts/run.mjs test/campaigns/crash/main.ts`.
import { expect, it } from 'vitest';
import { runCrashCampaign } from './campaign.ts';

it.each(['extended', 'strict'] as const)(
  'after kills at any time, each file has one record in the end, once the pilot has answered what only a pilot can (%s)',
  async (mode) => {
    const report = await runCrashCampaign({
      seed: 'short',
      files: 6,
      kills: 3,
      mode,
      tooFastRestarts: mode === 'strict',
      scale: 40,
    });
    expect(report.violations).toEqual([]);
    expect(report.records).toBe(6);
  },
);
