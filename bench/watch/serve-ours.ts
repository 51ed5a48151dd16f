// The companion's watch of one folder, with its ledger in the database. New files are read and counted as added, so
// that only the watch is measured; serve-core.ts has the intake as well.

import { createFolders } from '../../main/core/storage/tables/folders.ts';
import { openDatabase } from '../../main/core/storage/database/database.ts';
import { systemClock } from '../../main/core/platform/system-clock.ts';
import { imageRules } from '../../main/core/uploads/image/image-check.ts';
import { createFolderWatch } from '../../main/core/watch/folder-watcher.ts';
import { given, isReady } from '../harness/serving.ts';
import type { Added } from './watcher-process.ts';

type Ours = {
  folder: string;
  database: string;
};

const { folder, database } = given() as Ours;
const opened = openDatabase(database);
if (!opened.ok) throw new Error(opened.failure.message.id);
const folders = createFolders(opened.value);
const stored = folders.list('bench')[0] ?? folders.add('bench', folder, 0);
const silent = () => {};

const watch = createFolderWatch({
  id: stored.id,
  path: stored.path,
  clock: systemClock,
  log: { debug: silent, info: silent, warn: silent, error: (message, fields) => console.error(message, fields) },
  ledger: folders.ledger,
  imageRules,
  isFirstScan: !stored.scanned,
  onFirstScanDone: () => folders.markScanned(stored.id),
  async add({ path }) {
    process.send?.({ added: [{ path, atMs: performance.timeOrigin + performance.now() }] } satisfies Added);
    return { outcome: 'added', message: null, sha256: null };
  },
  onChange: silent,
});
await watch.rescan();
isReady(watch.state());
