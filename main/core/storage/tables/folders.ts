// Watched folders, their rules and their ledger: each file's path, marks and decision.
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { defaultRules, type FolderRules } from '../../../contract/folder-rules.ts';
import { folderStateSchema } from '../../../contract/state.ts';
import type { Message } from '../../../messages/message.ts';
import { inTransaction, type Database } from '../database/database.ts';
import { storageErrorOf } from '../files/storage-errors.ts';
import { readMessage, storedRulesSchema, writeMessage } from '../database/stored.ts';

export type StoredFolder = {
  readonly id: string;
  readonly path: string;
  readonly scanned: boolean;
  readonly rules: FolderRules;
};

/** What a watcher knows of its folder. */
const watchStateSchema = z.object({
  /** The id of the leader whose watcher it is. */
  by: z.string(),
  isMountPoint: z.boolean(),
  ...z.omit(folderStateSchema, { id: true, path: true, name: true, rules: true, pilot: true, notFiled: true }).shape,
});
type StoredWatchState = z.infer<typeof watchStateSchema>;

type Verdict = 'added' | 'existing' | 'skipped' | 'other-name';

export type StoredLedgerEntry = {
  path: string;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  verdict: Verdict;
  message: Message | null;
  sha256: string | null;
};

/** A verdict under other rules: only a file that was left depends on the names that are wanted. */
export function verdictUnder(verdict: Verdict, isWanted: boolean): Verdict {
  const wasLeft = verdict === 'existing' || verdict === 'other-name';
  if (!wasLeft) return verdict;
  return isWanted ? 'existing' : 'other-name';
}

export type Folders = ReturnType<typeof createFolders>;

const entryColumns = 'path, size, mtime_ms, ctime_ms, ino, verdict, message, sha256';
type LedgerRow = [
  path: string,
  size: number,
  mtimeMs: number,
  ctimeMs: number,
  ino: number,
  verdict: Verdict,
  message: string | null,
  sha256: string | null,
];
/** One text for all rows, instead of one for each. */
const verdicts = { added: 'added', existing: 'existing', skipped: 'skipped', 'other-name': 'other-name' } as const;

