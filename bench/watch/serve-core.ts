// The companion's core from the folder to the job: watch, intake, spool and database, on the real disk. Reports when
// each file's job was on the disk.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRepositories } from '../../main/core/storage/repositories.ts';
import { openDatabase } from '../../main/core/storage/database/database.ts';
import { systemClock } from '../../main/core/platform/system-clock.ts';
import { createIntake } from '../../main/core/uploads/intake/intake.ts';
import { imageRules } from '../../main/core/uploads/image/image-check.ts';
import { createFolderWatch } from '../../main/core/watch/folder-watch.ts';
import { given, isReady } from '../harness/serving.ts';

export type Core = {
  folder: string;
  /** Folder of database and spool, on the same disk as the images, so that syncing costs the same. */
  dataDir: string;
};

/** Sent besides the harness's messages: saved files with the time (epoch milliseconds). */
export type Added = { added: { path: string; atMs: number }[] };

const { folder, dataDir } = given() as Core;
mkdirSync(dataDir, { recursive: true });
const opened = openDatabase(join(dataDir, 'companion.db'));
if (!opened.ok) throw new Error(opened.failure.message.id);
const stores = createRepositories(opened.value, 'bench');
const silent = () => {};
const stored = stores.folders.list('bench')[0] ?? stores.folders.add('bench', folder, 0);

const intake = createIntake({
  clock: systemClock,
  spoolDir: join(dataDir, 'spool'),
  stores: stores,
  accountId: () => null,
  maxFileBytes: () => 10 * 1024 * 1024,
  onAdded: silent,
});

const watched = { id: stored.id, path: stored.path, isFirstScan: !stored.scanned };
const watch = createFolderWatch(watched, {
  clock: systemClock,
  log: { debug: silent, info: silent, warn: silent, error: (message, fields) => console.error(message, fields) },
  ledger: stores.folders.ledger,
  imageRules,
  async add(file) {
    const outcome = await intake.add(file, { kind: 'folder', folder: 'bench' });
    const atMs = performance.timeOrigin + performance.now();
    process.send?.({ added: [{ path: file.path, atMs }] } satisfies Added);
    if (outcome.kind === 'added' || outcome.kind === 'duplicate') {
      return { outcome: outcome.kind, message: null, sha256: outcome.sha256 };
    }
    return { outcome: 'later', message: outcome.failure.message, sha256: null };
  },
  events: { onFirstScanDone: () => stores.folders.markScanned(stored.id), onChange: silent },
});
await watch.rescan();
isReady(null);
