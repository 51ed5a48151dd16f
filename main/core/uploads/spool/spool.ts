// Our copies of images, named by their content. Only durable bytes get a name, and counts only once its folder is
// synced: write, fsync, rename, fsync of the folder.
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { errorCode } from '../../platform/error-code.ts';
import { createReadWriteLock } from './read-write-lock.ts';
import type { SpoolDisk, SpoolFile } from './spool-disk.ts';

/** An image while it is copied, under a temporary name. */
export type IncomingCopy = {
  write(piece: Buffer): Promise<void>;
  /** Makes its bytes durable, and ends the writing. */
  seal(): Promise<void>;
  /**
   * Gives a sealed copy its name. The name counts only after `settle` of the returned folders.
   * @throws The disk's error.
   */
  place(name: string, bytes: number, nowMs: number): Promise<string[]>;
  /** Deletes it; does nothing where it has its name. Never rejects. */
  drop(): Promise<void>;
};

export type Spool = ReturnType<typeof createSpool>;

/**
 * A copy is synced in steps of this size while the next is written. One sync at its end would delay everything else on
 * the disk, such as a commit, which blocks the event loop.
 */
const SYNC_EVERY_BYTES = 4 * 1024 ** 2;

/** The folder of copies in progress. */
export const INCOMING = 'incoming';

/** `ab/abcdef….png`: 256 folders, so that none grows too large to list. */
export const spoolNameOf = (sha256: string, mediaType: 'image/png' | 'image/jpeg') =>
  join(sha256.slice(0, 2), `${sha256}${mediaType === 'image/png' ? '.png' : '.jpg'}`);

export function createSpool(deps: { dir: string; disk: SpoolDisk }) {
  const { dir, disk } = deps;
  const syncs = createReadWriteLock();
  /** Folders whose own names are known to be durable. */
  const durable = new Set<string>();

  const isMissing = (error: unknown) => errorCode(error) === 'ENOENT';

  /** Creates a folder only where it turns out to be missing. */
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
    /** @throws The disk's error. */
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
          // `seal` reports it; a dropped copy does not need it.
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
            // Windows refuses while another program has the same image open. Content-addressed and synced before
            // naming: the existing file is the same.
            if (disk.bytesOf(to) !== bytes) throw error;
            await disk.touch(to, nowMs);
          }
          // A new folder's own name has to be durable as well, and once in a run the spool's.
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
     * Runs `work` while no copy is written: a commit blocks the event loop, and would wait behind the megabytes of an
     * image. Settles as `work` does.
     */
    exclusive: syncs.exclusive,

    /**
     * Makes the names in these folders durable.
     * @throws The disk's error.
     */
    async settle(folders: Iterable<string>) {
      for (const folder of folders) await disk.syncFolder(folder);
      for (const folder of folders) durable.add(folder);
    },

    /** Size of the copy with this name; null if it does not exist. */
    bytesOf: (name: string) => disk.bytesOf(join(dir, name)),
  };
}
