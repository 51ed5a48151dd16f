// Adds an image on a disk that is nearly full: node short-disk.ts IMAGE SPOOL, under a limit of file sizes. Without a
// database file, so that only the copy meets the limit.
import { basename } from 'node:path';
import type { Jobs } from '../../../main/core/storage/tables/jobs.ts';
import { systemClock } from '../../../main/core/platform/system-clock.ts';
import { createIntake } from '../../../main/core/uploads/intake/intake.ts';

const [path, spoolDir] = process.argv.slice(2) as [string, string];
const kept: unknown[] = [];
const intake = createIntake({
  clock: systemClock,
  spoolDir,
  stores: {
    jobs: { byImage: () => null, add: (job: unknown) => kept.push(job) } as unknown as Jobs,
    history: { add: () => {}, of: () => [], countOf: () => 0, addDuration: () => {}, durations: () => [] },
    inTransaction: (work) => work(),
  },
  accountId: () => null,
  maxFileBytes: () => 1_000_000,
  onAdded: () => {},
});
const outcome = await intake.add({ path, name: basename(path) }, { kind: 'dropped' });
process.stdout.write(JSON.stringify({ kind: outcome.kind, kept: kept.length }));
