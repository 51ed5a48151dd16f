// Whether the database was closed cleanly: then the next start need not read all of it, which takes a second for every
// few hundred megabytes. The marker has the size and time of the closed file, and is deleted while it is open.
import { readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';

const markSchema = z.object({ bytes: z.number(), mtimeMs: z.number(), checkedAt: z.number() });

/** Disks lose data silently: the file is still read completely at this interval. */
const checkEveryMs = 7 * 86_400_000;

type CleanShutdownMarker = {
  /**
   * When the file was last read completely, if it was closed cleanly and not changed since; null otherwise. Deletes the
   * marker.
   */
  take(now: number): number | null;
  /**
   * Call it when the file is closed and its log is gone. Never throws: without a marker the next start inspects the
   * file.
   */
  set(checkedAt: number): void;
};

export function createCleanShutdownMarker(databasePath: string): CleanShutdownMarker {
  const path = `${databasePath}.clean`;
  return {
    take(now) {
      const mark = read();
      // Not `rmSync`, which does not report a read-only disk.
      if (mark) unlinkSync(path);
      const info = statSync(databasePath, { throwIfNoEntry: false });
      const log = statSync(`${databasePath}-wal`, { throwIfNoEntry: false });
      // A reader without write access leaves an empty log, such as the one that reads the vault's counter.
      if (!mark || !info || (log && log.size > 0)) return null;
      const isSame = mark.bytes === info.size && mark.mtimeMs === info.mtimeMs;
      const age = now - mark.checkedAt;
      return isSame && age >= 0 && age < checkEveryMs ? mark.checkedAt : null;
    },
    set(checkedAt) {
      try {
        if (statSync(`${databasePath}-wal`, { throwIfNoEntry: false })) return;
        const { size, mtimeMs } = statSync(databasePath);
        writeFileSync(`${path}.new`, JSON.stringify({ bytes: size, mtimeMs, checkedAt }), { mode: 0o600 });
        renameSync(`${path}.new`, path);
      } catch {
        // The folder is full or missing.
      }
    },
  };

  function read() {
    try {
      return markSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      return null;
    }
  }
}
