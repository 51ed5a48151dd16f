// The short form of the fault campaign: a few answers. The whole is `npm run campaign:faults`.
import { expect, it } from 'vitest';
import { runFaultCampaign } from './campaign.ts';

it('with any answers, nothing crashes, hangs, is lost or sent twice, and the pilot gets messages', async () => {
  const report = await runFaultCampaign({ seed: 'short', draws: 80 });
  expect(report.violations).toEqual([]);
  expect(report.records).toBe(report.files);
  expect(report.drawn.size).toBeGreaterThan(18);
});

it('without permission to read, asks about uploads that were carried out and never repeats them automatically', async () => {
  const report = await runFaultCampaign({ seed: 'strict', draws: 60, isStrict: true });
  expect(report.violations).toEqual([]);
  expect(report.records).toBe(report.files);
  expect(report.questions).toBeGreaterThan(10);
  expect(report.openAtRestart).toBeGreaterThan(0);
});

it('unfinished reports are listed with their complete history', async () => {
  const report = await runFaultCampaign({ seed: 'cut short', draws: 40, isStrict: true, endsWithinMs: 0 });
  expect(report.violations.join('\n')).toMatch(/^report-\d+\.png is not through in the end: \S+, \S+, can be/m);
  expect(report.histories[0]).toMatch(/^report-\d+\.png:\n {4}id \d+, state/);
  expect(report.histories.join('\n')).toContain('companion: added');
  expect(report.histories.join('\n')).toMatch(/^account 1 /m);
});
