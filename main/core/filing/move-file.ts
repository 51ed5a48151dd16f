// Moves a file to a folder without overwriting another: a free name is chosen, noted (`onTarget`, for a crash), and
// reserved by an empty file, which is then replaced. Across file systems: copied, synced, compared by hash, and only
// then removed. Safe to call again after a crash, with the noted name.
import { constants, copyFile, lstat, open, rename, rm, unlink, utimes } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { errorCode } from '../platform/error-code.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { hashFile } from '../platform/files/file-hash.ts';

export type Move = {
  readonly path: string;
  readonly marks: FileMarks;
  readonly folder: string;
  /** The name chosen by an earlier attempt. */
  readonly target: string | null;
  /** Durable when it returns. */
  onTarget(target: string): void;
  /** The file system's rename; tests simulate two disks. */
  readonly rename?: (from: string, to: string) => Promise<void>;
};

type Moved =
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'changed' | 'gone' }
  | { readonly kind: 'not-moved'; readonly code: string };

export async function moveFile(move: Move): Promise<Moved> {
  try {
    const before = await compareFile(move.path, move.marks);
    if (move.target !== null) {
      const ended = await endEarlierTry(move, move.target, before.kind === 'same');
      if (ended) return ended;
    }
    if (before.kind === 'unreadable') return { kind: 'not-moved', code: before.code };
    if (before.kind !== 'same') return { kind: before.kind };
    makeFolder(move.folder, 0o777);
    const to = await reserve(move);
    return await bring(move, to);
  } catch (error) {
    return { kind: 'not-moved', code: errorCode(error) };
  }
}

/** What an interrupted attempt left at its name. Null: start from the beginning. */
async function endEarlierTry(move: Move, target: string, isHere: boolean): Promise<Moved | null> {
  const there = await lstat(target).catch(() => null);
  if (!there?.isFile()) return null;
  const isWhole = there.size === move.marks.size && (await hashOf(target)) === move.marks.sha256;
  if (isWhole) {
    // Moved already. The original is removed only while it is still the same.
    if (isHere) await unlink(move.path);
    await syncFolders(move.path, target);
    return { kind: 'moved', to: target };
  }
  // Our own reservation, still empty: it is used again.
  if (there.size === 0 && !isHere) await unlink(target);
  return null;
}

async function reserve(move: Move): Promise<string> {
  for (let count = 1; ; count += 1) {
    const to = join(move.folder, numbered(basename(move.path), count));
    const there = await lstat(to).catch(() => null);
    if (there !== null && !(to === move.target && there.isFile() && there.size === 0)) continue;
    if (to !== move.target) move.onTarget(to);
    try {
      if (there === null) await (await open(to, 'wx')).close();
      return to;
    } catch (error) {
      // Another file took this name meanwhile.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

async function bring(move: Move, to: string): Promise<Moved> {
  try {
    await (move.rename ?? rename)(move.path, to);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') {
      await giveUpPlace(to);
      return { kind: 'not-moved', code: errorCode(error) };
    }
    return bringAcross(move, to);
  }
  await syncFolders(move.path, to);
  return { kind: 'moved', to };
}

async function bringAcross(move: Move, to: string): Promise<Moved> {
  const part = join(dirname(to), `.pilot-companion-${move.marks.sha256.slice(0, 16)}.part`);
  try {
    // What an interrupted move left; a link of this name is not followed.
    await rm(part, { force: true });
    await copyFile(move.path, part, constants.COPYFILE_EXCL);
    const copy = await open(part, 'r+');
    try {
      await copy.sync();
    } finally {
      await copy.close();
    }
    if ((await hashOf(part)) !== move.marks.sha256 || !(await looksSame(move.path, move.marks))) {
      await unlink(part);
      await giveUpPlace(to);
      return { kind: 'changed' };
    }
    await utimes(part, move.marks.mtimeMs / 1000, move.marks.mtimeMs / 1000);
    await rename(part, to);
    await syncFolders(to);
  } catch (error) {
    await unlink(part).catch(() => {});
    await giveUpPlace(to);
    throw error;
  }
  // There are two copies now: the original is removed only while it is the one that was copied.
  if (await looksSame(move.path, move.marks)) await unlink(move.path);
  await syncFolders(move.path);
  return { kind: 'moved', to };
}

/** Removes the empty reservation; never a file with content. */
async function giveUpPlace(to: string) {
  const there = await lstat(to).catch(() => null);
  if (there?.isFile() && there.size === 0) await unlink(to).catch(() => {});
}

/** `shot.png`, `shot (2).png`, `shot (3).png` …; a long name is cut to 255 bytes. */
function numbered(name: string, count: number): string {
  if (count === 1) return name;
  const ending = extname(name);
  const suffix = ` (${count})${ending}`;
  let stem = name.slice(0, name.length - ending.length);
  while (Buffer.byteLength(stem + suffix) > 255) stem = Array.from(stem).slice(0, -1).join('');
  return stem + suffix;
}

async function syncFolders(...paths: string[]) {
  // Windows cannot open a folder for this; there the rename itself is journaled.
  if (process.platform === 'win32') return;
  for (const path of new Set(paths.map((one) => dirname(one)))) {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}

// Whether a file is still the one that was uploaded: by size, modification time and hash, just before it is touched.

export type FileMarks = { readonly size: number; readonly mtimeMs: number; readonly sha256: string };
/** `unreadable`: not known now. */
type Sameness = { readonly kind: 'same' | 'changed' | 'gone' } | { readonly kind: 'unreadable'; readonly code: string };

export async function compareFile(path: string, marks: FileMarks): Promise<Sameness> {
  try {
    if (!(await looksSame(path, marks))) return { kind: 'changed' };
    if ((await hashOf(path)) !== marks.sha256) return { kind: 'changed' };
    // It may have been written while it was read.
    return { kind: (await looksSame(path, marks)) ? 'same' : 'changed' };
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'gone' } : { kind: 'unreadable', code };
  }
}

async function looksSame(path: string, marks: FileMarks): Promise<boolean> {
  const at = await lstat(path);
  return at.isFile() && at.size === marks.size && at.mtimeMs === marks.mtimeMs;
}

export const hashOf = hashFile;
