// The face of a watched folder: what a watch needs, and what it gives. Made by createFolderWatch (folder-watcher.ts).
import type { FolderState } from '../../contract/state.ts';
import type { Message } from '../../messages/message.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { HintsKind } from './hints/folder-hints.ts';
import type { ImageRules } from './listing/growing-file.ts';
import type { Ledger } from './ledger.ts';
import type { Decision } from './reconcile.ts';

/** What a watch says of its folder; whoever keeps the folder's rules adds what they made of it. */
export type WatchState = Omit<FolderState, 'rules' | 'notFiled'>;

export type AddAnswer = {
  /** `later`: it could not be kept just now (a full disk); the watch hands it over again. */
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
  /** uploads' picture check: `{ hasReportExtension, createPictureCheck }`. */
  readonly pictures: ImageRules;
  /** The folder's rule for names; every picture where it is absent. */
  readonly hasWantedName?: ((name: string) => boolean) | undefined;
  /** The folder was never looked at: what is there now was there before, and becomes 'existing'. */
  readonly isFirstLook: boolean;
  /** With the first look: take what is there as well. */
  readonly addExistingFirst: boolean;
  /** What was there before is in the ledger now: from here on everything else is new, after a restart too. */
  onFirstLookDone(): void;
  /** Intake. A watch hands over a few files at a time. */
  take(file: { readonly path: string; readonly name: string }): Promise<AddAnswer>;
  /** Whether the folder lies on another machine; asked of the system where it is absent. */
  readonly isNetworkDrive?: ((path: string) => Promise<boolean>) | undefined;
  /** Where hints come from; by the folder's size where it is absent. */
  readonly hints?: HintsKind | undefined;
  /** What a look decided, for the log of decisions. */
  readonly decided?: ((decisions: readonly Decision[]) => void) | undefined;
  /** `state()` is another now. */
  onChange(): void;
};

export type FolderWatch = {
  state(): WatchState;
  /** Looks at the whole folder now. Resolves when that look, begun after the call, is done. Never rejects. */
  rescan(): Promise<void>;
  /** Takes what was there before the folder was watched. Holds across a restart. */
  addExisting(): Promise<void>;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
};
