import { expect, test } from 'vitest';
import { quickEffort } from '../../../bench/harness/benchmark.ts';
import type { Finding } from '../../../bench/harness/finding.ts';
import { unpinned } from '../../../bench/harness/pinning.ts';
import { start } from '../../../bench/start/start.ts';

test('parses and evaluates both forms of the main bundle, with figures', async () => {
  const findings: Finding[] = [];
  const run = start.parts['bundle']!({ effort: quickEffort, pinning: unpinned('a test') });
  for await (const finding of run) findings.push(finding);
  expect(findings.map(({ unit }) => unit)).toEqual(['ms', 'ms of processor time']);
  for (const { subject, peer } of findings) {
    expect(subject.median).toBeGreaterThan(10);
    expect(peer!.median).toBeGreaterThan(10);
  }
});
