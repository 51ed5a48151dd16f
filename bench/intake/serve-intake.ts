// The companion's intake over its own database.

import { basename, join } from 'node:path';
import { createRepositories } from '../../main/core/storage/repositories.ts';
import { openDatabase } from '../../main/core/storage/database/database.ts';
import { systemClock } from '../../main/core/platform/system-clock.ts';
import { createIntake } from '../../main/core/uploads/intake/intake.ts';
import { measureRound } from './measured.ts';

await measureRound((paths, into) => {
  const opened = openDatabase(join(into, 'companion.db'));
  if (!opened.ok) throw new Error(opened.failure.message.id);
  const stores = createRepositories(opened.value, 'demo');
  const intake = createIntake({
    clock: systemClock,
    spoolDir: join(into, 'spool'),
    stores: { jobs: stores.jobs, history: stores.history, inTransaction: stores.inTransaction },
    accountId: () => null,
    // No file is held for its size, so that all are added.
    maxFileBytes: () => Number.MAX_SAFE_INTEGER,
    onAdded() {},
  });
  return async () => {
    const outcomes = await Promise.all(
      paths.map((path) => intake.add({ path, name: basename(path) }, { kind: 'dropped' })),
    );
    opened.value.close();
    return outcomes.filter(({ kind }) => kind === 'added').length;
  };
});
