// What is known of the files of a watched folder: the decision about each, those without a decision yet, and which still
// exist. Counts are maintained, because counting 50,000 files at each scan is slow.
import type { Failure } from '../../contract/failure.ts';
import type { FolderState } from '../../contract/state.ts';
import { type Message, message as messageOf } from '../../messages/message.ts';
import { basename } from 'node:path';
import type { FileReader, Reading } from './file-reader.ts';
import type { FileMarks } from './folder-listing.ts';

export type KnownFiles = ReturnType<typeof createKnownFiles>;

/** One write to the disk has this many entries; then others have their turn. */
const atOnce = 2_000;

export function createKnownFiles(
  folder: { readonly id: string; readonly path: string; readonly isMountPoint?: boolean | undefined },
  { ledger }: { readonly ledger: Ledger },
) {
  const { id, path } = folder;
  const entries = new Map<string, LedgerEntry>();
  const absent = new Map<string, number>();
  const skipped = new Map<string, LedgerEntry>();
  const counts: Record<LedgerEntry['verdict'], number> = {
    added: 0,
    existing: 0,
    'other-name': 0,
    skipped: 0,
  };

  /** Added files count forever, the others while they exist. */
  function count(entry: LedgerEntry, by: 1 | -1) {
    if (entry.verdict === 'added' || !absent.has(entry.path)) counts[entry.verdict] += by;
  }

  function remember(entry: LedgerEntry) {
    const before = entries.get(entry.path);
    if (before) count(before, -1);
    absent.delete(entry.path);
    entries.set(entry.path, entry);
    count(entry, 1);
    if (entry.verdict === 'skipped') skipped.set(entry.path, entry);
    else skipped.delete(entry.path);
    growing.delete(entry.path);
    waiting.delete(entry.path);
  }

  function forgetHere(gone: string) {
    const entry = entries.get(gone);
    if (entry) count(entry, -1);
    entries.delete(gone);
    skipped.delete(gone);
    absent.delete(gone);
  }

  /** Undecided files. */
  const growing = new Map<string, { readonly reader: FileReader; reading: Reading }>();
  /** Messages about files that wait for something, by path. */
  const waiting = new Map<string, Message>();
  for (const entry of ledger.entries(id)) remember(entry);

  return {
    id,
    path,
    status: 'starting' as FolderState['status'],
    since: null as number | null,
    concern: null as Failure | null,
    /** A drive was mounted at it when it was last there. */
    isMountPoint: folder.isMountPoint ?? false,
    /** False before the first listing, and while the folder is missing. */
    isThere: false,
    ledger: entries as ReadonlyMap<string, LedgerEntry>,
    growing,
    waiting,
    /** Paths of the ledger that were missing at the last scan, and since when (monotonic). */
    absent: absent as ReadonlyMap<string, number>,
    skipped: skipped as ReadonlyMap<string, LedgerEntry>,
    counts: counts as Readonly<typeof counts>,

    put(entry: LedgerEntry) {
      // Durable first: what could not be written is decided again by the next scan.
      ledger.put(id, entry);
      remember(entry);
    },
    /** Resolves when all are durable. */
    async putAll(all: readonly LedgerEntry[]) {
      for (let start = 0; start < all.length; start += atOnce) {
        const some = all.slice(start, start + atOnce);
        ledger.putAll(id, some);
        for (const entry of some) remember(entry);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    forget(gone: string) {
      ledger.forget(id, gone);
      forgetHere(gone);
    },
    /** Files that were there before are as new as any other from here on. */
    forgetExisting() {
      ledger.forgetExisting(id);
      for (const entry of entries.values()) if (entry.verdict === 'existing') forgetHere(entry.path);
    },
    /** @param scanned The scanned paths; all of the ledger's for the whole folder. */
    notePresence(present: ReadonlySet<string>, nowMs: number, scanned: Iterable<string> = entries.keys()) {
      for (const one of scanned) {
        const entry = entries.get(one);
        if (!entry || present.has(one) !== absent.has(one)) continue;
        count(entry, -1);
        if (present.has(one)) absent.delete(one);
        else absent.set(one, nowMs);
        count(entry, 1);
      }
    },
  };
}

// The decision about each file of a watched folder. Stored on disk, and read once when a watcher starts.

/** Marks at the time of the decision: a file with others is read and compared with the hash. */
export type LedgerEntry = FileMarks & {
  readonly path: string;
  /**
   * `existing`: it was there before the folder was watched, and is added only on request. `other-name`: its name does
   * not match the folder's rule; renamed so that it matches, it is new.
   */
  readonly verdict: 'added' | 'existing' | 'skipped' | 'other-name';
  readonly message: Message | null;
  /**
   * The hash of the file at the time of the decision. Of a file that was there before: the hash of what it draws, found
   * out later.
   */
  readonly sha256: string | null;
};

/** Synchronous: an entry is durable when the call returns. A watcher is the only writer of its folder. */
export type Ledger = {
  entries(folderId: string): readonly LedgerEntry[];
  put(folderId: string, entry: LedgerEntry): void;
  /** All or none, in one write to the disk. */
  putAll(folderId: string, entries: readonly LedgerEntry[]): void;
  forget(folderId: string, path: string): void;
  /** All entries with the verdict `existing`. */
  forgetExisting(folderId: string): void;
};

// The state of a watched folder for a window.

/** The state of a folder; the owner of the rules adds how they match. */
export type WatchState = Omit<FolderState, 'rules' | 'pilot' | 'notFiled'>;

const maxShown = 20;

/** The newest skipped files of a ledger, and why each was skipped. */
export const skippedShown = (skipped: Iterable<LedgerEntry>): WatchState['skipped'] =>
  [...skipped]
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
    .slice(0, maxShown)
    .map(({ path, message, mtimeMs }) => {
      const name = basename(path);
      return { name, message: message ?? messageOf('failure.fileSkipped', { name }), at: mtimeMs };
    });

export function folderState(known: KnownFiles): WatchState {
  const { counts, isThere } = known;
  const shown = [
    ...[...known.waiting].map(([path, message]) => ({ name: basename(path), message, at: null })),
    ...skippedShown(known.skipped.values()),
  ];
  return {
    id: known.id,
    path: known.path,
    name: basename(known.path) || known.path,
    status: known.status,
    since: known.since,
    added: counts.added,
    growing: [...known.growing.keys()].filter((path) => !known.waiting.has(path)).length,
    existing: isThere ? counts.existing : 0,
    otherNames: isThere ? counts['other-name'] : 0,
    skipped: shown.slice(0, maxShown),
    skippedCount: known.waiting.size + known.skipped.size,
    concern: known.concern,
  };
}
