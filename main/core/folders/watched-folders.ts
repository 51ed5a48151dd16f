// The watched folders of one profile, and the watcher of each in the leader.
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { failed, ok, type Result } from '../../contract/failure.ts';
import {
  defaultRules,
  defaultWithoutText,
  type FolderRules,
  type FolderRulesChange,
} from '../../contract/folder-rules.ts';
import type { FolderState } from '../../contract/state.ts';
import type { Name } from '../../messages/message.ts';
import { failures } from '../messages/failures.ts';
import { targetFolder } from '../filing/file-after-upload.ts';
import { approvalAsked } from './approval.ts';
import { createNameRule } from './name-pattern.ts';
import type { Ports } from '../platform/ports.ts';
import { findFolder, realPathOf, typedPath } from '../platform/files/home-dir.ts';
import type { Folders, StoredFolder } from '../storage/tables/folders.ts';
import type { FilingQueue } from '../storage/tables/filing-queue.ts';
import type { Intake } from '../uploads/intake/intake.ts';
import { imageRules } from '../uploads/image/image-check.ts';
import { type AddAnswer, createFolderWatch, type FolderWatch } from '../watch/folder-watch.ts';
import type { WatchState } from '../watch/known-files.ts';
import type { Decision } from '../watch/reconcile.ts';
import { newestScreenshot } from './suggested-folders.ts';
import { createWatchRecord, folderName } from './watch-record.ts';

