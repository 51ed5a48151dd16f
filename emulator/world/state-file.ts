// Keeps the world in a file across restarts: written beside the old one, flushed, renamed over it, so that a power cut
// leaves one or the other whole. Whoever answers a request that changed the world waits until the file holds the change;
// all who wait share one write. A file that cannot be read as a world is never overwritten: the emulator refuses to
// start instead.

import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createCoalescer } from '../clock/clock.ts';
import { EmulatorError } from '../emulator-error.ts';
import { takeStateLock } from './state-lock.ts';
import type { World } from './world.ts';
import { createDocumentWriter } from './serialize-world.ts';

/** How long what nobody waits for may be missing from the file. */
const gatherMs = 100;

export interface StateFile {
  /** The world has changed in a way that an answer may promise. */
  changed(): void;
  /** Something was counted, or time went on: it may be missing from the file for a moment. */
  counted(): void;
  /**
   * Calls back when the file holds all that has changed until now, at once where it does already; with the reason where
   * it could not be written.
   */
  settle(done: (cause: Error | null) => void): void;
  /** Writes what is not written yet, counts and time included. */
  flush(): Promise<void>;
  /** Lets others have the file; what changes from now on is in none. */
  release(): void;
}

export interface OpenedStateFile {
  /** What the file holds; null where there is no file yet. */
  kept: { world: World; atMs: number } | null;
  /** Keeps this world in it from now on. Rejects where it cannot be written. */
  keep(world: World, now: () => number): Promise<StateFile>;
}

/** Rejects with an `EmulatorError` for a file that is damaged, newer, in use or out of reach. */
export async function openStateFile(given: string): Promise<OpenedStateFile> {
  // Of a link, the file that it leads to is replaced, and locked.
  const path = existsSync(given) ? realpathSync(given) : given;
  checkNames(path);
  const lock = await takeStateLock(path);
  try {
    return {
      kept: existsSync(path) ? await readKept(path) : null,
      async keep(world, now) {
        const writeAt = createDocumentWriter(world);
        const file = createStateFile(path, () => writeAt(now()), lock.release);
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

/**
 * A write replaces the file under one name: under another (a hard link) the old world would stay, and another emulator
 * could go on from there.
 */
function checkNames(path: string): void {
  const kept = existsSync(path) ? statSync(path) : null;
  if (kept === null || !kept.isFile() || kept.nlink < 2) return;
  throw new EmulatorError(
    'state',
    `The state file ${path} has a second name (a hard link), which the next write would break. Copy it, or choose another file with --state.`,
  );
}

async function readKept(path: string): Promise<{ world: World; atMs: number }> {
  const { readDocument } = await import('./world-document.ts');
  const read = readDocument(readText(path));
  if (read.ok) return read;
  throw new EmulatorError(
    'state',
    `The state file ${path} is invalid (${read.reason}). It was left unchanged; move it, or choose another file with --state.`,
  );
}

/** For the change of this number to be in the file. */
interface Waiting {
  change: number;
  done: (trouble: Error | null) => void;
}

function createStateFile(path: string, bytes: () => Iterable<Uint8Array>, release: () => void): StateFile {
  // Each change that an answer may promise has a number, and so has the last one that the file holds.
  let changes = 0;
  let kept = 0;
  // Nothing of it has been written yet, so that a first `flush` shows whether the file can be written at all.
  let isStale = true;
  let waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;
  /** Somebody else may have the file by now. */
  let isReleased = false;

  const write = async () => {
    const holds = changes;
    isStale = false;
    let trouble: EmulatorError | null = null;
    await replaceFile(path, bytes()).catch((cause: unknown) => {
      isStale = true;
      trouble = new EmulatorError('state', `Can’t write the state to ${path}: ${reasonOf(cause)}.`, cause);
    });
    if (trouble === null) kept = holds;
    // Where it cannot be written, nobody goes on waiting, also who came meanwhile.
    const isServed = ({ change }: Waiting) => trouble !== null || change <= holds;
    const served = waiting.filter(isServed);
    waiting = waiting.filter((one) => !isServed(one));
    for (const { done } of served) done(trouble);
    if (trouble !== null) throw trouble;
  };

  /** One write at a time; what changes meanwhile goes into the next. */
  const writeOn = (): Promise<void> => {
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
  // A write in the background that does not succeed stays due: the next change tries again, and `flush` reports it.
  const soon = createCoalescer(gatherMs, () => void writeOn().catch(() => undefined));

  const counted = () => {
    if (isReleased) return;
    isStale = true;
    soon.request();
  };

  return {
    changed() {
      changes += 1;
      counted();
    },
    counted,
    settle(done) {
      if (kept >= changes) return done(null);
      waiting.push({ change: changes, done });
      // In the next turn: those who change something in this one come along.
      if (writing === null) setImmediate(() => void writeOn().catch(() => undefined));
    },
    async flush() {
      // What is being written now may have been begun before the last change.
      await writing?.catch(() => undefined);
      if (isStale) await writeOn();
    },
    release() {
      isReleased = true;
      soon.cancel();
      release();
    },
  };
}

async function replaceFile(path: string, bytes: Iterable<Uint8Array>): Promise<void> {
  const beside = `${path}.new`;
  const file = await open(beside, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  await syncFolder(dirname(path));
}

/** So that the new name outlasts a power cut too; Windows has no such thing. */
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
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new EmulatorError('state', `Can’t read the state file ${path}: ${reasonOf(cause)}.`, cause);
  }
}

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));
