import { expect, test } from 'vitest';
import { quickEffort } from '../../bench/harness/benchmark.ts';
import { unpinned } from '../../bench/harness/pinning.ts';
import { pacing } from '../../bench/pacing/pacing.ts';

test('the rule holds each row of its table but the services that get worse with each refusal', async () => {
  const found = [];
  for await (const finding of pacing.parts['table']!({ effort: quickEffort, pinning: unpinned('a test') })) {
    found.push(finding);
  }
  const rows = found[0]!.notes.slice(2).map((line) => line.split(' | '));
  expect(rows).toHaveLength(15);
  const missed = rows.filter((cells) => cells.at(-1) === 'no |').map(([name]) => name);
  expect(missed).toEqual(['| waits of 2–20 s, 1.3 times as long with each refusal']);
});
