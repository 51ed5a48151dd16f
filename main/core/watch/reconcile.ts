// The rule of watching: compares a folder's listing with earlier decisions and with files that are still being written,
// and makes one decision a file. Pure: folder-watch.ts has hints, timers and reading.
import type { Message } from '../../messages/message.ts';
import { failures } from '../messages/failures.ts';
import type { Reading } from './file-reader.ts';
import { hasMarks, isSameInode, type ListedFile } from './folder-listing.ts';
import type { LedgerEntry } from './known-files.ts';

export type Decision =
  /** Complete, and unchanged for a while. */
  | { readonly kind: 'add'; readonly file: ListedFile }
  /** Read the new bytes; `again`: all of them, from the start. `message`: why it could not be read before. */
  | { readonly kind: 'read'; readonly file: ListedFile; readonly again: boolean; readonly message?: Message | null }
  /** Not now. Decided again after `againInMs`, or with the next scan if that is null; `message` for the pilot. */
  | {
      readonly kind: 'wait';
      readonly file: ListedFile;
      readonly againInMs: number | null;
      readonly message: Message | null;
    }
  /** Not a report. Final until the file changes. */
  | { readonly kind: 'skip'; readonly file: ListedFile; readonly message: Message }
  /** There before the folder was watched. */
  | { readonly kind: 'existing'; readonly file: ListedFile }
  /** An image whose name does not match the folder's rule. */
  | { readonly kind: 'other-name'; readonly file: ListedFile }
  /** Decided before; only its name or its marks have changed. `wasRead`: its content was compared. */
  | { readonly kind: 'carry-over'; readonly file: ListedFile; readonly from: LedgerEntry; readonly wasRead?: true }
  /** The size of a file that was decided before: unchanged where its hash is equal, and new if it is not. */
  | { readonly kind: 'compare'; readonly file: ListedFile; readonly from: LedgerEntry }
  /** It is missing, and its message is no longer needed. */
  | { readonly kind: 'forget'; readonly path: string };

export type Circumstances = {
  readonly listing: {
    /** The existing files; unchanged ones may be left out. */
    readonly files: readonly ListedFile[];
    /** The paths of all existing files. */
    readonly present: ReadonlySet<string>;
    /** Whether that is the whole folder. */
    readonly isWhole: boolean;
    /** For a part: the scanned paths. Those that are not present are missing; of others nothing is known. */
    readonly examined?: ReadonlySet<string>;
  };
  readonly folder: {
    /** Its rule for names; by default every image. */
    readonly hasWantedName?: ((name: string) => boolean) | undefined;
    /** What is there now was there before: it is not added. */
    readonly isFirstScan: boolean;
    /** Paths of files whose content is only in a cloud: reading one would download it. */
    readonly placeholders?: ReadonlySet<string>;
    /** False on network drives: they change the inode of a file. */
    readonly keepsInodes: boolean;
  };
  /** Paths of the ledger that were missing before this scan, and since when (monotonic). */
  readonly absent?: ReadonlyMap<string, number>;
  readonly ledger: ReadonlyMap<string, LedgerEntry>;
  readonly readings: ReadonlyMap<string, Reading>;
  /** Monotonic. */
  readonly nowMs: number;
};

/** How long size and modification time must be unchanged before a complete file is added. */
export const mustBeStillMs = 200;
/** The same for a file with blocks of zeros: a program that writes its end first may pause in the middle. */
export const stillWithHoleMs = 10_000;
/** After this long without a new byte, a file is reported as incomplete. */
export const stalledMs = 15_000;
/** A file that was read in parts and seems invalid is read once more from its start, after this long. */
const secondReadMs = 10_000;
/** Both halves of a rename are seen within this long. */
const renamedWithinMs = 5_000;

