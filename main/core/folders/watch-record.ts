// What watchers know of their folders, on disk: written by the leader, read by every other process. Where no process
// watches, this one examines the folders itself.
import type { Failure } from '../../contract/failure.ts';
import type { Clock } from '../platform/ports.ts';
import { within } from '../platform/waits.ts';
import type { Folders, StoredFolder } from '../storage/tables/folders.ts';
import { concernOfUnavailable, whyUnavailable } from '../watch/folder-listing.ts';
import type { FolderWatch } from '../watch/folder-watch.ts';
import { type WatchState, skippedShown } from '../watch/known-files.ts';

/** Counts are written this long after they change: files come in bursts. A new status is written at once. */
const countsMs = 1_000;
/** A network drive may not answer for minutes. */
const examineMs = 2_000;

export function createWatchRecord(deps: {
  clock: Clock;
  folders: Pick<Folders, 'writeWatchState' | 'watchState' | 'ledger'>;
  /** The id of the leader that watches now; null if none does. */
  watcher(): string | null;
  /** The watcher of a folder in this process. */
  watchOf(id: string): Pick<FolderWatch, 'state' | 'isMountPoint'> | undefined;
}) {
  const { clock, folders } = deps;
  const statusWritten = new Map<string, number | null>();
  const planned = new Map<string, () => void>();
  const problems = new Map<string, Failure>();

  function write(id: string) {
    planned.get(id)?.();
    planned.delete(id);
    const by = deps.watcher();
    const watch = deps.watchOf(id);
    if (by === null || watch === undefined) return;
    const state = watch.state();
    if (folders.writeWatchState(id, { ...state, by, isMountPoint: watch.isMountPoint() }))
      statusWritten.set(id, state.since);
  }

  return {
    /** The state of a folder has changed. */
    note(id: string) {
      if (statusWritten.get(id) !== deps.watchOf(id)?.state().since) write(id);
      else if (!planned.has(id))
        planned.set(
          id,
          clock.schedule(countsMs, () => write(id)),
        );
    },
    /** The state of a folder that this process does not watch. */
    read({ id, path }: StoredFolder): WatchState {
      const watcher = deps.watcher();
      const written = watcher === null ? null : folders.watchState(id);
      const named = { id, path, name: folderName(path) };
      if (written !== null && written.by === watcher) {
        const { by: _, isMountPoint: _drive, ...state } = written;
        return { ...named, ...state };
      }
      const entries = folders.ledger.entries(id);
      const count = (verdict: string) => entries.filter((entry) => entry.verdict === verdict).length;
      return {
        ...named,
        status: watcher === null ? 'unwatched' : 'starting',
        since: null,
        added: count('added'),
        growing: 0,
        existing: count('existing'),
        otherNames: count('other-name'),
        skipped: skippedShown(entries.filter((entry) => entry.verdict === 'skipped')),
        skippedCount: count('skipped'),
        concern: watcher === null ? (problems.get(id) ?? null) : null,
      };
    },
    /** Finds the problems of folders that no process watches. */
    async examine(all: readonly StoredFolder[]) {
      const each = all.map(async ({ id, path }) => {
        const code = await whyUnavailable(path, folders.watchState(id)?.isMountPoint ?? false);
        if (code !== null) problems.set(id, concernOfUnavailable(path, code));
      });
      await within(clock, examineMs, Promise.all(each));
    },
    stop() {
      for (const undo of planned.values()) undo();
      planned.clear();
    },
  };
}

export const folderName = (path: string) => path.split(/[\\/]/).findLast(Boolean) ?? path;
