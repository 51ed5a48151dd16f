// Hints from chokidar.
import { basename, join } from 'node:path';
import { watch } from 'chokidar';
import { errorCode } from '../../platform/error-code.ts';
import type { FolderHints, HintsDeps } from './hint-source.ts';

export function createChokidarHints(deps: HintsDeps): FolderHints {
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
