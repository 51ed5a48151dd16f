// Counts the vault's writes outside of its file, which identifies an older copy. An old refresh token that is used
// again ends the whole consent, so that such a copy is never used without asking.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { Logger } from '../platform/ports.ts';
import type { Database } from '../storage/database/database.ts';

export type VaultCounter = {
  /** The highest count; null if there is none, or the database was lost. */
  last(): number | null;
  note(count: number): void;
  /** Nothing is written before this: the database may be damaged, and is inspected first. */
  useDatabase(database: Database): void;
};

export function createVaultCounter(deps: { dataDir: string; log: Logger }): VaultCounter {
  const path = join(deps.dataDir, 'companion.db');
  let opened: Database | null = null;
  let highest: number | null = null;

  function write(count: number) {
    if (!opened?.isOpen) return;
    try {
      opened
        .prepare(
          'INSERT INTO vault_counter (id, count) VALUES (1, ?) ON CONFLICT DO UPDATE SET count = MAX(count, excluded.count)',
        )
        .run(count);
    } catch (error) {
      // The next read or write of the vault stores it again.
      deps.log.warn("couldn't record the vault's write count", { error });
    }
  }

  return {
    last() {
      const stored = opened?.isOpen ? readCount(opened) : readClosed(path);
      if (stored !== null) highest = Math.max(highest ?? 0, stored);
      return highest;
    },
    note(count) {
      if (highest !== null && count < highest) return;
      highest = count;
      write(count);
    },
    useDatabase(database) {
      opened = database;
      if (highest !== null) write(highest);
    },
  };
}

function readClosed(path: string): number | null {
  if (!existsSync(path)) return null;
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 1_000 });
    return readCount(database);
  } catch {
    // Damaged or of an earlier version: opening it properly reports that.
    return null;
  } finally {
    database?.close();
  }
}

function readCount(database: DatabaseSync): number | null {
  try {
    const count = database.prepare('SELECT count FROM vault_counter WHERE id = 1').get()?.['count'];
    return typeof count === 'number' ? count : null;
  } catch {
    return null;
  }
}
