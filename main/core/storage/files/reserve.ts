// Room that is kept for answers: a file of random bytes (a file system may compress anything else) that is given back when
// the disk is full. New files are not added while it is gone, so that it is there for what is in the queue already.
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { randomBytes } from 'node:crypto';

/** A thousand answers of 4 KiB each; as long as the database's log becomes before it is used from its start again. */
const SIZE_BYTES = 4 * 1024 * 1024;
/** Of a small disk an eighth; below this it is of no use. */
const LEAST_BYTES = 32 * 1024;
const PIECE_BYTES = 256 * 1024;

type Reserve = {
  /** Gives the room back; false where there was none to give. */
  release(): boolean;
  /** Takes the room again where there is twice as much; does nothing where it is there. Throws as the file system does. */
  restore(): void;
  /** It was given back, and there is no room for it yet. */
  isSpent(): boolean;
};

export function createReserve(path: string): Reserve {
  function room(): { free: number; size: number } {
    try {
      const { bsize, bavail, blocks } = statfsSync(path.replace(/[^/\\]+$/, ''));
      const size = Math.min(SIZE_BYTES, Math.floor((bsize * blocks) / 8));
      return { free: bsize * bavail, size: size < LEAST_BYTES ? 0 : size };
    } catch {
      // A file system that does not say has none.
      return { free: 0, size: 0 };
    }
  }
  const isThere = (size: number) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= size;
  const hasRoom = ({ free, size }: { free: number; size: number }) => free >= 2 * size;

  return {
    release() {
      const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 };
      if (size === 0) return false;
      rmSync(path, { force: true });
      return true;
    },
    restore() {
      const found = room();
      if (found.size === 0 || isThere(found.size) || !hasRoom(found)) return;
      const file = openSync(path, 'w', 0o600);
      try {
        for (let left = found.size; left > 0;) left -= writeSync(file, randomBytes(Math.min(left, PIECE_BYTES)));
        fsyncSync(file);
      } catch (error) {
        rmSync(path, { force: true });
        throw error;
      } finally {
        closeSync(file);
      }
    },
    isSpent() {
      const found = room();
      return found.size > 0 && !isThere(found.size) && !hasRoom(found);
    },
  };
}
