// Hints from chokidar.
import { basename, join } from 'node:path';
import { watch } from 'chokidar';
import { errorCode } from '../../platform/error-code.ts';
import type { FolderHints, HintsDeps } from './hint-source.ts';

export function createChokidarHints(deps: HintsDeps): FolderHints {
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
  });
  watcher.on('all', (event, path) => {
    if (path !== deps.path) deps.onHint(path);
    else if (event === 'unlinkDir') deps.onGone();
    else deps.onHint(null);
  });
  // What the system said of the folder, before chokidar has looked what it means. Under load it now and then makes
  // nothing of it; as a hint it is as good as any.
  watcher.on('raw', (_event, name: unknown, of: unknown) => {
    const isOfFolder = typeof of === 'object' && of !== null && 'watchedPath' in of && of.watchedPath === deps.path;
    if (isOfFolder && typeof name === 'string' && name !== basename(deps.path)) deps.onHint(join(deps.path, name));
  });
  // What changed between the first listing and the moment that hints begin.
  watcher.on('ready', () => deps.onHint(null));
  watcher.on('error', (error) => {
    deps.log.warn('no hints from a watched folder', { path: deps.path, code: errorCode(error, 'unknown') });
    deps.onLost();
  });
  return { close: () => watcher.close() };
}
