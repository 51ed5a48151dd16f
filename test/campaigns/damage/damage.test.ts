// The short form of the damage campaign: a few damaged databases. The whole is `node scripts/run.mjs test/campaigns/damage/main.ts`.
import { expect, it } from 'vitest';
import { runDamageCampaign } from './campaign.ts';

it('starts with a database that is damaged anywhere, and loses or doubles no report', async () => {
  const report = await runDamageCampaign({ seed: 'short', rounds: 15, mode: 'extended' });
  expect(report.violations).toEqual([]);
  expect(report.records).toBe(report.reports);
});
