// Whether a file is still the one that was uploaded: by size, modification time and hash, just before it is touched.
import { lstat } from 'node:fs/promises';
import { errorCode } from '../platform/error-code.ts';
import { hashFile } from '../platform/files/file-hash.ts';

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

export async function looksSame(path: string, marks: FileMarks): Promise<boolean> {
  const at = await lstat(path);
  return at.isFile() && at.size === marks.size && at.mtimeMs === marks.mtimeMs;
}

export const hashOf = hashFile;
