// A daily copy of the database beside it, made by SQLite's online backup: through a connection of its own, in one step of
// another thread, so that no write waits for it (docs/decisions/0042-a-daily-backup.md).
import { renameSync, rmSync, statfsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Clock, Logger } from '../../platform/ports.ts';
import { syncFile, syncFolder } from '../files/attempt-journal.ts';
import { createNotices } from '../tables/log/history.ts';

const dayMs = 86_400_000;
const againMs = 3_600_000;
const allPages = 2 ** 31 - 1;

export const backupPath = (databasePath: string) => join(dirname(databasePath), 'companion.backup.db');

export type DailyBackup = {
  /** Begins a backup if the last one is a day old. */
  keepUp(): void;
  /** Resolves when none is running. Never rejects. */
  settled(): Promise<void>;
};

export function createDailyBackup(deps: { path: string; clock: Pick<Clock, 'now'>; log: Logger }): DailyBackup {
  const { path, clock, log } = deps;
  const copy = backupPath(path);
  let notBefore: number | null = null;
  let running: Promise<void> | null = null;

  async function backUpNow(now: number) {
    try {
      await backUp(path, copy, now);
      notBefore = now + dayMs;
    } catch (error) {
      notBefore = now + againMs;
      log.warn('the database could not be backed up', { error });
    }
    running = null;
  }

  return {
    keepUp() {
      if (running) return;
      const now = clock.now();
      notBefore ??= (statSync(copy, { throwIfNoEntry: false })?.mtimeMs ?? 0) + dayMs;
      // A clock that was set back must not put it off.
      if (now < notBefore && notBefore - now <= dayMs) return;
      running = backUpNow(now);
    },
    settled: () => running ?? Promise.resolve(),
  };
}

/** Replaces the last copy by one that was checked. Throws if there is no room or anything fails; then the last one stays. */
export async function backUp(path: string, copy: string, now: number): Promise<void> {
  const making = `${copy}.new`;
  const { bavail, bsize } = statfsSync(dirname(path));
  if (bavail * bsize < 3 * statSync(path).size) throw new Error('not enough space for a backup');
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    removeCopy(making);
    // Created empty and private: SQLite uses an existing file as it is.
    writeFileSync(making, '', { flag: 'wx', mode: 0o600 });
    await backup(source, making, { rate: allPages });
    const made = new DatabaseSync(making);
    try {
      made.exec('PRAGMA journal_mode = DELETE');
      const found = made.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
      if (found !== 'ok') throw new Error(`the database is damaged: ${String(found)}`);
      createNotices(made).backedUp(now);
    } finally {
      made.close();
    }
    syncFile(making);
    utimesSync(making, now / 1000, now / 1000);
    renameSync(making, copy);
    syncFolder(dirname(copy));
  } catch (error) {
    removeCopy(making);
    throw error;
  } finally {
    source.close();
  }
}

const removeCopy = (path: string) => {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true });
};
