// What a watch knows of its folder, and how it is told to a window.
import { basename } from 'node:path';
import type { Failure } from '../../contract/failure.ts';
import type { FolderState } from '../../contract/state.ts';
import { failures } from '../failures.ts';
import type { GrowingFile, Reading } from './growing-file.ts';
import type { LedgerEntry } from './ledger.ts';

export type FolderKnowledge = {
  readonly id: string;
  readonly path: string;
  status: FolderState['status'];
  concern: Failure | null;
  /** A copy of the ledger; the watch is the ledger's only writer. */
  readonly ledger: Map<string, LedgerEntry>;
  /** Files that are not decided yet. */
  readonly growing: Map<string, { readonly file: GrowingFile; reading: Reading }>;
  /** Words about files that wait for something, by path. */
  readonly waiting: Map<string, string>;
  /** Paths of the last whole listing. */
  present: ReadonlySet<string>;
};

const MAX_SHOWN = 20;

export function folderState(known: FolderKnowledge): FolderState {
  let taken = 0;
  let existing = 0;
  const passedOver: LedgerEntry[] = [];
  for (const entry of known.ledger.values()) {
    if (entry.verdict === 'taken') taken += 1;
    else if (entry.verdict === 'passed-over') passedOver.push(entry);
    else if (known.present.has(entry.path)) existing += 1;
  }
  passedOver.sort((a, b) => b.mtimeMs - a.mtimeMs);
  const shown = [
    ...[...known.waiting].map(([path, words]) => ({ name: basename(path), words })),
    ...passedOver.map(({ path, words }) => ({ name: basename(path), words: words ?? '' })),
  ];
  return {
    id: known.id,
    path: known.path,
    name: basename(known.path) || known.path,
    status: known.status,
    taken,
    growing: known.growing.size,
    existing,
    passedOver: shown.slice(0, MAX_SHOWN),
    concern: known.concern,
  };
}

/** @param code What listing the folder ended with. */
export function concernOfUnavailable(path: string, code: string): Failure {
  if (code === 'ENOTDIR') return failures.folderNotAFolder(path);
  if (code === 'EACCES' || code === 'EPERM') return failures.folderUnreadable(path, code);
  return failures.folderUnavailable(path);
}
