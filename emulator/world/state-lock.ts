// One emulator per state file. The lock is an exclusive transaction on a small SQLite file beside it: the operating
// system drops it when the process ends, however it ends, so that nobody is kept out by one that is gone. The lock file
// itself stays: taking it away could let two in.

import { appendFile } from 'node:fs/promises';
import { EmulatorError } from '../emulator-error.ts';

export interface StateLock {
  release(): void;
}

/** Rejects with an `EmulatorError` where another emulator has the file, or the lock cannot be made. */
export async function takeStateLock(path: string): Promise<StateLock> {
  const { DatabaseSync } = await import('node:sqlite').catch((cause: unknown) => {
    throw new EmulatorError('state', 'A state file needs Node 22.13 or newer.', cause);
  });
  let database: InstanceType<typeof DatabaseSync> | null = null;
  try {
    // Its owner's alone: who can read it can hold it. Where it cannot be made, SQLite says why.
    await appendFile(`${path}.lock`, '', { mode: 0o600 }).catch(() => undefined);
    database = new DatabaseSync(`${path}.lock`, { timeout: 0 });
    // Without a journal nothing is left beside the lock file, whenever the process ends.
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
