// The file that the view is about: a path, a report, or the content of a dropped file, as it is in the address.
import type { ExplainInput } from '../../main/contract/explanation.ts';

export type FileQuery =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'report'; readonly stripId: string }
  | { readonly kind: 'content'; readonly sha256: string; readonly name: string };

export function subjectOf(asked: FileQuery): string {
  if (asked.kind === 'path') return `path/${encodeURIComponent(asked.path)}`;
  if (asked.kind === 'report') return `report/${asked.stripId}`;
  return `content/${asked.sha256}/${encodeURIComponent(asked.name)}`;
}

/** Returns null for an address that names no file. */
export function queryOf(subject: string): FileQuery | null {
  const [kind, first = '', second = ''] = subject.split('/');
  try {
    if (kind === 'path' && first !== '') return { kind, path: decodeURIComponent(first) };
    if (kind === 'report' && first !== '') return { kind, stripId: first };
    if (kind === 'content' && first !== '') return { kind, sha256: first, name: decodeURIComponent(second) };
  } catch {
    // Not a percent-encoded text.
  }
  return null;
}

export function inputOf(asked: FileQuery): ExplainInput {
  if (asked.kind === 'path') return { path: asked.path };
  if (asked.kind === 'report') return { stripId: asked.stripId };
  return { sha256: asked.sha256, ...(asked.name !== '' && { name: asked.name }) };
}

/** Whether the text is a whole path, which can be looked up without being listed. */
export const isWholePath = (text: string) => /^(\/|[A-Za-z]:[\\/]|\\\\)./.test(text.trim());

// Hashes a dropped file to look it up without adding it.

/** The file is read into memory; no screenshot is larger than this. */
const maxBytes = 200 * 1024 * 1024;

/** Returns null if the file is too large or can't be read. */
export async function queryByContent(file: File): Promise<FileQuery | null> {
  if (file.size > maxBytes) return null;
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    const sha256 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return { kind: 'content', sha256, name: file.name };
  } catch {
    return null;
  }
}
