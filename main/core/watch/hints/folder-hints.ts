// Hints that something happened in a folder. Adding, renaming and changing are the same hint: the listing is
// authoritative, and timers, focus and resume make up for lost hints. Most folders use chokidar, which handles the
// peculiarities of each system but keeps a record of every file; large folders use Node's own watch of one directory
// (docs/decisions/0014-hints-of-big-folders.md).
import type { Logger } from '../../platform/ports.ts';
import { basename, join } from 'node:path';
import { watch } from 'chokidar';
import { errorCode } from '../../platform/error-code.ts';
import { watch as watchDirectory } from 'node:fs';

export type HintsKind = 'chokidar' | 'directory';

/** With more names than this, chokidar's records cost more than they save. */
const manyNames = 2_000;

export const hintsKindFor = (names: number): HintsKind => (names > manyNames ? 'directory' : 'chokidar');

export const createFolderHints = (kind: HintsKind, deps: HintsDeps): FolderHints =>
  kind === 'chokidar' ? createChokidarHints(deps) : createDirectoryHints(deps);

// The interface of every source of hints.

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

// Hints from chokidar.

function createChokidarHints(deps: HintsDeps): FolderHints {
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

function createDirectoryHints(deps: HintsDeps): FolderHints {
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
