// What is asked about, as it stands in the address: a path, a report, or the content of a picture that was dropped.
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

/** null: nothing, or an address that somebody wrote by hand and that says nothing. */
export function queryOf(subject: string): FileQuery | null {
  const [kind, first = '', second = ''] = subject.split('/');
  try {
    if (kind === 'path' && first !== '') return { kind, path: decodeURIComponent(first) };
    if (kind === 'report' && first !== '') return { kind, stripId: first };
    if (kind === 'content' && first !== '') return { kind, sha256: first, name: decodeURIComponent(second) };
  } catch {
    // A percent sign that is none of ours.
  }
  return null;
}

export function inputOf(asked: FileQuery): ExplainInput {
  if (asked.kind === 'path') return { path: asked.path };
  if (asked.kind === 'report') return { stripId: asked.stripId };
  return { sha256: asked.sha256, ...(asked.name !== '' && { name: asked.name }) };
}

/** Whether what was typed is a whole path, so that it can be asked about though no list has it. */
export const isWholePath = (text: string) => /^(\/|[A-Za-z]:[\\/]|\\\\)./.test(text.trim());
