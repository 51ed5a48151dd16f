// Moves the pilot's own file, or puts it in the trash, once its report is uploaded. Only the exact file that was uploaded
// is touched. The queue is in the database, so that each file is moved once, even after a crash.
import { isSameMessage } from '../../messages/message.ts';
import { resolve } from 'node:path';
import type { Failure, Result } from '../../contract/failure.ts';
import { failures } from '../messages/failures.ts';
import { typedPath } from '../platform/files/home-dir.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { Folders } from '../storage/tables/folders.ts';
import type { History } from '../storage/tables/log/history.ts';
import type { DueFile, FilingQueue } from '../storage/tables/filing-queue.ts';
import { moveFile, compareFile, type FileMarks } from './move-file.ts';

type Ended =
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'trashed' }
  /** It is left in place. */
  | { readonly kind: 'kept'; readonly failure: Failure }
  /** To be retried; null if there is nothing to show yet. */
  | { readonly kind: 'later'; readonly failure: Failure | null };

const againMs = 5 * 60_000;
const goneForGoodMs = 10 * 60_000;

export function createFileAfterUpload(deps: {
  clock: Clock;
  log: Logger;
  store: FilingQueue;
  folders: Pick<Folders, 'addedOf' | 'entriesOf'>;
  history: History;
  inTransaction<T>(work: () => T): T;
  /** Puts a file in the system's trash; absent if this host cannot. */
  trash?: ((path: string) => Promise<Result<null>>) | undefined;
  onChange(jobId: number): void;
}) {
  const { clock, log, store } = deps;
  const stopping = new AbortController();
  let isWanted = false;
  let running: Promise<void> | null = null;
  let undoAgain = () => {};

  async function carryOut(file: DueFile): Promise<Ended> {
    const found = find(file);
    // The watcher has not written its file down yet.
    if (found === null) return { kind: 'later', failure: null };
    if (found === 'replaced') return { kind: 'kept', failure: failures.sentFileChanged(file.name) };
    const { path, marks } = found;
    if (file.afterUpload.kind === 'leave') return { kind: 'kept', failure: failures.sentFileChanged(file.name) };
    if (file.afterUpload.kind === 'trash') return putInTrash(file, path, marks);
    const folder = targetFolder(file.folderPath, file.afterUpload.to);
    const moved = await moveFile({
      path,
      marks,
      folder,
      target: file.target,
      onTarget: (target) => store.setTarget(file.jobId, target),
    });
    switch (moved.kind) {
      case 'moved':
        return moved;
      case 'gone':
        return gone(file);
      case 'changed':
        return { kind: 'kept', failure: failures.sentFileChanged(file.name) };
      case 'not-moved':
        return { kind: 'later', failure: failures.notMoved(file.name, folder, moved.code) };
    }
  }

  async function putInTrash(file: DueFile, path: string, marks: FileMarks): Promise<Ended> {
    if (!deps.trash) return { kind: 'later', failure: failures.noTrashHere() };
    const same = await compareFile(path, marks);
    if (same.kind === 'changed') return { kind: 'kept', failure: failures.sentFileChanged(file.name) };
    // It may be in the trash already, put there just before a crash.
    if (same.kind === 'gone') return gone(file);
    if (same.kind === 'unreadable') return { kind: 'later', failure: failures.notTrashed(file.name, same.code) };
    const trashed = await deps.trash(path);
    if (trashed.ok) return { kind: 'trashed' };
    if (trashed.failure.kind === 'not-supported-here') return { kind: 'later', failure: trashed.failure };
    return { kind: 'later', failure: failures.notTrashed(file.name, trashed.failure.code ?? 'unknown') };
  }

  /** It may have been renamed, which the next scan finds out. */
  function gone(file: DueFile): Ended {
    const isFresh = Math.abs(clock.now() - file.since) < goneForGoodMs;
    return isFresh ? { kind: 'later', failure: null } : { kind: 'kept', failure: failures.sentFileGone(file.name) };
  }

  /** Where the file is now, by the ledger: it may have been renamed. */
  function find(file: DueFile): { path: string; marks: FileMarks } | 'replaced' | null {
    const entries = deps.folders.addedOf(file.folderId, file.sha256);
    const atItsPlace = entries.find((one) => one.path === file.originalPath);
    // Another image has its name: a file of the same content elsewhere is the pilot's own copy.
    if (!atItsPlace && deps.folders.entriesOf(file.originalPath).length > 0) return 'replaced';
    const entry = atItsPlace ?? (entries.length === 1 ? entries[0] : undefined);
    if (!entry) return null;
    return { path: entry.path, marks: { size: entry.size, mtimeMs: entry.mtimeMs, sha256: file.sha256 } };
  }

  function write(file: DueFile, ended: Ended) {
    const now = clock.now();
    const subject = { accountId: file.accountId, jobId: file.jobId };
    const failure = 'failure' in ended ? ended.failure : null;
    const isChanged =
      ended.kind !== 'later' ||
      (failure !== null && (file.reason === null || !isSameMessage(failure.message, file.reason.message)));
    if (!isChanged) return;
    deps.inTransaction(() => {
      if (ended.kind === 'later') store.setReason(file.jobId, failure);
      else store.end(file.jobId, ended.kind === 'kept' ? 'kept' : 'done', failure, now);
      if (ended.kind === 'moved') deps.history.add(subject, now, { what: 'moved', to: ended.to });
      else if (ended.kind === 'trashed') deps.history.add(subject, now, { what: 'trashed' });
      else if (failure) {
        const { message, code } = failure;
        deps.history.add(subject, now, { what: 'not-filed', message, code });
      }
    });
    deps.onChange(file.jobId);
  }

  async function run() {
    // It is woken within a transaction: what is rolled back, as on a full disk, is not due.
    await Promise.resolve();
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      let isLeft = false;
      for (const file of store.due()) {
        if (stopping.signal.aborted) return;
        try {
          const ended = await carryOut(file);
          write(file, ended);
          isLeft ||= ended.kind === 'later';
        } catch (error) {
          isLeft = true;
          log.error('an uploaded file could not be moved', { job: file.jobId, error });
        }
      }
      undoAgain();
      if (isLeft && !stopping.signal.aborted) undoAgain = clock.schedule(againMs, wake);
    }
  }

  function wake() {
    if (stopping.signal.aborted) return;
    isWanted = true;
    running ??= run()
      .catch((error: unknown) => {
        // The next wake reads it again.
        log.error('the filing queue could not be read', { error });
      })
      .finally(() => {
        running = null;
        if (isWanted) wake();
      });
  }

  return {
    /** Something is due, or may be possible now. */
    wake,
    async stop() {
      stopping.abort();
      undoAgain();
      await running;
    },
  };
}

/** The folder that a rule's `to` names: a whole path, or a name inside the watched folder. */
export const targetFolder = (watched: string, to: string) => typedPath(to) ?? resolve(watched, to);
