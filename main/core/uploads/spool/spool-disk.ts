// The disk operations of the spool. Tests record the calls to prove their order.
import { statSync } from 'node:fs';
import { mkdir, open, rename, stat, unlink, utimes, type FileHandle } from 'node:fs/promises';

export type SpoolFile = {
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
