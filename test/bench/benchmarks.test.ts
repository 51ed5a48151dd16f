// Every benchmark runs to its end, with figures: in sizes that mean nothing.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { emulator } from '../../bench/emulator/emulator.ts';
import { quickEffort } from '../../bench/harness/benchmark.ts';
import { intake } from '../../bench/intake/intake.ts';
import { logbook } from '../../bench/logbook/logbook.ts';
import { pacing } from '../../bench/pacing/pacing.ts';
import { start } from '../../bench/start/start.ts';
import { watch } from '../../bench/watch/watch.ts';
import { root } from '../architecture/source-files.ts';

const tiny = { ...quickEffort, pairs: 1, roundMs: 20, starts: 1, repeats: 2, worldShare: 0.002 };
const parts = [emulator, intake, logbook, start, watch].flatMap((benchmark) =>
  Object.entries(benchmark.parts).map(([name, part]) => [benchmark.name, name, part] as const),
);

test.each(parts)('%s %s has figures, on both sides where it compares', async (benchmark, _name, part) => {
  if (benchmark === 'start')
    await promisify(execFile)(process.execPath, ['scripts/release/pack-cli.mjs'], { cwd: root });
  let count = 0;
  for await (const { subject, against, ratio } of part(tiny)) {
    count += 1;
    expect(subject.median).toBeGreaterThanOrEqual(0);
    expect(ratio === null).toBe(against === null);
  }
  expect(count).toBeGreaterThan(0);
});

test('the rule of pacing reaches each target but that of services that get worse with each refusal', async () => {
  const found = [];
  for await (const finding of pacing.parts['table']!(quickEffort)) found.push(finding);
  const rows = found[0]!.notes.slice(2).map((line) => line.split(' | '));
  const missed = rows.filter((cells) => cells.at(-1) === 'no |').map(([name]) => name);
  expect(missed).toEqual(['| waits of 2–20 s, 1.3 times as long with each refusal']);
});
