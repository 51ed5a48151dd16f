import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { quickEffort } from '../../../bench/harness/benchmark.ts';
import type { Finding } from '../../../bench/harness/finding.ts';
import { unpinned } from '../../../bench/harness/pinning.ts';
import { start } from '../../../bench/start/start.ts';
import { root } from '../../architecture/source-files.ts';

test('starts commands of the packed command line in turns with plain Node, with figures', async () => {
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'release', 'pack-cli.mjs')], { cwd: root });
  const findings: Finding[] = [];
  const run = start.parts['commands']!({ effort: quickEffort, pinning: unpinned('a test') });
  for await (const finding of run) findings.push(finding);
  expect(findings.map(({ what }) => what.split(' ')[1]?.replace(',', ''))).toEqual(['--version', '--help', 'status']);
  for (const { subject, peer } of findings) {
    expect(subject.median).toBeGreaterThan(5);
    expect(peer!.median).toBeGreaterThan(5);
  }
});
