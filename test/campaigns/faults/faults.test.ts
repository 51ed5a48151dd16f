// The fault campaign in short: a few hundred answers. The whole is `npm run campaign:faults`.
import { expect, it } from 'vitest';
import { runFaultCampaign } from './campaign.ts';

it('whatever answers come, nothing crashes, hangs, is lost or sent twice, and the pilot is told in words', async () => {
  const report = await runFaultCampaign({ seed: 'short', draws: 300 });
  expect(report.violations).toEqual([]);
  expect(report.records).toBe(report.files);
  expect(report.drawn.size).toBeGreaterThan(18);
}, 120_000);
