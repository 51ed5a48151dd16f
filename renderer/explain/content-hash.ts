// What was dropped to be asked about: its content alone is looked at, here in the window. Nothing is handed over.
import type { FileQuery } from './file-query.ts';

/** Hashed in one piece: no screenshot is larger. */
const MAX_BYTES = 200 * 1024 * 1024;

/** null: too large, or no file that can be read. */
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
