// Lists a folder, without subfolders: a folder of screenshots is flat, and a deep tree takes handles and time.
import { lstat, type Stats } from 'node:fs';
import { access, constants, opendir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { errorCode } from '../../platform/error-code.ts';

export type ListedFile = FileMarks & {
  readonly name: string;
  readonly path: string;
  /** `unnamed`: its name is not valid UTF-8, so that it cannot be opened by it. */
  readonly kind: 'file' | 'link' | 'other' | 'unnamed';
  /** When it was created; 0 if the file system does not record it. */
  readonly birthtimeMs: number;
  /** Blocks of 512 bytes on disk; null if the file system does not report them. */
  readonly blocks: number | null;
};

export type Listing =
  | {
      readonly kind: 'listed';
      /** Wanted files whose marks differ from those of their decision. */
      readonly files: readonly ListedFile[];
      /** Paths of all wanted files. */
      readonly present: ReadonlySet<string>;
      /** All names in it, wanted or not. */
      readonly names: number;
      /** Changes when another folder has the same path. */
      readonly identity: string;
      /** A drive is mounted at it. */
      readonly isMountPoint: boolean;
    }
  | { readonly kind: 'unavailable'; readonly code: string };

/** Enough to keep Node's threads busy; more would delay others. */
const atOnce = 64;

/** Node's replacement for bytes that are not UTF-8. */
const noText = '\u{fffd}';

/** Earlier decisions, by path. */
type DecisionEntry = ReadonlyMap<string, FileMarks & { readonly path: string }>;

/** @param isWanted Decides by the name which files are examined. */
export async function listFolder(
  folder: string,
  isWanted: (name: string) => boolean,
  decided: DecisionEntry = new Map(),
): Promise<Listing> {
  try {
    const identity = await identifyFolder(folder);
    const isMountPoint = await isOtherDrive(folder);
    const names = await readdir(folder);
    const wanted = names.filter(isWanted);
    // The path is normalized: `join` would take longer than the file system call.
    const start = join(folder, sep);
    const present = new Set<string>();
    const files: ListedFile[] = [];
    await statEach(
      wanted.length,
      (index) => start + wanted[index],
      (path, at) => {
        const known = decided.get(path);
        present.add(known?.path ?? path);
        if (known === undefined || !hasMarks(known, at)) files.push(listedFile(path, at));
      },
    );
    for (const name of wanted) {
      const path = start + name;
      if (!name.includes(noText) || present.has(path)) continue;
      present.add(path);
      const marks = { size: 0, mtimeMs: 0, ctimeMs: 0, birthtimeMs: 0, ino: 0, blocks: null };
      files.push({ name, path, kind: 'unnamed', ...marks });
    }
    return { kind: 'listed', files, present, names: names.length, identity, isMountPoint };
  } catch (error) {
    return { kind: 'unavailable', code: errorCode(error, 'unknown') };
  }
}

/** The code of the error that listing a folder meets; null if it can be listed. Reads none of its names. `wasMountPoint`: an empty folder without its drive is no substitute. */
export async function whyUnavailable(folder: string, wasMountPoint = false): Promise<string | null> {
  try {
    await (await opendir(folder)).close();
    await access(folder, constants.X_OK);
    return wasMountPoint && !(await isOtherDrive(folder)) ? 'not mounted' : null;
  } catch (error) {
    return errorCode(error, 'unknown');
  }
}

/** A new folder often gets the inode of a removed one (ext4): its creation time differs. */
export async function identifyFolder(folder: string): Promise<string> {
  const { dev, ino, birthtimeNs } = await stat(folder, { bigint: true });
  return `${dev}:${ino}:${birthtimeNs}`;
}

/** Whether it is on another drive than the folder that it is in. */
async function isOtherDrive(folder: string): Promise<boolean> {
  const [own, parent] = await Promise.all([stat(folder), stat(dirname(folder))]);
  return own.dev !== parent.dev;
}

/** Examines these paths; missing files are left out. */
export async function listFiles(paths: readonly string[]): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  await statEach(
    paths.length,
    (index) => paths[index]!,
    (path, at) => files.push(listedFile(path, at)),
  );
  return files;
}

/** With callbacks, not promises: a big folder takes half of the time. Missing files are left out. */
function statEach(count: number, pathAt: (index: number) => string, found: (path: string, at: Stats) => void) {
  return new Promise<void>((resolve, reject) => {
    let next = 0;
    let left = count;
    if (left === 0) resolve();
    const statNext = () => {
      if (next === count) return;
      const path = pathAt(next++);
      lstat(path, (error, at) => {
        // Without permission for one file, the folder as a whole may not be searched.
        if (error?.code === 'EACCES') return reject(error);
        if (!error) found(path, at);
        left -= 1;
        if (left === 0) resolve();
        else statNext();
      });
    };
    for (let started = 0; started < atOnce; started += 1) statNext();
  });
}

function listedFile(path: string, at: Stats): ListedFile {
  const kind = at.isFile() ? 'file' : at.isSymbolicLink() ? 'link' : 'other';
  const { size, mtimeMs, ctimeMs, birthtimeMs, ino, blocks } = at;
  return { name: basename(path), path, kind, size, mtimeMs, ctimeMs, birthtimeMs, ino, blocks: blocks ?? null };
}

// What the file system reports about a file without reading it. Equal marks mean equal content; different ones mean
// that it has to be read.

export type FileMarks = {
  readonly size: number;
  readonly mtimeMs: number;
  /** Changes with every write, even where a tool sets the modification time back. */
  readonly ctimeMs: number;
  /** A file that replaces another has its own; 0 where the file system has none. */
  readonly ino: number;
};

export const hasMarks = (kept: FileMarks, at: FileMarks): boolean =>
  kept.size === at.size && kept.mtimeMs === at.mtimeMs && kept.ctimeMs === at.ctimeMs && kept.ino === at.ino;

/**
 * Whether a renamed file is the one with these marks, by its inode. Inodes are reused (ext4): a file created after the
 * marks were taken is another one.
 */
export const isSameInode = (kept: FileMarks, at: FileMarks & { readonly birthtimeMs: number }): boolean =>
  kept.ino !== 0 && kept.ino === at.ino && at.birthtimeMs <= kept.ctimeMs;
