import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { broker } from '../../../bench/broker/broker.ts';
import { quickEffort } from '../../../bench/harness/benchmark.ts';
import type { Finding } from '../../../bench/harness/finding.ts';
import { unpinned } from '../../../bench/harness/pinning.ts';

const hasServer = spawnSync('redis-server', ['--version']).status === 0;

test('two brokers with one store serve each honest client and hold the limit together', async ({ skip }) => {
  skip(!hasServer, 'redis-server is not installed');
  const findings: Finding[] = [];
  const run = broker.parts['shared']!({ effort: quickEffort, pinning: unpinned('a test') });
  for await (const finding of run) findings.push(finding);
  expect(findings.map(({ unit }) => unit)).toEqual(['%', '%', 'ms']);
  // A rejected request of an honest client would be a bug on any machine.
  expect(findings[0]!.subject).toMatchObject({ least: 100, most: 100, count: 10 });
  // On a busy machine the store sometimes answers too late, and then each broker counts alone.
  expect(findings[1]!.subject.least).toBe(100);
  expect(findings[1]!.subject.most).toBeLessThanOrEqual(200);
});
