// Listens for hints about a folder. Begins again if another folder takes its path, and uses another source once it is
// large. A network drive has none: it would report only this machine's writes.
import { createFolderHints, type HintsKind, hintsKindFor } from './folder-hints.ts';
import { isNetworkDrive } from './network-drive.ts';
import type { FolderHints, HintsDeps } from './hint-source.ts';

export function createHintListener(
  deps: Omit<HintsDeps, 'onGone'> & {
    readonly kind?: HintsKind | undefined;
    readonly isNetworkDrive?: ((path: string) => Promise<boolean>) | undefined;
  },
) {
  let hints: FolderHints | null = null;
  let kind: HintsKind | null = null;
  let identity: string | null = null;
  let isNetwork = false;
  let isStopped = false;

  async function end() {
    const closing = hints;
    hints = null;
    await closing?.close();
  }

  async function lose() {
    identity = null;
    await end();
  }

  function begin() {
    if (hints !== null || kind === null || isNetwork || isStopped) return;
    const made: FolderHints = createFolderHints(kind, {
      ...deps,
      onHint: (path) => void (hints === made && deps.onHint(path)),
      onLost: () => void (hints === made && end().then(deps.onLost)),
      onGone: () => void (hints === made && lose().then(() => deps.onHint(null))),
    });
    hints = made;
  }

  return {
    isNetwork: () => isNetwork,
    /** Whether hints come; otherwise the folder is polled. */
    isHinted: () => hints !== null,
    /** The folder that the hints are about; null while there is none. */
    identity: () => identity,
    /** Call it when the folder was listed. */
    async follow(listing: { readonly identity: string; readonly names: number }) {
      const wanted = deps.kind ?? hintsKindFor(listing.names);
      const isOther = listing.identity !== identity;
      // Not changed back: a folder that was large may become so again.
      if (!isOther && (kind === wanted || kind === 'directory')) return;
      if (isOther) isNetwork = await (deps.isNetworkDrive ?? isNetworkDrive)(deps.path);
      identity = listing.identity;
      kind = wanted;
      await end();
      begin();
    },
    /** Tries again where hints were lost. */
    again: begin,
    /** The folder is missing: one that appears is another one. */
    lose,
    async stop() {
      isStopped = true;
      await end();
    },
  };
}
