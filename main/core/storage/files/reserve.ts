// Space reserved for answers: a file of random bytes (a file system may compress anything else) that is deleted when
// the disk is full. No new files are added while it is missing.
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync, type StatsFs } from 'node:fs';
import { randomFillSync } from 'node:crypto';

/** A thousand answers of 4 KiB each; as long as the write-ahead log gets before it is reused. */
const sizeBytes = 4 * 1024 * 1024;
/** An eighth of a small disk; useless below this size. */
const leastBytes = 32 * 1024;
const pieceBytes = 64 * 1024;

type Reserve = {
  /** Frees the space; false if there was none. */
  release(): boolean;
  /** Reserves the space again if twice as much is free; does nothing if it is reserved. Throws file system errors. */
  restore(): void;
  /** It was freed, and there is no space for it yet. */
  isSpent(): boolean;
};

type Disk = Pick<StatsFs, 'bsize' | 'bavail' | 'blocks'>;

/** @param diskOf returns the size and the free space of a folder's disk. */
export function createReserve(path: string, diskOf: (folder: string) => Disk = statfsSync): Reserve {
  function room(): { free: number; size: number } {
    try {
      const { bsize, bavail, blocks } = diskOf(path.replace(/[^/\\]+$/, ''));
      const size = Math.min(sizeBytes, Math.floor((bsize * blocks) / 8));
      return { free: bsize * bavail, size: size < leastBytes ? 0 : size };
    } catch {
      // A file system that does not tell has none.
      return { free: 0, size: 0 };
    }
  }
  /** Always where there is no reserve. */
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
      if (isThere(found.size) || !hasRoom(found)) return;
      const file = openSync(path, 'w', 0o600);
      try {
        const piece = Buffer.alloc(pieceBytes);
        for (let left = found.size; left > 0;)
          left -= writeSync(file, randomFillSync(piece), 0, Math.min(left, pieceBytes));
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
      return !isThere(found.size) && !hasRoom(found);
    },
  };
}
