// The file that the view is about: a path or a report, as it is in the address.
import type { ExplainInput } from '../../main/contract/explanation.ts';

export type FileQuery =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'report'; readonly stripId: string };

export function subjectOf(asked: FileQuery): string {
  if (asked.kind === 'path') return `path/${encodeURIComponent(asked.path)}`;
  return `report/${asked.stripId}`;
}

/** Returns null for an address that names no file. */
export function queryOf(subject: string): FileQuery | null {
  const [kind, first = ''] = subject.split('/');
  try {
    if (kind === 'path' && first !== '') return { kind, path: decodeURIComponent(first) };
    if (kind === 'report' && first !== '') return { kind, stripId: first };
  } catch {
    // Not a percent-encoded text.
  }
  return null;
}

export function inputOf(asked: FileQuery): ExplainInput {
  if (asked.kind === 'path') return { path: asked.path };
  return { stripId: asked.stripId };
}

/** Whether the text is a whole path, which can be looked up without being listed. */
export const isWholePath = (text: string) => /^(\/|[A-Za-z]:[\\/]|\\\\)./.test(text.trim());
