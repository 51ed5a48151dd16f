// `npm run bench -- intake`: images added by the companion, compared with a straight program that copies and hashes the
// same bytes with the same durability. Each round is a process of its own; `TMPDIR` chooses the disk.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { companionFlags } from '../../scripts/project-node.mjs';
import type { Benchmark, Effort } from '../harness/benchmark.ts';
import { compared, figureText, type Finding } from '../harness/finding.ts';
import { makeImage } from '../harness/images.ts';
import { compareAlternately, spreadOf } from '../harness/rounds.ts';
import { startServer } from '../harness/server-process.ts';
import type { Round, Task } from './measured.ts';

type Load = { count: number; megabytes: number; turns: number };

export const intake: Benchmark = {
  name: 'intake',
  about: 'images added, against a straight program that copies and hashes them as durably',
  parts: {
    small: ({ worldShare, pairs, isWhole }) =>
      measured({ count: Math.max(4, 1_000 * worldShare), megabytes: 1, turns: Math.min(pairs, 6) }, isWhole),
    large: ({ worldShare, pairs, isWhole }) =>
      measured(
        { count: Math.max(2, 50 * worldShare), megabytes: Math.max(3, 100 * worldShare), turns: Math.min(pairs, 3) },
        isWhole,
      ),
  },
};

async function* measured({ count, megabytes, turns }: Load, isWhole: Effort['isWhole']): AsyncIterable<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-intake-'));
  const from = join(folder, 'images');
  mkdirSync(from);
  for (let index = 0; index < count; index += 1) {
    const format = index % 2 === 0 ? 'png' : 'jpg';
    writeFileSync(join(from, `report-${index}.${format}`), makeImage(format, megabytes * 1e6));
  }
  const perFile = { intake: [] as Round[], straight: [] as Round[] };
  const round = (side: keyof typeof perFile, flags: readonly string[]) => async () => {
    const into = mkdtempSync(join(folder, 'into-'));
    const task: Task = { from, into };
    {
      await using done = await startServer<Round>(new URL(`serve-${side}.ts`, import.meta.url), task, { flags });
      perFile[side].push({ elapsedMs: done.ready.elapsedMs / count, cpuMs: done.ready.cpuMs / count });
    }
    rmSync(into, { recursive: true, force: true });
    // So that no round pays for what another has left to write.
    if (isWhole && process.platform !== 'win32') execFileSync('sync');
    return megabytes / (perFile[side].at(-1)!.elapsedMs / 1000);
  };
  try {
    const comparison = await compareAlternately(round('intake', companionFlags), round('straight', []), turns);
    const median = (side: keyof typeof perFile, figure: keyof Round) =>
      figureText(spreadOf(perFile[side].map((one) => one[figure])).median);
    yield compared(
      {
        what: `${count} files of ${megabytes} MB: intake, all added at once`,
        against: 'a straight program that copies, hashes and syncs them',
        unit: 'MB/s',
        target: { of: 'ratio', atLeast: 0.7 },
      },
      comparison,
      (['intake', 'straight'] as const).map(
        (side) => `${side}: ${median(side, 'elapsedMs')} ms a file, ${median(side, 'cpuMs')} ms of processor`,
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
