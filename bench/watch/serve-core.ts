// The companion's own core from the folder to the job: watch, intake, spool and database, with the real disk. Says of each
// file when its job was on the disk.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRepositories } from '../../main/core/storage/repositories.ts';
import { openDatabase } from '../../main/core/storage/database.ts';
import { systemClock } from '../../main/core/platform/system-clock.ts';
import { createIntake } from '../../main/core/uploads/intake/intake.ts';
import { createPictureCheck, hasReportExtension } from '../../main/core/uploads/image/image-check.ts';
import { createFolderWatch } from '../../main/core/watch/folder-watcher.ts';
import { given, isReady } from '../harness/serving.ts';
import type { Taken } from './watcher-process.ts';

export interface Core {
  folder: string;
  /** Where database and spool lie: on the same disk, so that what is durable costs what it costs. */
  dataDir: string;
}

const { folder, dataDir } = given() as Core;
mkdirSync(dataDir, { recursive: true });
const opened = openDatabase(join(dataDir, 'companion.db'));
if (!opened.ok) throw new Error(opened.failure.words);
const stores = createRepositories(opened.value, 'bench');
const silent = () => {};
const stored = stores.folders.add('bench', folder, Date.now());

const intake = createIntake({
  clock: systemClock,
  spoolDir: join(dataDir, 'spool'),
  jobs: stores.jobs,
  happenings: stores.happenings,
  accountId: () => null,
  maxFileBytes: () => 10 * 1024 * 1024,
  inTransaction: stores.inTransaction,
  onTaken: silent,
});

const watch = createFolderWatch({
  id: stored.id,
  path: stored.path,
  clock: systemClock,
  log: { debug: silent, info: silent, warn: silent, error: (words, fields) => console.error(words, fields) },
  ledger: stores.folders.ledger,
  pictures: { hasReportExtension, createPictureCheck },
  isFirstLook: true,
  takeExistingFirst: false,
  onFirstLookDone: () => stores.folders.markLooked(stored.id),
  async take(file) {
    const outcome = await intake.take(file, { kind: 'folder', folder: 'bench' });
    const atMs = performance.timeOrigin + performance.now();
    process.send?.({ taken: [{ path: file.path, atMs }] } satisfies Taken);
    if (outcome.kind === 'taken' || outcome.kind === 'already-taken') {
      return { outcome: outcome.kind, words: '', sha256: outcome.sha256 };
    }
    return { outcome: 'later', words: outcome.failure.words, sha256: null };
  },
  onChange: silent,
});
await watch.rescan();
isReady(null);
