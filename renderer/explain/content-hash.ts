// Hashes a dropped file to look it up without adding it.
import type { FileQuery } from './file-query.ts';

/** The file is read into memory; no screenshot is larger than this. */
const MAX_BYTES = 200 * 1024 * 1024;

/** Returns null if the file is too large or can't be read. */
export async function queryByContent(file: File): Promise<FileQuery | null> {
  if (file.size > MAX_BYTES) return null;
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    const sha256 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return { kind: 'content', sha256, name: file.name };
  } catch {
    return null;
  }
}