export function reconcile(now: Circumstances): Decision[] {
  const isGone = (path: string) =>
    !now.listing.present.has(path) && (now.listing.isWhole || now.listing.examined?.has(path) === true);
  const renamed = findRenamed(now, isGone);
  const decisions: Decision[] = [];
  for (const file of now.listing.files) {
    const decision = renamed.get(file.path) ?? decide(file, now);
    if (decision) decisions.push(decision);
  }

  // Entries of missing files stay, or a drive that comes back after an empty mount point would seem new. Only those
  // with a message are dropped.
  for (const path of now.listing.isWhole ? now.ledger.keys() : (now.listing.examined ?? [])) {
    if (now.ledger.get(path)?.verdict === 'skipped' && isGone(path)) decisions.push({ kind: 'forget', path });
  }
  return decisions;
}

/** Null: decided already, nothing has changed. */
function decide(file: ListedFile, now: Circumstances): Decision | null {
  const entry = now.ledger.get(file.path);
  if (entry && isUnchanged(entry, file, now)) return null;
  if (now.folder.hasWantedName?.(file.name) === false) return { kind: 'other-name', file };
  if (file.kind === 'link') return { kind: 'skip', file, message: failures.fileIsLink(file.name).message };
  if (file.kind === 'unnamed') return { kind: 'skip', file, message: failures.fileNameIsNoText(file.name).message };
  if (file.kind === 'other') return { kind: 'skip', file, message: failures.fileIsSpecial(file.name).message };
  const again = entry && entry.size === file.size ? decideSameSize(file, entry, now) : null;
  if (again) return again;
  if (now.folder.isFirstScan) return { kind: 'existing', file };
  if (isPlaceholder(file, now)) {
    // Its modification time stays the same when it is downloaded, so this is never final.
    return { kind: 'wait', file, againInMs: null, message: failures.fileIsPlaceholder(file.name).message };
  }
  return decideByReading(file, now);
}

const isUnchanged = (entry: LedgerEntry, file: ListedFile, now: Circumstances) =>
  hasMarks(now.folder.keepsInodes ? entry : { ...entry, ino: file.ino }, file);

/**
 * A file of the same name and size with other marks: overwritten, touched, or handled by a backup or a cloud. Only its
 * content tells. Null: it is as new as any other.
 */
function decideSameSize(file: ListedFile, entry: LedgerEntry, now: Circumstances): Decision | null {
  // It was read since.
  if (now.readings.has(file.path)) return null;
  if (entry.verdict === 'skipped') return null;
  if (entry.sha256 !== null && !isPlaceholder(file, now)) return { kind: 'compare', file, from: entry };
  // Nothing to compare it with, or only by a download. A program that writes an image changes its modification time;
  // backups, clouds and permissions change only other marks (0022).
  return entry.mtimeMs !== file.mtimeMs ? null : { kind: 'carry-over', file, from: entry };
}

function decideByReading(file: ListedFile, now: Circumstances): Decision {
  const reading = now.readings.get(file.path);
  if (!reading || !isSame(reading, file) || reading.ino !== file.ino) {
    const restMs = reading && file.size <= reading.size ? reading.restUntilMs - now.nowMs : 0;
    return restMs > 0 ? { kind: 'wait', file, againInMs: restMs, message: null } : { kind: 'read', file, again: false };
  }
  if (reading.notBeforeMs > now.nowMs) return { kind: 'wait', file, againInMs: null, message: reading.message };
  if (reading.verdict.kind === 'unreadable') {
    // Tried again with each full scan, but not each time that another file is scanned.
    return now.listing.isWhole
      ? { kind: 'read', file, again: true, message: reading.message }
      : { kind: 'wait', file, againInMs: null, message: reading.message };
  }

  const stillMs = now.nowMs - reading.stillSinceMs;
  const leftMs = (reading.hasHole && reading.verdict.kind === 'complete' ? stillWithHoleMs : mustBeStillMs) - stillMs;
  if (leftMs > 0) return { kind: 'wait', file, againInMs: leftMs, message: null };
  if (reading.verdict.kind === 'complete') return { kind: 'add', file };

  // Between two readings the file may have been overwritten by a larger one: before a negative verdict, all of it is
  // read again.
  const mayStillGrow = reading.verdict.kind === 'incomplete' && !reading.verdict.hasHoles;
  if (reading.inParts) {
    const pauseMs = mayStillGrow ? secondReadMs - stillMs : 0;
    if (pauseMs > 0) return { kind: 'wait', file, againInMs: pauseMs, message: null };
    return { kind: 'read', file, again: true };
  }
  if (reading.verdict.kind === 'incomplete') {
    const message = stillMs < stalledMs ? null : failures.fileStalled(file.name).message;
    return { kind: 'wait', file, againInMs: null, message };
  }
  return { kind: 'skip', file, message: failures.notAReport(file.name, reading.verdict.why).message };
}

