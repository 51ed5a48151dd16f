// The interface of a watcher: its input and its methods. Made by createFolderWatch (folder-watcher.ts).
import type { FolderState } from '../../contract/state.ts';
import { type Message, message as messageOf } from '../../messages/message.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { HintsKind } from './hints/folder-hints.ts';
import type { ImageRules, FindPlaceholders } from './listing/growing-file.ts';
import type { Ledger, FolderKnowledge, LedgerEntry } from './folder-knowledge.ts';
import type { Decision } from './reconcile.ts';
import { basename } from 'node:path';
import type { Failure } from '../../contract/failure.ts';
import { failures } from '../messages/failures.ts';

/** The state of a folder; the owner of the rules adds how they match. */
export type WatchState = Omit<FolderState, 'rules' | 'notFiled'>;

export type AddAnswer = {
  /** `later`: it could not be kept now (a full disk); the watcher passes it again. */
  readonly outcome: 'added' | 'duplicate' | 'rejected' | 'later';
  readonly message: Message | null;
  readonly sha256: string | null;
};

export type FolderWatchDeps = {
  readonly id: string;
  readonly path: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly ledger: Ledger;
  /** The image check of uploads: `imageRules`. */
  readonly imageRules: ImageRules;
  /** The folder's rule for names; by default every image. */
  readonly hasWantedName?: ((name: string) => boolean) | undefined;
  /** The folder was never scanned: files that are there become 'existing'. */
  readonly isFirstScan: boolean;
  /** A drive was mounted at the folder when an earlier watcher last saw it. */
  readonly isMountPoint?: boolean | undefined;
  /** The first scan is in the ledger: from here on everything else is new, after a restart too. */
  onFirstScanDone(): void;
  /** Intake. A watcher passes a few files at a time. */
  add(file: { readonly path: string; readonly name: string }): Promise<AddAnswer>;
  /** Whether the folder is on a network drive; by default detected by the system. */
  readonly isNetworkDrive?: ((path: string) => Promise<boolean>) | undefined;
  /** Which files are only in a cloud; by default detected by the system. */
  readonly findPlaceholders?: FindPlaceholders | undefined;
  /** The source of hints; by default chosen by the folder's size. */
  readonly hints?: HintsKind | undefined;
  /** Decisions of a scan, for the decision log. */
  readonly decided?: ((decisions: readonly Decision[]) => void) | undefined;
  /** `state()` has changed. */
  onChange(): void;
};

export type FolderWatch = {
  state(): WatchState;
  /** Whether a drive was mounted at the folder when it was last there: without it, the folder is another one. */
  isMountPoint(): boolean;
  /** Scans the whole folder. Resolves when a scan that began after the call has ended. Never rejects. */
  rescan(): Promise<void>;
  /** Adds the files that were there before the folder was watched. Holds across a restart. */
  addExisting(): Promise<void>;
  /** Resolves when nothing is in progress. */
  stop(): Promise<void>;
};

// The state of a watched folder for a window.

const maxShown = 20;

/** The newest skipped files of a ledger, and why each was skipped. */
export const skippedShown = (skipped: Iterable<LedgerEntry>): WatchState['skipped'] =>
  [...skipped]
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
    .slice(0, maxShown)
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
    skipped: shown.slice(0, maxShown),
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
