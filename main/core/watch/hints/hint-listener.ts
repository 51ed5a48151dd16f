// Listens for hints about a folder. Begins again if another folder takes its path, and uses another source once it is
// large. A network drive has none: it would report only this machine's writes.
import { createFolderHints, type HintsKind, hintsKindFor, type FolderHints, type HintsDeps } from './folder-hints.ts';
import { statfs } from 'node:fs/promises';

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

// Network drives send no events of other machines' writes, and list slowly: they are polled. This recognizes the common
// kinds; the regular full scan covers the others.

/**
 * File system types as Linux numbers them (statfs(2), linux/magic.h). FUSE is left out: most of what it mounts is
 * local.
 */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB2
  0x01021997, // 9P (shared folders of virtual machines)
  0x786f4256, // VirtualBox shared folders
  0x00c36400, // Ceph
  0x5346414f, // AFS
]);

export async function isNetworkDrive(path: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  if (platform === 'win32') return isNetworkPath(path);
  if (platform !== 'linux') return false;
  try {
    return isNetworkType((await statfs(path)).type);
  } catch {
    return false;
  }
}

/** The number may come sign-extended from 32 bits. */
export const isNetworkType = (type: number): boolean => networkTypes.has(type >>> 0);
/** `\\server\share`, also as `\\?\UNC\server\share`; not `\\?\C:\`. */
export const isNetworkPath = (path: string): boolean => /^[\\/]{2}(?![?.][\\/](?!UNC[\\/]))/i.test(path);
