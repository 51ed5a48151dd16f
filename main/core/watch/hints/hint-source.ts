// What every source of hints takes and gives, whichever mechanism of the system is behind it.
import type { Logger } from '../../platform/ports.ts';

export type FolderHints = { close(): Promise<void> };

export type HintsDeps = {
  readonly path: string;
  readonly log: Logger;
  /** @param path Of the file that it may be about; null: of the folder as a whole. */
  onHint(path: string | null): void;
  /** The folder itself was removed or moved: whatever stands there now is another, and these hints are not of it. */
  onGone(): void;
  /** No more hints will come (no watches left on this machine, say). */
  onLost(): void;
};
