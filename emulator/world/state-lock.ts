// One emulator per state file. The lock is an exclusive transaction on a small SQLite file next to it, which the operating
// system releases however the process ends. The lock file itself stays, because deleting it could let two emulators in.

import { appendFile } from 'node:fs/promises';
import { EmulatorError } from '../emulator-error.ts';

type StateLock = {
  release(): void;
};

/** Rejects with an `EmulatorError` if another emulator has the lock, or it cannot be created. */
export async function takeStateLock(path: string): Promise<StateLock> {
  const { DatabaseSync } = await import('node:sqlite').catch((cause: unknown) => {
    throw new EmulatorError('state', 'A state file needs Node 22.13 or newer.', cause);
  });
  let database: InstanceType<typeof DatabaseSync> | null = null;
  try {
    // Private, because anyone who can read the file could hold the lock. If this fails, SQLite reports why.
    await appendFile(`${path}.lock`, '', { mode: 0o600 }).catch(() => undefined);
    database = new DatabaseSync(`${path}.lock`, { timeout: 0 });
    // In-memory journal, so that no other file is left behind.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    database?.close();
    throw isTaken(cause)
      ? new EmulatorError(
          'state',
          `Another emulator is using ${path}. Stop it, or choose another file with --state.`,
          cause,
        )
      : new EmulatorError('state', `Can’t write the state to ${path}: ${reasonOf(cause)}.`, cause);
  }
  const holding = database;
  return {
    release() {
      if (holding.isOpen) holding.close();
    },
  };
}

/** SQLITE_BUSY. */
const isTaken = (cause: unknown) => cause instanceof Error && 'errcode' in cause && cause.errcode === 5;

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));
