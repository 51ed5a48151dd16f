// Adds all images of a folder repeatedly, with different contents, until it is killed: node add-in-child.ts DATA-DIR
// IMAGES. Each line on standard output, `NAME KIND`, is an acknowledgment.
import { readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createRepositories } from '../../../main/core/storage/repositories.ts';
import { openDatabase } from '../../../main/core/storage/database/database.ts';
import { systemClock } from '../../../main/core/platform/system-clock.ts';
import { createIntake } from '../../../main/core/uploads/intake/intake.ts';

const [dataDir, images] = process.argv.slice(2) as [string, string];
const opened = openDatabase(join(dataDir, 'companion.db'));
if (!opened.ok) throw new Error(opened.failure.message.id);
const { jobs, history, inTransaction } = createRepositories(opened.value, 'demo');
const intake = createIntake({
  clock: systemClock,
  spoolDir: join(dataDir, 'spool'),
  stores: {
    jobs,
    history,
    inTransaction,
  },
  accountId: () => null,
  maxFileBytes: () => 10_000_000,
  onAdded() {},
});
writeSync(1, 'ready\n');
await Promise.all(
  readdirSync(images).map(async (name) => {
    const { kind } = await intake.add({ path: join(images, name), name }, { kind: 'dropped' });
    writeSync(1, `${name} ${kind}\n`);
  }),
);
writeSync(1, 'done\n');
