// Whether the database ended well the last time: then it need not be read through at the start, which costs a second for
// every few hundred megabytes. The mark says how the file looked when it was closed; it goes away while the file is open.
import { readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const markSchema = z.object({ bytes: z.number(), mtimeMs: z.number(), checkedAt: z.number() });

/** A disk forgets without telling: every so often it is read through all the same. */
const CHECK_EVERY_MS = 7 * 86_400_000;

type CleanShutdownMarker = {
  /** When the file was last read through, where it ended well and was not touched since; null otherwise. Takes the mark away. */
  take(now: number): number | null;
  /** The file is closed, its log is gone. Never throws: without a mark the next start takes a closer look. */
  set(checkedAt: number): void;
};

export function createCleanShutdownMarker(databasePath: string): CleanShutdownMarker {
  const path = `${databasePath}.clean`;
  return {
    take(now) {
      const mark = read();
      // Not `rmSync`: that one does not say that the disk is read-only.
      if (mark) unlinkSync(path);
      const info = statSync(databasePath, { throwIfNoEntry: false });
      const log = statSync(`${databasePath}-wal`, { throwIfNoEntry: false });
      if (!mark || !info || log) return null;
      const isSame = mark.bytes === info.size && mark.mtimeMs === info.mtimeMs;
      const age = now - mark.checkedAt;
      return isSame && age >= 0 && age < CHECK_EVERY_MS ? mark.checkedAt : null;
    },
    set(checkedAt) {
      try {
        if (statSync(`${databasePath}-wal`, { throwIfNoEntry: false })) return;
        const { size, mtimeMs } = statSync(databasePath);
        writeFileSync(`${path}.new`, JSON.stringify({ bytes: size, mtimeMs, checkedAt }), { mode: 0o600 });
        renameSync(`${path}.new`, path);
      } catch {
        // The folder is full, or gone.
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
