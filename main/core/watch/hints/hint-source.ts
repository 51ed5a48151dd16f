// The interface of every source of hints.
import type { Logger } from '../../platform/ports.ts';

export type FolderHints = { close(): Promise<void> };

export type HintsDeps = {
  readonly path: string;
  readonly log: Logger;
  /** @param path The file that it may be about; null: the folder as a whole. */
  onHint(path: string | null): void;
  /** The folder was removed or moved: a folder at its path now is another one. */
  onGone(): void;
  /** No more hints will come (no watches left on this machine, for example). */
  onLost(): void;
};
