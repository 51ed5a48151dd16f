// The truth about a folder: what it holds at this moment. No recursion: a folder of screenshots is flat, and a
// deep tree eats handles and time.
import { lstat, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { errorCode } from '../../platform/error-code.ts';
import { type FileMarks, hasMarks, type KeptMarks } from '../file-marks.ts';

export type ListedFile = FileMarks & {
  readonly name: string;
  readonly path: string;
  /** `unnamed`: its name is no text that a file could be asked for by (bytes of an old system). */
  readonly kind: 'file' | 'link' | 'other' | 'unnamed';
  /** When it was made; 0 where the file system does not tell. */
  readonly birthtimeMs: number;
  /** Blocks of 512 bytes on the disk; null where the file system does not tell. */
  readonly blocks: number | null;
};

export type Listing =
  | {
      readonly kind: 'listed';
      /** The wanted files that are not as they were when they were decided. */
      readonly files: readonly ListedFile[];
      /** Paths of all wanted files. */
      readonly present: ReadonlySet<string>;
      /** All names that it holds, wanted or not. */
      readonly names: number;
      /** Changes when another folder stands under the same path. */
      readonly identity: string;
    }
  | { readonly kind: 'unavailable'; readonly code: string };

/** Enough to keep Node's threads busy; more would only stand in the way of others who read and write. */
const AT_ONCE = 64;

/** What Node puts for bytes that are not UTF-8. */
const NO_TEXT = '\u{fffd}';

/** What was decided before, by path. */
type DecisionEntry = ReadonlyMap<string, KeptMarks & { readonly path: string }>;

/** @param isWanted Decides by the name alone which files are looked at. */
export async function listFolder(
  folder: string,
  isWanted: (name: string) => boolean,
  decided: DecisionEntry = new Map(),
): Promise<Listing> {
  try {
    const identity = await identifyFolder(folder);
    const names = await readdir(folder);
    const wanted = names.filter(isWanted);
    // A path that is normalised already needs only its name: `join` would take longer than to ask the file system.
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
      if (!name.includes(NO_TEXT) || present.has(path)) continue;
      present.add(path);
      const marks = { size: 0, mtimeMs: 0, ctimeMs: 0, birthtimeMs: 0, ino: 0, blocks: null };
      files.push({ name, path, kind: 'unnamed', ...marks });
    }
    return { kind: 'listed', files, present, names: names.length, identity };
  } catch (error) {
    return { kind: 'unavailable', code: errorCode(error, 'unknown') };
  }
}

/** A folder that is made anew often gets the number of the one that was removed (ext4): when it was made tells. */
export async function identifyFolder(folder: string): Promise<string> {
  const { dev, ino, birthtimeNs } = await stat(folder, { bigint: true });
  return `${dev}:${ino}:${birthtimeNs}`;
}

/** Those of the files that are there. */
export async function listFiles(paths: readonly string[]): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  await statEach(
    paths.length,
    (index) => paths[index]!,
    (path, at) => files.push(listedFile(path, at)),
  );
  return files;
}

/** With callbacks, not promises: a big folder is listed in half of the time. What is not there is left out. */
function statEach(count: number, pathAt: (index: number) => string, found: (path: string, at: Stats) => void) {
  return new Promise<void>((resolve, reject) => {
    let next = 0;
    let left = count;
    if (left === 0) resolve();
    const statNext = () => {
      if (next === count) return;
      const path = pathAt(next++);
      lstat(path, (error, at) => {
        // Not permitted to look means that the folder as a whole may not be searched.
        if (error?.code === 'EACCES') return reject(error);
        if (!error) found(path, at);
        left -= 1;
        if (left === 0) resolve();
        else statNext();
      });
    };
    for (let started = 0; started < AT_ONCE; started += 1) statNext();
  });
}

function listedFile(path: string, at: Stats): ListedFile {
  const kind = at.isFile() ? 'file' : at.isSymbolicLink() ? 'link' : 'other';
  const { size, mtimeMs, ctimeMs, birthtimeMs, ino, blocks } = at;
  return { name: basename(path), path, kind, size, mtimeMs, ctimeMs, birthtimeMs, ino, blocks: blocks ?? null };
}