/**
 * For a partial scan: which other paths have to be scanned as well. A new file that resembles a decided one is its new
 * name if that one is missing, and another file if it still exists.
 */
export function alikePaths(
  files: readonly ListedFile[],
  now: Pick<Circumstances, 'ledger' | 'readings' | 'absent' | 'nowMs'>,
): string[] {
  const candidates = findCandidates(files, now);
  if (candidates.size === 0) return [];
  return [...renameable(now)].filter((entry) => alikeAmong(candidates, entry).length > 0).map(({ path }) => path);
}

/**
 * New files with the size and modification time of a missing one, and its inode or its content: the same file, renamed.
 */
function findRenamed(now: Circumstances, isGone: (path: string) => boolean): Map<string, Decision> {
  const found = new Map<string, Decision>();
  const { files } = now.listing;
  const candidates = findCandidates(files, now);
  if (candidates.size === 0) return found;
  const inodes = new Map(files.map((file) => [file.path, file.ino]));
  for (const entry of renameable(now)) {
    const alike = alikeAmong(candidates, entry).filter(
      (one) => !found.has(one.path) && (isGone(entry.path) || isSpelledOtherwise(one, entry.path, inodes)),
    );
    const same = alike.find((one) => isSameInode(entry, one));
    const maybe = alike.find((one) => entry.sha256 !== null && !isPlaceholder(one, now));
    if (same) found.set(same.path, { kind: 'carry-over', file: same, from: entry });
    else if (maybe) found.set(maybe.path, { kind: 'compare', file: maybe, from: entry });
  }
  return found;
}

type Candidates = ReadonlyMap<number, readonly ListedFile[]>;

/** New files by their modification time. */
function findCandidates(
  files: readonly ListedFile[],
  { ledger, readings }: Pick<Circumstances, 'ledger' | 'readings'>,
): Candidates {
  if (ledger.size === 0) return new Map();
  const isNew = (file: ListedFile) => !ledger.has(file.path) && !readings.has(file.path);
  const candidates = files.filter((file) => file.kind === 'file' && file.size > 0 && isNew(file));
  return Map.groupBy(candidates, (file) => file.mtimeMs);
}

const none: readonly ListedFile[] = [];
const alikeAmong = (candidates: Candidates, { size, mtimeMs }: Likeness) =>
  candidates.get(mtimeMs)?.filter((file) => file.size === size) ?? none;

/**
 * Missing files that may have been renamed. An added file that has been missing for a while is not matched with a new
 * one, even if a tool gives all files the same time and size: intake recognizes its content.
 */
function* renameable({ ledger, absent, nowMs }: Pick<Circumstances, 'ledger' | 'absent' | 'nowMs'>) {
  for (const entry of ledger.values()) {
    if (entry.verdict === 'existing') yield entry;
    else if (entry.verdict === 'added' && nowMs - (absent?.get(entry.path) ?? nowMs) <= renamedWithinMs) yield entry;
  }
}

/** Where case, or the two ways to encode an accent, make no difference, a file is still found under its old name. */
function isSpelledOtherwise(file: ListedFile, path: string, inodes: ReadonlyMap<string, number>): boolean {
  const plain = (text: string) => text.normalize('NFC').toLowerCase();
  return inodes.get(path) === file.ino && plain(path) === plain(file.path);
}

type Likeness = { readonly size: number; readonly mtimeMs: number };
const isSame = (a: Likeness, b: Likeness) => a.size === b.size && a.mtimeMs === b.mtimeMs;

const isPlaceholder = ({ path }: ListedFile, { folder }: Circumstances) => folder.placeholders?.has(path) === true;