export function createWatchedFolders(deps: {
  ports: Pick<Ports, 'clock' | 'log' | 'desktop'>;
  profileKey: string;
  stores: { readonly folders: Folders; readonly filing: FilingQueue };
  intake: Intake;
  accounts: {
    /** The account of a folder; null: that of the pilot who is shown. */
    of(rules: FolderRules): number | null;
    shown(): number | null;
    nameOf(account: number): Name;
  };
  images: {
    maxBytes(): number;
    /** Null: unknown. */
    hasText(path: string): Promise<boolean | null>;
  };
  watcher: {
    /** Whether it is this process; the others show what the leader has written. */
    isHere: boolean;
    /** The id of the leader that watches these folders now; null if none does. */
    id(): string | null;
  };
  events: {
    /** A report was queued from a folder that advises about images with hardly any text. */
    onAdvisable(jobId: number): void;
    /** A file of a watched folder was added and is in the ledger. */
    onNoted(): void;
    /** The decisions of a scan, for the decision log. */
    onDecided: ((decisions: readonly Decision[]) => void) | undefined;
    onChange(): void;
  };
}) {
  const { ports, profileKey, intake, events } = deps;
  const isWatching = deps.watcher.isHere;
  const { clock, log } = ports;
  const { folders, filing } = deps.stores;
  const { onChange } = events;
  const watches = new Map<string, FolderWatch>();
  /** The rules that each watcher was started with. */
  const begun = new Map<string, string>();
  const stored = () => folders.list(profileKey);
  const record = createWatchRecord({
    clock,
    folders,
    watcher: deps.watcher.id,
    watchOf: (id) => watches.get(id),
  });

  async function add({ path, rules }: StoredFolder, file: { path: string; name: string }): Promise<AddAnswer> {
    const { withoutText = defaultWithoutText } = rules;
    const hasText = withoutText === 'hold' ? await deps.images.hasText(file.path) : null;
    const lacksText = hasText === null ? null : !hasText;
    const approval = approvalAsked(rules, lacksText);
    const source = { kind: 'folder', folder: rules.label ?? folderName(path) } as const;
    const outcome = await intake.add({ ...file, lacksText, accountId: deps.accounts.of(rules), approval }, source);
    if (outcome.kind === 'added' && withoutText === 'advise') events.onAdvisable(outcome.jobId);
    if (outcome.kind === 'added' || outcome.kind === 'duplicate') {
      return { outcome: outcome.kind, message: null, sha256: outcome.sha256 };
    }
    const { message, kind } = outcome.failure;
    // Temporary reasons are checked again by the next scan: only a file's content makes a rejection final.
    const isTemporary = outcome.kind === 'later' || kind === 'file-unreadable' || kind === 'file-incomplete';
    return isTemporary
      ? { outcome: 'later', message, sha256: null }
      : { outcome: 'rejected', message, sha256: outcome.sha256 };
  }

  function watch(folder: StoredFolder): FolderWatch {
    folders.forgetTooLarge(folder.id, deps.images.maxBytes());
    const watched = {
      id: folder.id,
      path: folder.path,
      hasWantedName: createNameRule(folder.rules.names),
      isFirstScan: !folder.scanned,
      isMountPoint: folders.watchState(folder.id)?.isMountPoint,
    };
    const created = createFolderWatch(watched, {
      clock,
      log,
      ledger: folders.ledger,
      imageRules,
      add: (file) => add(folder, file),
      events: {
        onFirstScanDone: () => folders.markScanned(folder.id),
        onDecided: events.onDecided,
        onChange() {
          record.note(folder.id);
          events.onNoted();
          onChange();
        },
      },
    });
    watches.set(folder.id, created);
    begun.set(folder.id, JSON.stringify(folder.rules));
    return created;
  }

  /** Watchers that are stopping: two of one folder would write one ledger. */
  const ending = new Map<string, Promise<void>>();
  async function unwatch(id: string) {
    const found = watches.get(id);
    watches.delete(id);
    const ended = found?.stop() ?? Promise.resolve();
    ending.set(id, ended);
    await ended;
    ending.delete(id);
  }
  /** Restarts the watcher with the stored rules. */
  async function rewatch(id: string) {
    await unwatch(id);
    const folder = stored().find((one) => one.id === id);
    if (!folder) return;
    const isWanted = createNameRule(folder.rules.names);
    folders.setRules(id, folder.rules, (path) => isWanted(basename(path)));
    if (isWatching) await watch(folder).rescan();
  }

  function whole(state: WatchState, rules: FolderRules): FolderState {
    const account = deps.accounts.of(rules);
    return {
      ...state,
      name: rules.label ?? state.name,
      rules,
      pilot: account === null ? null : deps.accounts.nameOf(account),
      notFiled: filing
        .notFiled(state.id, clock.now() - dayMs, shown)
        .filter(({ failure }) => failure.kind !== 'file-gone')
        .map(({ name, failure }) => ({ name, message: failure.message })),
    };
  }

  /** Why a rule cannot be set; null if it can. */
  async function failureOf(folderPath: string, rules: FolderRules): Promise<Result<null> | null> {
    const after = rules.afterUpload;
    if (after.kind === 'trash' && ports.desktop.trash === undefined) return failed(failures.noTrashHere());
    if (after.kind !== 'move') return null;
    const target = targetFolder(folderPath, after.to);
    if ((await realPathOf(target)) === (await realPathOf(folderPath))) return failed(failures.moveIntoItself(after.to));
    const info = await stat(target).catch(() => null);
    return info === null || info.isDirectory() ? null : failed(failures.folderNotAFolder(target));
  }

  return {
    async start() {
      if (isWatching) {
        folders.forgetRemoved();
        for (const folder of stored()) watch(folder);
      } else if (deps.watcher.id() === null) await record.examine(stored());
    },
    states: (): FolderState[] =>
      isWatching
        ? stored().flatMap(({ id, rules }) => {
            const state = watches.get(id)?.state();
            return state ? [whole(state, rules)] : [];
          })
        : stored().map((folder) => whole(record.read(folder), folder.rules)),

    /** The newest screenshot in the folders of the pilot who is shown; null if there is none. */
    newest: () => {
      const shown = deps.accounts.shown();
      return newestScreenshot(stored().filter(({ rules }) => [null, shown].includes(deps.accounts.of(rules))));
    },

    /** The rules of the folder that a file is in. */
    folderOf: (path: string) => stored().find((folder) => folder.path === dirname(path)) ?? null,

    async add(path: string, existing: boolean, change: FolderRulesChange = {}): Promise<Result<null>> {
      const typed = typedPath(path);
      if (typed === null) return failed(failures.pathNotWhole(path));
      const absolute = resolve(typed);
      const info = await stat(absolute).catch(() => null);
      if (!info) return failed(failures.folderMissing(absolute));
      if (!info.isDirectory()) return failed(failures.folderNotAFolder(absolute));
      const same = await findFolder(stored(), absolute);
      if (same) return failed(failures.folderAlreadyWatched(same.path));
      const pilot = deps.accounts.shown();
      const rules = { ...defaultRules, ...(pilot !== null && { pilot }), ...change };
      const wrong = await failureOf(absolute, rules);
      if (wrong) return wrong;
      // Durable with the folder itself, for any watching process and exit.
      const folder = folders.add(profileKey, absolute, clock.now(), { rules, isEverythingNew: existing });
      if (isWatching) await watch(folder).rescan();
      onChange();
      return ok(null);
    },
    /** Applies from now on: the queue keeps its reports, and files skipped for their name stay skipped. */
    async setRules(id: string, change: FolderRulesChange): Promise<Result<null>> {
      const folder = stored().find((one) => one.id === id);
      if (!folder) return failed(failures.notFound('folder'));
      const rules = { ...folder.rules, ...change };
      const wrong = await failureOf(folder.path, rules);
      if (wrong) return wrong;
      const isWanted = createNameRule(rules.names);
      folders.setRules(id, rules, (path) => isWanted(basename(path)));
      if (rules.afterUpload.kind === 'leave') filing.forgetDue(id);
      await rewatch(id);
      onChange();
      return ok(null);
    },
    async remove(id: string): Promise<Result<null>> {
      if (!stored().some((folder) => folder.id === id)) return failed(failures.notFound('folder'));
      await unwatch(id);
      folders.remove(id);
      onChange();
      return ok(null);
    },
    /** Undoes the last removal, with all its known files. */
    async restore(id: string): Promise<Result<null>> {
      const path = folders.removedPath(id, profileKey);
      if (path === null) return failed(failures.notFound('folder'));
      if (await findFolder(stored(), path)) return failed(failures.folderAlreadyWatched(path));
      folders.restore(id, profileKey);
      const folder = stored().find((one) => one.id === id);
      if (folder && isWatching) await watch(folder).rescan();
      onChange();
      return ok(null);
    },
    /** A file that was left out is a report after all. */
    settle: (id: string, path: string) => watches.get(id)?.settle(path),
    async addExisting(id: string): Promise<Result<null>> {
      const found = watches.get(id);
      if (!found) return failed(failures.notFound('folder'));
      await found.addExisting();
      return ok(null);
    },

    rescan() {
      for (const one of watches.values()) void one.rescan();
    },
    /** Files that were too large are decided again if they no longer are. */
    async followSizeLimit() {
      for (const id of watches.keys()) if (folders.forgetTooLarge(id, deps.images.maxBytes()) > 0) await rewatch(id);
    },
    /** Another process may have added or removed folders. */
    followStored() {
      if (!isWatching) return;
      const now = stored();
      for (const folder of now) {
        if (ending.has(folder.id)) continue;
        if (!watches.has(folder.id)) watch(folder);
        else if (begun.get(folder.id) !== JSON.stringify(folder.rules)) void rewatch(folder.id);
      }
      for (const id of watches.keys()) if (!now.some((folder) => folder.id === id)) void unwatch(id);
    },
    async stop() {
      record.stop();
      await Promise.all([...watches.values()].map((one) => one.stop()));
    },
  };
}

const shown = 20;
const dayMs = 86_400_000;
