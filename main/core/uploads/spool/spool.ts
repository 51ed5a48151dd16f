// Our copies of the pictures, named by their content. A name in the spool is given only to bytes that are on the disk
// already, and counts only once the folder that holds it is: write, fsync, rename, fsync of the folder.
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { errorCode } from '../../platform/error-code.ts';
import { createReadWriteLock } from './read-write-lock.ts';
import type { SpoolDisk, SpoolFile } from './spool-disk.ts';

/** A picture while it is copied: under a name that nothing ever looks for. */
export type IncomingCopy = {
  write(piece: Buffer): Promise<void>;
  /** Its bytes are on the disk. Ends the writing. */
  seal(): Promise<void>;
  /**
   * Gives it its name, once it is sealed. The name counts only after `settle` of what this answers: the folders that hold it.
   * @throws What the disk says.
   */
  place(name: string, bytes: number, nowMs: number): Promise<string[]>;
  /** Leaves nothing of it; does nothing where it has its name. Never rejects. */
  drop(): Promise<void>;
};

export type Spool = ReturnType<typeof createSpool>;

/**
 * So much of a copy is made durable at a time, while the next so much is written. Owed all at once at its end, a large
 * picture keeps the disk from everything else that has to be on it: a commit, which holds the event loop, waited for it.
 */
const SYNC_EVERY_BYTES = 4 * 1024 ** 2;

/** The folder of copies under way, beside those that hold what was taken. */
export const INCOMING = 'incoming';

/** `ab/abcdef….png`: 256 folders, so that none grows too large to list. */
export const spoolNameOf = (sha256: string, mediaType: 'image/png' | 'image/jpeg') =>
  join(sha256.slice(0, 2), `${sha256}${mediaType === 'image/png' ? '.png' : '.jpg'}`);

export function createSpool(deps: { dir: string; disk: SpoolDisk }) {
  const { dir, disk } = deps;
  const syncs = createReadWriteLock();
  /** Folders whose own names this run has seen on the disk. */
  const durable = new Set<string>();

  const isMissing = (error: unknown) => errorCode(error) === 'ENOENT';

  /** Makes folders only where they turn out to be missing. */
  async function withFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isMissing(error)) throw error;
      await disk.makeFolder(folder);
      durable.clear();
      return work();
    }
  }

  return {
    /** @throws What the disk says. */
    async begin(): Promise<IncomingCopy> {
      const folder = join(dir, INCOMING);
      const path = join(folder, randomUUID());
      const file: SpoolFile = await withFolder(folder, () => disk.create(path));
      let isOpen = true;
      let isThere = true;
      let owedBytes = 0;
      let syncing: Promise<void> = Promise.resolve();
      const close = async () => {
        if (isOpen) await file.close();
        isOpen = false;
      };
      return {
        async write(piece) {
          await file.write(piece);
          owedBytes += piece.length;
          if (owedBytes < SYNC_EVERY_BYTES) return;
          owedBytes = 0;
          await syncing;
          syncing = syncs.run(() => file.sync());
          // Whoever waits for it is told; a copy that is dropped is not asked for it.
          syncing.catch(() => {});
        },
        async seal() {
          await syncing;
          await syncs.run(() => file.sync());
          await close();
        },
        async place(name, bytes, nowMs) {
          const to = join(dir, name);
          const parent = dirname(to);
          try {
            await withFolder(parent, () => disk.rename(path, to));
            isThere = false;
          } catch (error) {
            // Windows refuses while another program has the same picture open. Addressed by content, and never named
            // before it was synced: what is there is the same.
            if (disk.bytesOf(to) !== bytes) throw error;
            await disk.touch(to, nowMs);
          }
          // A new folder's own name has to be on the disk as well, and once in a run the spool's.
          return [parent, ...(durable.has(parent) ? [] : [dir]), ...(durable.has(dir) ? [] : [dirname(dir)])];
        },
        async drop() {
          await syncing.catch(() => {});
          await close().catch(() => {});
          if (isThere) await disk.remove(path).catch(() => {});
          isThere = false;
        },
      };
    },

    /**
     * Does it while no copy is on its way to the disk: a commit holds the event loop until the disk has it, and would stand
     * in line behind the megabytes of a picture. Settles as `work` does.
     */
    exclusive: syncs.exclusive,

    /** Makes the names in these folders durable. @throws What the disk says. */
    async settle(folders: Iterable<string>) {
      for (const folder of folders) await disk.syncFolder(folder);
      for (const folder of folders) durable.add(folder);
    },

    /** Bytes of the copy of this name, null where it is not there. */
    bytesOf: (name: string) => disk.bytesOf(join(dir, name)),
  };
}
