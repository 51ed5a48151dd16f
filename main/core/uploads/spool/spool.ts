// Our copies of images, named by their content. Only durable bytes get a name, and counts only once its folder is
// synced: write, fsync, rename, fsync of the folder.
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { errorCode } from '../../platform/error-code.ts';
import { hashFile } from '../../platform/files/file-hash.ts';
import type { Job } from '../../storage/tables/job.ts';
import { statSync } from 'node:fs';
import { mkdir, open, rename, stat, unlink, utimes, type FileHandle } from 'node:fs/promises';

/** An image while it is copied, under a temporary name. */
export type IncomingCopy = {
  write(piece: Buffer): Promise<void>;
  /** Makes its bytes durable, and ends the writing. */
  seal(): Promise<void>;
  /**
   * Gives a sealed copy its name. The name counts only after `syncNames` of the returned folders.
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
const syncEveryBytes = 4 * 1024 ** 2;

/** The folder of copies in progress. */
export const incoming = 'incoming';

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
      const folder = join(dir, incoming);
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
          if (owedBytes < syncEveryBytes) return;
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
          // By our clock, as the times are that it is compared with after an unclean end.
          await disk.touch(path, nowMs);
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
    async syncNames(folders: Iterable<string>) {
      for (const folder of folders) await disk.syncFolder(folder);
      for (const folder of folders) durable.add(folder);
    },

    /** Size of the copy with this name; null if it does not exist. */
    bytesOf: (name: string) => disk.bytesOf(join(dir, name)),
  };
}

// Shared and exclusive work. Once exclusive work is requested, no shared work starts; it runs when all shared work has
// ended. Exclusive work runs one after the other.
type ReadWriteLock = {
  /** Starts once no exclusive work is requested. Settles as `work` does. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Starts once no shared work runs. Settles as `work` does. */
  exclusive<T>(work: () => T | Promise<T>): Promise<T>;
};

export function createReadWriteLock(): ReadWriteLock {
  let atWork = 0;
  let onIdle = () => {};
  /** Settles when the last requested exclusive work has ended; null if there is none. */
  let wanted: Promise<unknown> | null = null;

  async function alone<T>(before: Promise<unknown> | null, work: () => T | Promise<T>): Promise<T> {
    await before;
    if (atWork > 0) await new Promise<void>((resolve) => void (onIdle = resolve));
    return work();
  }

  return {
    async run(work) {
      for (let asked = wanted; asked !== null; asked = wanted) await asked;
      atWork += 1;
      try {
        return await work();
      } finally {
        atWork -= 1;
        if (atWork === 0) onIdle();
      }
    },
    exclusive(work) {
      const mine = alone(wanted, work);
      const ended: Promise<unknown> = mine
        .catch(() => {})
        .then(() => {
          if (wanted === ended) wanted = null;
        });
      wanted = ended;
      return mine;
    },
  };
}

// The check of a copy before it is uploaded: a disk can lose or change data, and the service would make a record of it.
type CopyState = 'whole' | 'missing' | 'damaged';
/** `now` differs from `found` where the copy was restored from the original. */
export type CopyCheck = { readonly found: CopyState; readonly now: CopyState };

type Content = Pick<Job, 'sha256'>;

/** @param restore Restores the copy from the original; the result is checked here. */
export async function checkCopy(job: Content, path: string, restore: () => Promise<void>): Promise<CopyCheck> {
  const found = await stateOf(job, path);
  if (found === 'whole') return { found, now: found };
  await restore();
  return { found, now: await stateOf(job, path) };
}

async function stateOf({ sha256 }: Content, path: string): Promise<CopyState> {
  try {
    return (await hashFile(path)) === sha256 ? 'whole' : 'damaged';
  } catch (error) {
    const code = errorCode(error);
    // Too many open files prove nothing about this one: the next attempt will show.
    if (code === 'EMFILE' || code === 'ENFILE') throw error;
    return code === 'ENOENT' ? 'missing' : 'damaged';
  }
}

// The disk operations of the spool. Tests record the calls to prove their order.

type SpoolFile = {
  /** Writes all of it, or rejects. */
  write(piece: Buffer): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
};

/** Every call rejects with the system's error. */
export type SpoolDisk = {
  makeFolder(path: string): Promise<void>;
  /** Creates a file, readable by its owner only. */
  create(path: string): Promise<SpoolFile>;
  rename(from: string, to: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
  /** Sets its modification time (epoch ms). */
  touch(path: string, atMs: number): Promise<void>;
  remove(path: string): Promise<void>;
  /** Synchronous, for use inside a transaction. Null if it does not exist. */
  bytesOf(path: string): number | null;
};

export const spoolDisk: SpoolDisk = {
  async makeFolder(path) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
  async create(path) {
    const file = await open(path, 'wx', 0o600);
    return {
      write: (piece) => writeAll(file, piece),
      sync: () => file.sync(),
      close: () => file.close(),
    };
  },
  rename: (from, to) => rename(from, to),
  async syncFolder(path) {
    // Windows cannot open a folder for this; there the rename itself is journaled.
    if (process.platform === 'win32') return;
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
  touch: (path, atMs) => utimes(path, atMs / 1000, atMs / 1000),
  remove: (path) => unlink(path),
  bytesOf: (path) => statSync(path, { throwIfNoEntry: false })?.size ?? null,
};

/** A disk that is nearly full may write a part, without an error. */
async function writeAll(file: FileHandle, piece: Buffer) {
  for (let written = 0; written < piece.length;) {
    const { bytesWritten } = await file.write(piece, written, piece.length - written);
    written += bytesWritten;
  }
}

/** Size of a spooled file, or null if it does not exist. */
export async function spooledBytes(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch {
    return null;
  }
}
