// The watched folders of one profile: which there are, and the watch of each in the process that does the work.
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { failed, ok, type Result } from '../contract/failure.ts';
import type { FolderState } from '../contract/state.ts';
import { failures } from './failures.ts';
import type { Clock, Logger } from './ports.ts';
import type { Folders, StoredFolder } from './storage/folders.ts';
import type { Intake } from './uploads/intake.ts';
import { createPictureCheck, hasReportExtension } from './uploads/picture-check.ts';
import { createFolderWatch, type FolderWatch } from './watch/folder-watcher.ts';

export function createWatchedFolders(deps: {
  clock: Clock;
  log: Logger;
  profileKey: string;
  folders: Folders;
  intake: Intake;
  /** Whether this process watches; one that only looks on says what the ledger says. */
  isWatching: boolean;
  onChange(): void;
}) {
  const { clock, log, profileKey, folders, intake, isWatching, onChange } = deps;
  const watches = new Map<string, FolderWatch>();
  const stored = () => folders.list(profileKey);

  function watch(folder: StoredFolder, takeExisting: boolean): FolderWatch {
    const created = createFolderWatch({
      id: folder.id,
      path: folder.path,
      clock,
      log,
      ledger: folders.ledger,
      isFirstLook: !folder.looked,
      takeExistingFirst: takeExisting,
      pictures: { hasReportExtension, createPictureCheck },
      onFirstLookDone: () => folders.markLooked(folder.id),
      async take(file) {
        const outcome = await intake.take(file, { kind: 'folder', folder: folderName(folder.path) });
        if (outcome.kind === 'taken' || outcome.kind === 'already-taken') {
          return { outcome: outcome.kind, words: '', sha256: outcome.sha256 };
        }
        // What may be whole or readable a moment later is looked at again: only what it *is* makes a file final.
        const mayMend =
          outcome.kind === 'later' || ['file-unreadable', 'file-incomplete'].includes(outcome.failure.kind);
        return mayMend
          ? { outcome: 'later', words: outcome.failure.words, sha256: null }
          : { outcome: 'refused', words: outcome.failure.words, sha256: outcome.sha256 };
      },
      onChange,
    });
    watches.set(folder.id, created);
    return created;
  }

  async function unwatch(id: string) {
    const found = watches.get(id);
    watches.delete(id);
    await found?.stop();
  }

  return {
    start() {
      if (isWatching) for (const folder of stored()) watch(folder, false);
    },
    states: (): FolderState[] =>
      isWatching
        ? [...watches.values()].map((one) => one.state())
        : stored().map((folder) => lookedOn(folder, folders)),

    async add(path: string, existing: boolean): Promise<Result<null>> {
      const absolute = resolve(path);
      const info = await stat(absolute).catch(() => null);
      if (!info) return failed(failures.folderMissing(absolute));
      if (!info.isDirectory()) return failed(failures.folderNotAFolder(absolute));
      const real = await realpath(absolute);
      if (stored().some((folder) => folder.path === real)) return failed(failures.folderAlreadyWatched(real));
      const folder = folders.add(profileKey, real, clock.now());
      if (isWatching) await watch(folder, existing).rescan();
      onChange();
      return ok(null);
    },
    async remove(id: string): Promise<Result<null>> {
      if (!stored().some((folder) => folder.id === id)) return failed(failures.notFound('That folder'));
      await unwatch(id);
      folders.remove(id);
      onChange();
      return ok(null);
    },
    async takeExisting(id: string): Promise<Result<null>> {
      const found = watches.get(id);
      if (!found) return failed(failures.notFound('That folder'));
      await found.takeExisting();
      return ok(null);
    },

    rescan() {
      for (const one of watches.values()) void one.rescan();
    },
    /** Another process may have added or removed some. */
    followStored() {
      if (!isWatching) return;
      const now = stored();
      for (const folder of now) if (!watches.has(folder.id)) watch(folder, false);
      for (const id of watches.keys()) if (!now.some((folder) => folder.id === id)) void unwatch(id);
    },
    async stop() {
      await Promise.all([...watches.values()].map((one) => one.stop()));
    },
  };
}

const folderName = (path: string) => path.split(/[\\/]/).findLast(Boolean) ?? path;

/** A folder as a process sees it that does not watch it itself: by what was decided about its files. */
function lookedOn(folder: StoredFolder, folders: Folders): FolderState {
  const entries = folders.ledger.entries(folder.id);
  const count = (verdict: string) => entries.filter((entry) => entry.verdict === verdict).length;
  return {
    id: folder.id,
    path: folder.path,
    name: folderName(folder.path),
    status: 'watching',
    taken: count('taken'),
    growing: 0,
    existing: count('existing'),
    passedOver: entries
      .filter((entry) => entry.verdict === 'passed-over')
      .slice(-20)
      .map((entry) => ({ name: folderName(entry.path), words: entry.words ?? '' })),
    concern: null,
  };
}
