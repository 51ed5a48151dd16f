// Hints that something happened in a folder. Adding, renaming and changing are the same hint: the listing is
// authoritative, and timers, focus and resume make up for lost hints. Most folders use chokidar, which handles the
// peculiarities of each system but keeps a record of every file; large folders use Node's own watch of one directory
// (docs/decisions/0014-hints-of-big-folders.md).
import type { Logger } from '../platform/ports.ts';
import { basename, join } from 'node:path';
import { watch } from 'chokidar';
import { errorCode } from '../platform/error-code.ts';
import { watch as watchDirectory } from 'node:fs';
import { statfs } from 'node:fs/promises';

export type HintsKind = 'chokidar' | 'directory';

/** With more names than this, chokidar's records cost more than they save. */
const manyNames = 2_000;

export const hintsKindFor = (names: number): HintsKind => (names > manyNames ? 'directory' : 'chokidar');

/**
 * Begins again if another folder takes its path, and uses another source once it is large. A network drive has none: it
 * would report only this machine's writes.
 */
export function createFolderHints(
  deps: Omit<HintsDeps, 'onGone'> & {
    readonly kind?: HintsKind | undefined;
    readonly isNetworkDrive?: ((path: string) => Promise<boolean>) | undefined;
  },
) {
  let source: HintSource | null = null;
  let kind: HintsKind | null = null;
  let identity: string | null = null;
  let isNetwork = false;
  let isStopped = false;

  async function end() {
    const closing = source;
    source = null;
    await closing?.close();
  }

  async function lose() {
    identity = null;
    await end();
  }

  function begin() {
    if (source !== null || kind === null || isNetwork || isStopped) return;
    const made: HintSource = createHintSource(kind, {
      ...deps,
      onHint: (path) => void (source === made && deps.onHint(path)),
      onLost: () => void (source === made && end().then(deps.onLost)),
      onGone: () => void (source === made && lose().then(() => deps.onHint(null))),
    });
    source = made;
  }

  return {
    isNetwork: () => isNetwork,
    /** Whether hints come; otherwise the folder is polled. */
    isHinted: () => source !== null,
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

// The sources of hints.

export type HintSource = { close(): Promise<void> };

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

export const createHintSource = (kind: HintsKind, deps: HintsDeps): HintSource =>
  kind === 'chokidar' ? createChokidarHints(deps) : createDirectoryHints(deps);

// Hints from chokidar.

function createChokidarHints(deps: HintsDeps): HintSource {
  const watcher = watch(deps.path, {
    // Deep trees take many handles (chokidar #887); a folder of screenshots is flat.
    depth: 0,
    // Existing files are in the listing.
    ignoreInitial: true,
    // Links are skipped, so their targets do not matter.
    followSymlinks: false,
    // The image itself tells whether it is complete, not a pause.
    awaitWriteFinish: false,
    // Merges "removed" and "added" after a wait: both are the same hint here.
    atomic: false,
    // Sizes come with the listing.
    alwaysStat: false,
    // A file without permission is reported by the watcher; hints continue.
    ignorePermissionErrors: true,
    // The host decides what keeps the process alive.
    persistent: false,
  });
  watcher.on('all', (event, path) => {
    if (path !== deps.path) deps.onHint(path);
    else if (event === 'unlinkDir') deps.onGone();
    else deps.onHint(null);
  });
  // The system's raw events, as chokidar sometimes drops them under load; as hints they are as good as any.
  watcher.on('raw', (_event, name: unknown, of: unknown) => {
    const isOfFolder = typeof of === 'object' && of !== null && 'watchedPath' in of && of.watchedPath === deps.path;
    if (isOfFolder && typeof name === 'string' && name !== basename(deps.path)) deps.onHint(join(deps.path, name));
  });
  // Changes between the first listing and the start of the hints.
  watcher.on('ready', () => deps.onHint(null));
  watcher.on('error', (error) => {
    deps.log.warn('no hints from a watched folder', { path: deps.path, code: errorCode(error, 'unknown') });
    deps.onLost();
  });
  return { close: () => watcher.close() };
}

// Hints from Node's own watch of one directory: inotify, FSEvents, ReadDirectoryChangesW. It starts immediately for any
// size of folder, and keeps no records.

function createDirectoryHints(deps: HintsDeps): HintSource {
  let isClosed = false;
  const lost = (error: unknown) => {
    if (isClosed) return;
    deps.log.warn('no hints from a watched folder', { path: deps.path, code: errorCode(error, 'unknown') });
    deps.onLost();
  };
  // Changes between the listing and the start of the hints. Not from within the call that starts them.
  const begun = setImmediate(() => deps.onHint(null));
  const close = async () => {
    isClosed = true;
    clearImmediate(begun);
    watcher?.close();
  };
  const watcher = open();
  return { close };

  function open() {
    try {
      // The host decides what keeps the process alive.
      const opened = watchDirectory(deps.path, { persistent: false }, (event, name) => {
        // Windows omits the name when its buffer overflowed.
        if (name === null) deps.onHint(null);
        else if (name !== basename(deps.path)) deps.onHint(join(deps.path, name));
        // Linux names the folder itself when it is removed, moved or unmounted. It may also contain a file of the same
        // name.
        else if (event === 'rename') deps.onGone();
        else deps.onHint(null);
      });
      // Windows reports EPERM when the folder is removed.
      return opened.on('error', lost);
    } catch (error) {
      // No watches left (ENOSPC), too many open files, or the folder was just removed.
      setImmediate(lost, error);
      return null;
    }
  }
}
