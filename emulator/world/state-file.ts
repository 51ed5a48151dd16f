// Keeps the state in a file across restarts. Each write goes to a second file, which is flushed and renamed, so a power
// failure leaves one of them intact. A response to a request that changed the state waits until the file contains the
// change; simultaneous changes share one write. An invalid file is never overwritten; the emulator does not start.

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { open, rename, rm, appendFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createCoalescer } from '../clock/clock.ts';
import { EmulatorError, reasonOf } from '../emulator-error.ts';
import { withoutMark } from '../http/visible.ts';
import type { ReadWorld } from './world-document.ts';
import type { World } from './world.ts';

/** How long changes that no response waits for may be missing from the file. */
const saveDelayMs = 100;

/** Rejects with an `EmulatorError` for a file that is damaged, newer, in use or not accessible. */
export async function openStateFile(given: string) {
  // For a symbolic link, its target is replaced and locked.
  const path = existsSync(given) ? realpathSync(given) : given;
  const lock = await takeStateLock(path);
  const { readDocument, writeDocument } = await import('./world-document.ts');
  try {
    return {
      /** The contents of the file; null if there is none yet. */
      kept: existsSync(path) ? readKept(path, readDocument) : null,
      /** Starts saving this world. Rejects if the file cannot be written. */
      async keep(world: World, now: () => number): Promise<StateFile> {
        const file = createStateFile(path, () => writeDocument(world, now()), lock.release);
        try {
          await file.flush();
        } catch (cause) {
          lock.release();
          throw cause;
        }
        return file;
      },
    };
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

function readKept(path: string, readDocument: (text: string) => ReadWorld): { world: World; atMs: number } {
  const read = readDocument(readText(path));
  if (read.ok) return read;
  throw new EmulatorError(
    'state',
    `The state file ${path} is invalid (${read.reason}). It was left unchanged; move it, or choose another file with --state.`,
  );
}

type Waiting = {
  change: number;
  done: (error: Error | null) => void;
};

export type StateFile = ReturnType<typeof createStateFile>;

function createStateFile(path: string, text: () => string, release: () => void) {
  // Changes are numbered; `kept` is the last one in the file.
  let changes = 0;
  let kept = 0;
  // True at first, so that the first `flush` shows whether the file can be written.
  let isStale = true;
  let waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;
  /** Another emulator may own the file. */
  let isReleased = false;

  const write = async () => {
    const holds = changes;
    isStale = false;
    let error: EmulatorError | null = null;
    await replaceFile(path, text()).catch((cause: unknown) => {
      isStale = true;
      error = new EmulatorError('state', `Can’t write the state to ${path}: ${reasonOf(cause)}.`, cause);
    });
    if (error === null) kept = holds;
    // If it cannot be written, all waiting callers fail, including later ones.
    const isServed = ({ change }: Waiting) => error !== null || change <= holds;
    const served = waiting.filter(isServed);
    waiting = waiting.filter((one) => !isServed(one));
    for (const { done } of served) done(error);
    if (error !== null) throw error;
  };

  /** One write at a time; later changes go into the next one. */
  const writeAll = (): Promise<void> => {
    soon.cancel();
    writing ??= (async () => {
      try {
        do await write();
        while (waiting.length > 0);
      } finally {
        writing = null;
      }
    })();
    return writing;
  };
  // A failed background write is retried with the next change, and `flush` reports it.
  const soon = createCoalescer(saveDelayMs, () => void writeAll().catch(() => undefined));

  const counted = () => {
    if (isReleased) return;
    isStale = true;
    soon.request();
  };

  return {
    /** The state has changed; responses wait for it. */
    changed(): void {
      changes += 1;
      counted();
    },
    /** A counter or the time has changed; no response waits for it. */
    counted,
    /** Calls back once the file contains all changes so far, or with an error. */
    settle(done: (cause: Error | null) => void): void {
      if (kept >= changes) return done(null);
      waiting.push({ change: changes, done });
      // In the next turn, so that the changes of this one share the write.
      if (writing === null) setImmediate(() => void writeAll().catch(() => undefined));
    },
    /** Writes everything, including counters and time. */
    async flush(): Promise<void> {
      // The current write may have started before the last change.
      await writing?.catch(() => undefined);
      if (isStale) await writeAll();
    },
    /** Releases the file; later changes are not saved. */
    release(): void {
      isReleased = true;
      soon.cancel();
      release();
    },
  };
}

async function replaceFile(path: string, text: string): Promise<void> {
  // Exclusive, so that no other file or link is written to.
  const beside = `${path}.${randomUUID()}`;
  const file = await open(beside, 'wx', 0o600);
  try {
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes the rename durable; not available on Windows. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function readText(path: string): string {
  try {
    return withoutMark(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new EmulatorError('state', `Can’t read the state file ${path}: ${reasonOf(cause)}.`, cause);
  }
}

/** Rejects with an `EmulatorError` if another emulator has the lock, or it cannot be created. */
async function takeStateLock(path: string) {
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
    release(): void {
      if (holding.isOpen) holding.close();
    },
  };
}

/** SQLITE_BUSY. */
const isTaken = (cause: unknown) => cause instanceof Error && 'errcode' in cause && cause.errcode === 5;
