// Errors of the disk and the database, and whether they are over. Every statement of the one connection is observed
// here, because writing is what meets them.
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * `gone`: the data folder is no longer the one that was opened. `full`: no space. `read-only`: not writable. `busy`: locked by another process. `damaged`: the file itself. `disk`:
 * all else.
 */
type StorageError = 'gone' | 'full' | 'read-only' | 'busy' | 'damaged' | 'disk';

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html). */
const byResultCode: Readonly<Record<number, StorageError>> = {
  3: 'read-only',
  5: 'busy',
  6: 'busy',
  8: 'read-only',
  10: 'disk',
  11: 'damaged',
  13: 'full',
  14: 'disk',
  23: 'read-only',
  26: 'damaged',
};
const gone = 'DATA_FOLDER_GONE';

const bySystemCode: Readonly<Record<string, StorageError>> = {
  [gone]: 'gone',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EIO: 'disk',
};

/** Null if an error is not about storage. */
export function storageErrorOf(error: unknown): StorageError | null {
  if (!(error instanceof Error)) return null;
  // The primary code is the low byte: SQLITE_IOERR_WRITE is 10 | 3 << 8.
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return byResultCode[errcode & 0xff] ?? null;
  return bySystemCode[String(code)] ?? null;
}

type StorageWatch = {
  /** The error of the last write; null if it succeeded. */
  error(): StorageError | null;
  /** Whether any statement reported damage since the database was opened. */
  isDamaged(): boolean;
  onChange(listener: () => void): void;
  /** Runs a write to another file, without which the database is not written either. */
  beside(write: () => void): void;
};

/**
 * Observes all statements of this connection from now on.
 * @param isInPlace checked before each write and transaction: what is written to a deleted file is lost.
 */
export function watchStorage(database: DatabaseSync, isInPlace: () => boolean): StorageWatch {
  let ownError: StorageError | null = null;
  let besideError: StorageError | null = null;
  let isDamaged = false;
  let notify = () => {};
  const present = () => ownError ?? besideError;

  function noted(change: () => void) {
    const before = present();
    change();
    if (present() !== before) notify();
  }
  const now = (found: StorageError | null) => noted(() => (ownError = found));
  const listened =
    <A extends unknown[], R>(call: (...args: A) => R, isWriting?: (...args: A) => boolean) =>
    (...args: A): R => {
      try {
        if (!database.isTransaction && isWriting?.(...args) && !isInPlace())
          throw Object.assign(new Error('the data folder was removed or replaced'), { code: gone });
        const result = call(...args);
        // Within a transaction nothing is written yet.
        if (ownError !== null && !isDamaged && isWriting?.(...args) && !database.isTransaction) now(null);
        return result;
      } catch (error) {
        const found = storageErrorOf(error);
        if (found === 'damaged') isDamaged = true;
        // A lock of another process is short and no error.
        if (found !== null && found !== 'busy') now(found);
        throw error;
      }
    };

  // Preparing a statement reads the schema from the file.
  const unlistened = database.prepare.bind(database);
  const prepare = listened((sql: string, ...options: []) => unlistened(sql, ...options));
  database.prepare = (sql, ...options: []): StatementSync => {
    const statement = prepare(sql, ...options);
    const writes = !/^\s*(?:SELECT|PRAGMA)/i.test(sql);
    statement.run = listened(statement.run.bind(statement), () => writes);
    statement.get = listened(statement.get.bind(statement)) as typeof statement.get;
    statement.all = listened(statement.all.bind(statement)) as typeof statement.all;
    return statement;
  };
  database.exec = listened(database.exec.bind(database), (sql) => sql === 'COMMIT' || sql.startsWith('BEGIN'));

  return {
    error: present,
    isDamaged: () => isDamaged,
    onChange: (listener) => void (notify = listener),
    beside(write) {
      try {
        write();
        noted(() => (besideError = null));
      } catch (error) {
        noted(() => (besideError = storageErrorOf(error) ?? 'disk'));
        throw error;
      }
    },
  };
}
