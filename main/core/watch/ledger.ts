// The decision about each file of a watched folder. Stored on disk, and read once when a watcher starts.
import type { Message } from '../../messages/message.ts';
import type { FileMarks } from './listing/file-marks.ts';

/** Marks at the time of the decision: a file with others is read and compared with the hash. */
export type LedgerEntry = FileMarks & {
  readonly path: string;
  /**
   * `existing`: it was there before the folder was watched, and is added only on request. `other-name`: its name does
   * not match the folder's rule; renamed so that it matches, it is new.
   */
  readonly verdict: 'added' | 'existing' | 'skipped' | 'other-name';
  readonly message: Message | null;
  /**
   * The hash of the file at the time of the decision. Of a file that was there before: the hash of what it draws, found
   * out later.
   */
  readonly sha256: string | null;
};

/** Synchronous: an entry is durable when the call returns. A watcher is the only writer of its folder. */
export type Ledger = {
  entries(folderId: string): readonly LedgerEntry[];
  put(folderId: string, entry: LedgerEntry): void;
  /** All or none, in one write to the disk. */
  putAll(folderId: string, entries: readonly LedgerEntry[]): void;
  forget(folderId: string, path: string): void;
  /** All entries with the verdict `existing`. */
  forgetExisting(folderId: string): void;
};
