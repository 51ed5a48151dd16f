// The truth about a folder: what it holds at this moment. No recursion: a folder of screenshots is flat, and a
// deep tree eats handles and time.
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export type ListedFile = {
  readonly name: string;
  readonly path: string;
  readonly kind: 'file' | 'link' | 'other';
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
  /** Blocks of 512 bytes on the disk; null where the file system does not tell. */
  readonly blocks: number | null;
};

export type Listing =
  /** `identity` changes when another folder stands under the same path. */
  | { readonly kind: 'listed'; readonly files: readonly ListedFile[]; readonly identity: string }
  | { readonly kind: 'unavailable'; readonly code: string };

const AT_ONCE = 16;

/** @param isWanted Decides by the name alone which files are looked at. */
export async function listFolder(folder: string, isWanted: (name: string) => boolean): Promise<Listing> {
  try {
    const at = await stat(folder);
    const names = (await readdir(folder)).filter(isWanted);
    const files = await listFiles(names.map((name) => ({ name, path: join(folder, name) })));
    return { kind: 'listed', files, identity: `${at.dev}:${at.ino}` };
  } catch (error) {
    return { kind: 'unavailable', code: codeOf(error) };
  }
}

/** Those of the files that are there. */
export async function listFiles(
  files: readonly { readonly name: string; readonly path: string }[],
): Promise<ListedFile[]> {
  const listed: ListedFile[] = [];
  for (let start = 0; start < files.length; start += AT_ONCE) {
    const some = await Promise.all(files.slice(start, start + AT_ONCE).map(listFile));
    listed.push(...some.filter((file) => file !== null));
  }
  return listed;
}

async function listFile({ name, path }: { name: string; path: string }): Promise<ListedFile | null> {
  try {
    const at = await lstat(path);
    const kind = at.isFile() ? 'file' : at.isSymbolicLink() ? 'link' : 'other';
    return { name, path, kind, size: at.size, mtimeMs: at.mtimeMs, ino: at.ino, blocks: at.blocks ?? null };
  } catch (error) {
    // Not permitted to look means that the folder as a whole may not be searched.
    if (codeOf(error) === 'EACCES') throw error;
    return null;
  }
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
