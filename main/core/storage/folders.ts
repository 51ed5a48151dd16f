// Watched folders and their ledger: what was seen in each, by path, size and time of change, and what was decided.
import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

export type StoredFolder = { readonly id: string; readonly path: string; readonly looked: boolean };
export type StoredLedgerEntry = {
  path: string;
  size: number;
  mtimeMs: number;
  verdict: 'taken' | 'existing' | 'passed-over';
  words: string | null;
  sha256: string | null;
};

export type Folders = ReturnType<typeof createFolders>;

export function createFolders(database: Database) {
  const list = database.prepare('SELECT id, path, looked FROM folders WHERE profile = ? ORDER BY added_at');
  const insert = database.prepare('INSERT INTO folders (id, profile, path, added_at) VALUES (?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM folders WHERE id = ?');
  const looked = database.prepare('UPDATE folders SET looked = 1 WHERE id = ?');
  const entries = database.prepare(
    'SELECT path, size, mtime_ms AS mtimeMs, verdict, words, sha256 FROM ledger WHERE folder_id = ?',
  );
  const byPath = database.prepare(
    'SELECT path, size, mtime_ms AS mtimeMs, verdict, words, sha256 FROM ledger WHERE path = ?',
  );
  const put = database.prepare(
    `INSERT INTO ledger (folder_id, path, size, mtime_ms, verdict, words, sha256) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (folder_id, path) DO UPDATE SET
       size = excluded.size, mtime_ms = excluded.mtime_ms, verdict = excluded.verdict, words = excluded.words, sha256 = excluded.sha256`,
  );
  const forget = database.prepare('DELETE FROM ledger WHERE folder_id = ? AND path = ?');
  return {
    list: (profile: string): StoredFolder[] =>
      list
        .all(profile)
        .map((row) => ({ id: String(row['id']), path: String(row['path']), looked: row['looked'] === 1 })),
    add(profile: string, path: string, now: number): StoredFolder {
      const id = randomUUID();
      insert.run(id, profile, path, now);
      return { id, path, looked: false };
    },
    remove: (id: string) => void remove.run(id),
    markLooked: (id: string) => void looked.run(id),
    /** What is known of one path, in whichever folder. */
    entriesOf: (path: string) => byPath.all(path) as unknown as StoredLedgerEntry[],
    ledger: {
      entries: (folderId: string) => entries.all(folderId) as unknown as StoredLedgerEntry[],
      put(folderId: string, entry: StoredLedgerEntry) {
        put.run(folderId, entry.path, entry.size, entry.mtimeMs, entry.verdict, entry.words, entry.sha256);
      },
      forget: (folderId: string, path: string) => void forget.run(folderId, path),
    },
  };
}
