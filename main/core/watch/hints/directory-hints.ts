// Hints from Node's own watch of one directory: inotify, FSEvents, ReadDirectoryChangesW. It starts immediately for any
// size of folder, and keeps no records.
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
      const opened = watch(deps.path, { persistent: false }, (event, name) => {
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
