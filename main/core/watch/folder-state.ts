// The state of a watched folder for a window.
import { basename } from 'node:path';
import type { Failure } from '../../contract/failure.ts';
import { message as messageOf } from '../../messages/message.ts';
import { failures } from '../messages/failures.ts';
import type { FolderKnowledge } from './folder-knowledge.ts';
import type { WatchState } from './folder-watch.ts';
import type { LedgerEntry } from './ledger.ts';

const MAX_SHOWN = 20;

/** The newest skipped files of a ledger, and why each was skipped. */
export const skippedShown = (skipped: Iterable<LedgerEntry>): WatchState['skipped'] =>
  [...skipped]
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
    .slice(0, MAX_SHOWN)
    .map(({ path, message }) => {
      const name = basename(path);
      return { name, message: message ?? messageOf('failure.fileSkipped', { name }) };
    });

export function folderState(known: FolderKnowledge): WatchState {
  const { counts, isThere } = known;
  const shown = [
    ...[...known.waiting].map(([path, message]) => ({ name: basename(path), message })),
    ...skippedShown(known.skipped.values()),
  ];
  return {
    id: known.id,
    path: known.path,
    name: basename(known.path) || known.path,
    status: known.status,
    since: known.since,
    added: counts.added,
    growing: known.growing.size,
    existing: isThere ? counts.existing : 0,
    otherNames: isThere ? counts['other-name'] : 0,
    skipped: shown.slice(0, MAX_SHOWN),
    skippedCount: known.waiting.size + known.skipped.size,
    concern: known.concern,
  };
}

/** @param code The error of listing the folder. */
export function concernOfUnavailable(path: string, code: string): Failure {
  if (code === 'ENOTDIR') return failures.folderNotAFolder(path);
  if (code === 'EACCES' || code === 'EPERM') return failures.folderUnreadable(path, code);
  return failures.folderUnavailable(path);
}
