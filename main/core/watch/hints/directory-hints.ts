// Hints from Node's own watch of one directory: inotify, FSEvents, ReadDirectoryChangesW. It begins at once whatever the
// folder holds, and keeps nothing.
import { watch } from 'node:fs';
import { basename, join } from 'node:path';
import { errorCode } from '../../platform/error-code.ts';
import type { FolderHints, HintsDeps } from './hint-source.ts';

export function createDirectoryHints(deps: HintsDeps): FolderHints {
  let isClosed = false;
  const lost = (error: unknown) => {
    if (isClosed) return;
    deps.log.warn('no hints from a watched folder', { path: deps.path, code: errorCode(error, 'unknown') });
    deps.onLost();
  };
  // What changed between the listing and the moment that hints begin. Not from within the call that makes them.
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
      // A host decides what keeps the process alive.
      const opened = watch(deps.path, { persistent: false }, (event, name) => {
        // Windows leaves the name out when there was more than it could keep.
        if (name === null) deps.onHint(null);
        else if (name !== basename(deps.path)) deps.onHint(join(deps.path, name));
        // Linux names the folder itself when it is removed, moved or unmounted. It may also hold a file of its own name.
        else if (event === 'rename') deps.onGone();
        else deps.onHint(null);
      });
      // Windows says EPERM when the folder is removed.
      return opened.on('error', lost);
    } catch (error) {
      // No watches left (ENOSPC), too many open files, or the folder went away a moment ago.
      setImmediate(lost, error);
      return null;
    }
  }
}
