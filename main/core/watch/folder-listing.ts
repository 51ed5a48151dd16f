// Lists a folder, without subfolders: a folder of screenshots is flat, and a deep tree takes handles and time. Reads no
// file.
import type { Failure } from '../../contract/failure.ts';
import { execFile } from 'node:child_process';
import { lstat, type Stats } from 'node:fs';
import { access, constants, opendir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { failures } from '../messages/failures.ts';
import { errorCode } from '../platform/error-code.ts';

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

/**
 * The code of the error that listing a folder meets; null if it can be listed. Reads none of its names.
 * `wasMountPoint`: an empty folder without its drive is no substitute.
 */
export async function whyUnavailable(folder: string, wasMountPoint = false): Promise<string | null> {
  try {
    await (await opendir(folder)).close();
    await access(folder, constants.X_OK);
    return wasMountPoint && !(await isOtherDrive(folder)) ? 'not mounted' : null;
  } catch (error) {
    return errorCode(error, 'unknown');
  }
}

/** @param code The error of listing the folder. */
export function concernOfUnavailable(path: string, code: string): Failure {
  if (code === 'ENOTDIR') return failures.folderNotAFolder(path);
  if (code === 'EACCES' || code === 'EPERM') return failures.folderUnreadable(path, code);
  return failures.folderUnavailable(path);
}

/** Returns why the first of these folders that cannot be watched cannot; null if all can. */
export async function folderFailure(paths: readonly string[]): Promise<Failure | null> {
  for (const path of paths.map((one) => resolve(one))) {
    const code = await whyUnavailable(path);
    if (code === 'ENOENT') return failures.folderMissing(path);
    if (code !== null) return concernOfUnavailable(path, code);
  }
  return null;
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

// Which names a watcher examines: those that the service accepts, and images of other extensions, so that a pilot whose
// tool saves .webp or .jfif gets a message. Other files and hidden ones are ignored: macOS writes a screenshot under a
// name with a leading dot first, and `._shot.png` is a companion file.

/** @param name A name or a path. */
export const maybeReport = (name: string, imageRules: { hasImageExtension(name: string): boolean }): boolean =>
  !basename(name).startsWith('.') && imageRules.hasImageExtension(name);

// Files whose content is only in a cloud. macOS and Windows mark them, with a flag and an attribute that Node does not
// report, so the system's own command is asked about files with little on disk. A sparse or compressed file has as
// little and no mark. On other systems nothing marks a placeholder: reading decides.

/** Returns the paths of placeholders among these files. Never rejects. */
export type FindPlaceholders = (files: readonly ListedFile[]) => Promise<ReadonlySet<string>>;

const minBytes = 16 * 1024;
/** One command line holds this many paths. */
const pathsAtOnce = 50;
const timeoutMs = 5_000;

/** Far fewer bytes on disk than its size. Small files may be stored without separate blocks. */
export const hasLittleOnDisk = ({ size, blocks }: Pick<ListedFile, 'size' | 'blocks'>): boolean =>
  size >= minBytes && blocks !== null && blocks * 512 < size / 4;

export const findPlaceholders: FindPlaceholders = async (files) => {
  const { platform } = process;
  const found = new Set<string>();
  if (platform !== 'darwin' && platform !== 'win32') return found;
  const candidates = files.filter((file) => file.kind === 'file' && hasLittleOnDisk(file));
  const atOnce = platform === 'darwin' ? pathsAtOnce : 1;
  for (let at = 0; at < candidates.length; at += atOnce) {
    const some = candidates.slice(at, at + atOnce).map(({ path }) => path);
    const isMarked =
      platform === 'darwin'
        ? datalessOf(await run('/usr/bin/stat', ['-f', '%f', '--', ...some]))
        : [isOffline(await run('attrib.exe', some))];
    for (const [index, path] of some.entries()) if (isMarked[index]) found.add(path);
  }
  return found;
};

const sfDataless = 0x40000000;

/** From the flags that `stat -f %f` prints, one line a file. */
export const datalessOf = (output: string): boolean[] =>
  output.split('\n').map((flags) => (Number(flags) & sfDataless) !== 0);

/** From the line that `attrib` prints: letters in columns, then the path. O: the content is not on this computer. */
export const isOffline = (output: string): boolean => /^[A-Z ]*O[A-Z ]* [A-Z]:\\/.test(output);

const run = (program: string, args: readonly string[]) =>
  new Promise<string>((resolve) => {
    // A program that fails, because a file was just deleted, still prints what it knows.
    execFile(program, args, { timeout: timeoutMs, windowsHide: true }, (_error, stdout) => resolve(stdout));
  });
