// Keeps the world in a file across restarts: written beside the old one, flushed, renamed over it, so that a power cut
// leaves one or the other whole. Changes are gathered; the last write happens at stop. A file that cannot be read as a
// world is never overwritten: the emulator refuses to start instead.

import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { createCoalescer } from './clock.ts';
import { EmulatorRefusal } from './refusal.ts';
import { readDocument, writeDocument } from './world-document.ts';
import type { World } from './world.ts';

const gatherMs = 100;

/** The world of the file, or null where there is no file yet. Refuses a damaged or newer one. */
export function loadStateFile(path: string): { world: World; atMs: number } | null {
  if (!existsSync(path)) return null;
  const read = readDocument(readText(path));
  if (read.ok) return read;
  throw new EmulatorRefusal(
    'state',
    `The state file ${path} is not a world of this emulator (${read.reason}); it stays as it is. Move it away or name another file with --state.`,
  );
}

export interface StateFile {
  /** Something changed: it will be written soon. */
  changed(): void;
  /** Writes what is not written yet. */
  flush(): Promise<void>;
}

export function createStateFile(path: string, world: World, now: () => number): StateFile {
  // Nothing of it has been written yet, so that a first `flush` shows whether the file can be written at all.
  let isStale = true;
  let writing: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    soon.cancel();
    // One write at a time; what changes meanwhile goes into the next.
    writing = writing
      .catch(() => undefined)
      .then(async () => {
        if (!isStale) return;
        isStale = false;
        await replaceFile(path, writeDocument(world, now())).catch((cause: unknown) => {
          isStale = true;
          throw new EmulatorRefusal('state', `The state cannot be written to ${path}: ${reasonOf(cause)}.`, cause);
        });
      });
    return writing;
  };
  // A write in the background that does not succeed stays due: the next change tries again, and `flush` reports it.
  const soon = createCoalescer(gatherMs, () => void flush().catch(() => undefined));

  return {
    changed() {
      isStale = true;
      soon.request();
    },
    flush,
  };
}

async function replaceFile(path: string, text: string): Promise<void> {
  const beside = `${path}.new`;
  const file = await open(beside, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new EmulatorRefusal('state', `The state file ${path} cannot be read: ${reasonOf(cause)}.`, cause);
  }
}

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));
