// What was decided about each file of a watched folder. Kept on disk by the storage; read once when a watch begins.
import type { Message } from '../../messages/message.ts';
import type { KeptMarks } from './file-marks.ts';

/** Marks when it was decided: a file that differs is read and compared with the hash. */
export type LedgerEntry = KeptMarks & {
  readonly path: string;
  /**
   * `existing`: it was there before the folder was watched, and is not taken unless asked. `other-name`: its name is not
   * one that the folder's rule takes; one that is renamed so that it fits is as new as any other.
   */
  readonly verdict: 'added' | 'existing' | 'passed-over' | 'other-name';
  readonly message: Message | null;
  /** What it held when it was decided; of files that were there before it is found out little by little. */
  readonly sha256: string | null;
};

/** Synchronous: what is put is kept when the call returns. A watch is the only writer of its folder. */
export type Ledger = {
  entries(folderId: string): readonly LedgerEntry[];
  put(folderId: string, entry: LedgerEntry): void;
  /** All of them or none, in one write to the disk. */
  putAll(folderId: string, entries: readonly LedgerEntry[]): void;
  forget(folderId: string, path: string): void;
  /** Every entry that is `existing`. */
  forgetExisting(folderId: string): void;
};
