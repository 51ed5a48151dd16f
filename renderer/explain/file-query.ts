// The subject of the view in the address: a path, a report, or the content of a dropped file.
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
