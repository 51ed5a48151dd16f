// What is the matter with the disk or the database, as far as an error says so; and whether it is over.
// Writing is what meets it: every statement of the one connection is listened to here, so that nobody else has to ask.
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** `full`: no room. `read-only`: may not be written. `busy`: another process keeps it. `damaged`: the file itself. `disk`: all else. */
type StorageError = 'full' | 'read-only' | 'busy' | 'damaged' | 'disk';

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
const bySystemCode: Readonly<Record<string, StorageError>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EIO: 'disk',
};

/** Null where an error is not about the disk. */
export function storageErrorOf(error: unknown): StorageError | null {
  if (!(error instanceof Error)) return null;
  // The primary code is the low byte: SQLITE_IOERR_WRITE is 10 | 3 << 8.
  if ('errcode' in error && typeof error.errcode === 'number') return byResultCode[error.errcode & 0xff] ?? null;
  return 'code' in error && typeof error.code === 'string' ? (bySystemCode[error.code] ?? null) : null;
}

type StorageWatch = {
  /** What the last writing met; null where it went well. */
  error(): StorageError | null;
  /** Whether anything said that the file is damaged since it was opened. */
  isDamaged(): boolean;
  onChange(listener: () => void): void;
  /** Runs a writing to another file, without which the database is not written either. */
  beside(write: () => void): void;
};

/**
 * Listens to everything that runs on this connection from now on.
 * @param relief gives room back where the disk is full; what is no part of a transaction is then tried once more.
 */
export function watchStorage(database: DatabaseSync, relief: () => boolean = () => false): StorageWatch {
  let ownError: StorageError | null = null;
  let besideError: StorageError | null = null;
  let isDamaged = false;
  let tell = () => {};
  const said = () => ownError ?? besideError;

  function noted(change: () => void) {
    const before = said();
    change();
    if (said() !== before) tell();
  }
  const now = (found: StorageError | null) => noted(() => (ownError = found));
  function withRelief<T>(work: () => T, mayRepeat: boolean): T {
    try {
      return work();
    } catch (error) {
      if (!mayRepeat || storageErrorOf(error) !== 'full' || !relief()) throw error;
      return work();
    }
  }
  const listened =
    <A extends unknown[], R>(call: (...args: A) => R, isWriting: (...args: A) => boolean) =>
    (...args: A): R => {
      // A transaction may have been ended by the error: whoever began it tries again (database.ts).
      const mayRepeat = !database.isTransaction;
      try {
        const result = withRelief(() => call(...args), mayRepeat);
        // Within a transaction nothing is written yet.
        if (ownError !== null && !isDamaged && isWriting(...args) && !database.isTransaction) now(null);
        return result;
      } catch (error) {
        const found = storageErrorOf(error);
        if (found === 'damaged') isDamaged = true;
        // Another process at work is no trouble: it is over in a moment.
        if (found !== null && found !== 'busy') now(found);
        throw error;
      }
    };

  // Also what a statement is made of is read from the file.
  const unlistened = database.prepare.bind(database);
  const prepare = listened(
    (sql: string, ...options: []) => unlistened(sql, ...options),
    () => false,
  );
  database.prepare = (sql, ...options: []): StatementSync => {
    const statement = prepare(sql, ...options);
    const writes = !/^\s*(?:SELECT|PRAGMA)/i.test(sql);
    statement.run = listened(statement.run.bind(statement), () => writes);
    statement.get = listened(statement.get.bind(statement), () => false);
    statement.all = listened(statement.all.bind(statement), () => false);
    return statement;
  };
  database.exec = listened(database.exec.bind(database), (sql) => sql === 'COMMIT');

  return {
    error: said,
    isDamaged: () => isDamaged,
    onChange: (listener) => void (tell = listener),
    beside(write) {
      try {
        withRelief(write, true);
        noted(() => (besideError = null));
      } catch (error) {
        noted(() => (besideError = storageErrorOf(error) ?? 'disk'));
        throw error;
      }
    },
  };
}
