// Hints that something happened in a folder. Add, rename and change are one and the same hint: what is true is read
// from the listing. Nothing here may be relied on; a lost hint is made good by the slow timer, focus and resume.
import { watch } from 'chokidar';
import type { Logger } from '../ports.ts';
import { codeOf } from './folder-listing.ts';

export type FolderHints = { close(): Promise<void> };

export function createFolderHints(deps: {
  readonly path: string;
  readonly log: Logger;
  readonly isWanted: (name: string) => boolean;
  /** @param path Of the file that it may be about; null: of the folder as a whole. */
  onHint(path: string | null): void;
  /** No more hints will come (no watches left on this machine, say). */
  onLost(): void;
}): FolderHints {
  const watcher = watch(deps.path, {
    // Big trees eat handles (chokidar #887); a folder of screenshots is flat.
    depth: 0,
    // What is there already is in the listing.
    ignoreInitial: true,
    // Links are passed over, so nothing behind them matters.
    followSymlinks: false,
    // Completeness is seen in the picture itself, not guessed from a pause.
    awaitWriteFinish: false,
    // Joins "gone" and "there again" after a wait: both are the same hint here, and the wait costs time.
    atomic: false,
    // Sizes are read with the listing.
    alwaysStat: false,
    // A file that may not be read is named by the watcher in words; it is no reason to end the hints.
    ignorePermissionErrors: true,
    // A host decides what keeps the process alive.
    persistent: false,
    // Keeps no record of the many other files that a folder may hold; the folder itself must stay.
    ignored: (path, stats) => stats?.isFile() === true && !deps.isWanted(path),
  });
  watcher.on('all', (_event, path) => deps.onHint(path === deps.path ? null : path));
  // What changed between the first listing and the moment that hints begin.
  watcher.on('ready', () => deps.onHint(null));
  watcher.on('error', (error) => {
    deps.log.warn('no hints from a watched folder', { path: deps.path, code: codeOf(error) });
    deps.onLost();
  });
  return { close: () => watcher.close() };
}