export function createFolders(database: Database) {
  const list = database.prepare('SELECT id, path, scanned, rules FROM folders WHERE profile = ? ORDER BY added_at');
  const insert = database.prepare(
    'INSERT INTO folders (id, profile, path, added_at, scanned, rules) VALUES (?, ?, ?, ?, ?, ?)',
  );
  // Kept under a temporary name, with everything known of its files, until it can no longer come back.
  const isRemoved = "profile GLOB 'removed/*'";
  const isRemovedHere = "id = :id AND profile = 'removed/' || :profile";
  const remove = database.prepare("UPDATE folders SET profile = 'removed/' || profile WHERE id = ?");
  const restore = database.prepare(`UPDATE folders SET profile = :profile WHERE ${isRemovedHere}`);
  const removedPath = database.prepare(`SELECT path FROM folders WHERE ${isRemovedHere}`);
  const forgetRemoved = database.prepare(`DELETE FROM folders WHERE ${isRemoved}`);
  const scanned = database.prepare('UPDATE folders SET scanned = 1 WHERE id = ?');
  const setRules = database.prepare('UPDATE folders SET rules = ? WHERE id = ?');
  const writeWatch = database.prepare('UPDATE folders SET watch_state = ? WHERE id = ?');
  const readWatch = database.prepare('SELECT watch_state FROM folders WHERE id = ?');
  const reverdict = database.prepare('UPDATE ledger SET verdict = ? WHERE folder_id = ? AND path = ?');
  const entries = database.prepare(`SELECT ${entryColumns} FROM ledger WHERE folder_id = ?`);
  const byPath = database.prepare(
    `SELECT ${entryColumns} FROM ledger WHERE path = ?
       AND folder_id NOT IN (SELECT id FROM folders WHERE ${isRemoved})`,
  );
  const addedOf = database.prepare(
    `SELECT ${entryColumns} FROM ledger WHERE folder_id = ? AND sha256 = ? AND verdict = 'added'`,
  );
  byPath.setReturnArrays(true);
  addedOf.setReturnArrays(true);
  const put = database.prepare(
    `INSERT INTO ledger (folder_id, path, size, mtime_ms, ctime_ms, ino, verdict, message, sha256)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (folder_id, path) DO UPDATE SET
       size = excluded.size, mtime_ms = excluded.mtime_ms, ctime_ms = excluded.ctime_ms, ino = excluded.ino,
       verdict = excluded.verdict, message = excluded.message, sha256 = excluded.sha256`,
  );
  const forget = database.prepare('DELETE FROM ledger WHERE folder_id = ? AND path = ?');
  const forgetTooLarge = database.prepare(
    `DELETE FROM ledger WHERE folder_id = ? AND verdict = 'skipped' AND size <= ?
       AND message LIKE '{"id":"failure.fileTooLarge"%'`,
  );
  const forgetExisting = database.prepare("DELETE FROM ledger WHERE folder_id = ? AND verdict = 'existing'");
  // A big folder has 50,000: as objects, rows would take several times the memory.
  entries.setReturnArrays(true);
  const entriesIn = (folderId: string): StoredLedgerEntry[] =>
    Array.from(entries.iterate(folderId) as unknown as Iterable<LedgerRow>, ledgerEntry);
  const putEntry = (folderId: string, entry: StoredLedgerEntry) => {
    const { path, size, mtimeMs, ctimeMs, ino, verdict, message, sha256 } = entry;
    put.run(folderId, path, size, mtimeMs, ctimeMs, ino, verdict, writeMessage(message), sha256);
  };

  return {
    list: (profile: string): StoredFolder[] =>
      list.all(profile).map((row) => ({
        id: String(row['id']),
        path: String(row['path']),
        scanned: row['scanned'] === 1,
        rules: rulesOf(row['rules'] as string | null),
      })),
    /** `isEverythingNew`: files that are there already are added, as if the folder had been scanned while it was empty. */
    add(
      profile: string,
      path: string,
      now: number,
      { rules = defaultRules, isEverythingNew = false }: { rules?: FolderRules; isEverythingNew?: boolean } = {},
    ): StoredFolder {
      const id = randomUUID();
      insert.run(id, profile, path, now, isEverythingNew ? 1 : 0, JSON.stringify(rules));
      return { id, path, scanned: isEverythingNew, rules };
    },
    /** It can be restored until the next one is removed. */
    remove: (id: string) =>
      inTransaction(database, () => {
        forgetRemoved.run();
        remove.run(id);
      }),
    /** Where a removed folder of this profile is; null if it can no longer come back. */
    removedPath: (id: string, profile: string): string | null =>
      (removedPath.get({ id, profile })?.['path'] as string | undefined) ?? null,
    restore: (id: string, profile: string) => void restore.run({ id, profile }),
    forgetRemoved: () => void forgetRemoved.run(),
    /** False on a disk that is full: that stops no watcher, and other processes see it themselves. */
    writeWatchState(id: string, state: StoredWatchState): boolean {
      try {
        writeWatch.run(JSON.stringify(state), id);
        return true;
      } catch (error) {
        if (storageErrorOf(error) === null) throw error;
        return false;
      }
    },
    /** Null if no watcher has written, or a later version wrote something else. */
    watchState(id: string): StoredWatchState | null {
      const text = readWatch.get(id)?.['watch_state'];
      const parsed = typeof text === 'string' ? watchStateSchema.safeParse(JSON.parse(text)) : null;
      return parsed?.success ? parsed.data : null;
    },
    markScanned: (id: string) => void scanned.run(id),
    /**
     * Stores the rules. A file that was skipped for its name and matches now counts as existing, and is added only on
     * request; `hasWantedName` is the new rule for names.
     */
    setRules(id: string, rules: FolderRules, hasWantedName: (path: string) => boolean) {
      inTransaction(database, () => {
        setRules.run(JSON.stringify(rules), id);
        for (const { path, verdict } of entriesIn(id)) {
          const under = verdictUnder(verdict, hasWantedName(path));
          if (under !== verdict) reverdict.run(under, id, path);
        }
      });
    },
    /** Forgets files that were skipped for their size and have at most this many bytes. Returns how many there were. */
    forgetTooLarge: (id: string, maxBytes: number) => Number(forgetTooLarge.run(id, maxBytes).changes),
    /** What is known of one path, in any folder. */
    entriesOf: (path: string) => rowsOf(byPath.all(path)),
    /** Files of this folder with the content of a report. */
    addedOf: (folderId: string, sha256: string) => rowsOf(addedOf.all(folderId, sha256)),
    ledger: {
      entries: entriesIn,
      put: putEntry,
      putAll: (folderId: string, all: readonly StoredLedgerEntry[]) =>
        inTransaction(database, () => {
          for (const entry of all) putEntry(folderId, entry);
        }),
      forget: (folderId: string, path: string) => void forget.run(folderId, path),
      forgetExisting: (folderId: string) => void forgetExisting.run(folderId),
    },
  };
}

const rowsOf = (rows: unknown) => (rows as LedgerRow[]).map(ledgerEntry);

function ledgerEntry([path, size, mtimeMs, ctimeMs, ino, verdict, message, sha256]: LedgerRow): StoredLedgerEntry {
  return { path, size, mtimeMs, ctimeMs, ino, verdict: verdicts[verdict], message: readMessage(message), sha256 };
}

/** Where the rules can't be read: ask before uploading, and leave the file. */
function rulesOf(stored: string | null): FolderRules {
  if (stored === null) return defaultRules;
  try {
    return storedRulesSchema.parse(JSON.parse(stored));
  } catch {
    return { ...defaultRules, approval: true };
  }
}
