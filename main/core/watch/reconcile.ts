// The rule of watching: what the folder holds now, compared with what was decided before and with what is still being
// written, gives one decision a file. Pure: hints, timers and reading are folder-watcher.ts's business.
import type { Message } from '../../messages/message.ts';
import { failures } from '../messages/failures.ts';
import { hasMarks, isSameInode } from './file-marks.ts';
import type { ListedFile } from './listing/folder-listing.ts';
import type { Reading } from './listing/growing-file.ts';
import type { LedgerEntry } from './ledger.ts';

export type Decision =
  /** Whole, and its size stood still. */
  | { readonly kind: 'take'; readonly file: ListedFile }
  /** Read the bytes that are new; `anew`: all of them, from the start. */
  | { readonly kind: 'read'; readonly file: ListedFile; readonly again: boolean }
  /** Not now. Looked at again after `againInMs`, or with the next listing where null; `words` where the pilot should know. */
  | {
      readonly kind: 'wait';
      readonly file: ListedFile;
      readonly againInMs: number | null;
      readonly message: Message | null;
    }
  /** Not a report. Final until the file changes. */
  | { readonly kind: 'pass-over'; readonly file: ListedFile; readonly message: Message }
  /** There before the folder was watched. */
  | { readonly kind: 'existing'; readonly file: ListedFile }
  /** A picture whose name the folder's rule does not take. */
  | { readonly kind: 'other-name'; readonly file: ListedFile }
  /** Decided before; only its name or its marks are others now. `wasRead`: its content says so, after it was read anew. */
  | { readonly kind: 'carry-over'; readonly file: ListedFile; readonly from: LedgerEntry; readonly wasRead?: true }
  /** As long as a file that was decided before: the same one where it has that one's hash, and new where it has not. */
  | { readonly kind: 'compare'; readonly file: ListedFile; readonly from: LedgerEntry }
  /** It is gone, and so is the reason to speak of it. */
  | { readonly kind: 'forget'; readonly path: string };

export type Circumstances = {
  /** What there is; files that are as they were when they were decided may be left out. */
  readonly files: readonly ListedFile[];
  /** The paths of all that there is. */
  readonly present: ReadonlySet<string>;
  /** Whether that is the whole folder. */
  readonly isWhole: boolean;
  /** Of a part: the paths that were looked at. Those that are not present are gone; of others nothing is known. */
  readonly examined?: ReadonlySet<string>;
  /** Paths of the ledger that were gone before this look, and since when (monotonic). */
  readonly absent?: ReadonlyMap<string, number>;
  readonly ledger: ReadonlyMap<string, LedgerEntry>;
  readonly readings: ReadonlyMap<string, Reading>;
  /** The folder's rule for names; every picture where it is absent. */
  readonly hasWantedName?: ((name: string) => boolean) | undefined;
  /** What is there now was there before: it is not taken. */
  readonly isFirstLook: boolean;
  /** False on network drives: they do not tell how much of a file is on the disk, and give it another number at will. */
  readonly tellsBlocks: boolean;
  /** Monotonic. */
  readonly nowMs: number;
  /** By the clock on the wall, as files have it. */
  readonly wallMs: number;
};

/** How long size and time of change stand still before a whole file is taken. */
export const STILL_MS = 200;
/** The same for a file that holds blocks of zeros: whoever writes its end first may take a pause in the middle. */
export const STILL_WITH_HOLE_MS = 10_000;
/** After so long without a new byte, the pilot is told that a file is not whole. */
export const STALLED_MS = 60_000;
/** A file that was read in parts and seems not to be right is read once more, from the start, after so long. */
const SECOND_LOOK_MS = 10_000;
/** The two halves of a renaming, the old name gone and the new one there, are seen within so long. */
const RENAMED_WITHIN_MS = 5_000;
const YOUNG_MS = 12_000;
const MIN_PLACEHOLDER_BYTES = 16 * 1024;

export function reconcile(now: Circumstances): Decision[] {
  const isGone = (path: string) => !now.present.has(path) && (now.isWhole || now.examined?.has(path) === true);
  const renamed = findRenamed(now, isGone);
  const decisions: Decision[] = [];
  for (const file of now.files) {
    const decision = renamed.get(file.path) ?? decide(file, now);
    if (decision) decisions.push(decision);
  }

  // Entries of files that are gone stay, or a drive that comes back after an empty mount point would seem all new.
  // Only those whose words would go on being shown are dropped.
  for (const path of now.isWhole ? now.ledger.keys() : (now.examined ?? [])) {
    if (now.ledger.get(path)?.verdict === 'passed-over' && isGone(path)) decisions.push({ kind: 'forget', path });
  }
  return decisions;
}

/** null: decided already, nothing has changed. */
function decide(file: ListedFile, now: Circumstances): Decision | null {
  const entry = now.ledger.get(file.path);
  if (entry && isUnchanged(entry, file, now)) return null;
  if (now.hasWantedName?.(file.name) === false) return { kind: 'other-name', file };
  if (file.kind === 'link') return { kind: 'pass-over', file, message: failures.fileIsLink(file.name).message };
  if (file.kind === 'unnamed')
    return { kind: 'pass-over', file, message: failures.fileNameIsNoText(file.name).message };
  if (file.kind === 'other') return { kind: 'pass-over', file, message: failures.fileIsSpecial(file.name).message };
  const again = entry && entry.size === file.size ? decideSameSize(file, entry, now) : null;
  if (again) return again;
  if (now.isFirstLook) return { kind: 'existing', file };
  if (now.tellsBlocks && isPlaceholder(file)) {
    // Some file systems (ZFS) say for some seconds of what was just written that it takes no room.
    const isJustWritten = Math.abs(now.wallMs - file.ctimeMs) < YOUNG_MS;
    if (isJustWritten) return { kind: 'wait', file, againInMs: YOUNG_MS / 2, message: null };
    // Reading it would download it. Its time of change stays the same when it comes, so this is never final.
    return { kind: 'wait', file, againInMs: null, message: failures.fileIsPlaceholder(file.name).message };
  }
  return decideByReading(file, now);
}

const isUnchanged = (entry: LedgerEntry, file: ListedFile, now: Circumstances) =>
  hasMarks(now.tellsBlocks ? entry : { ...entry, ino: file.ino }, file);

/**
 * A file of the old size under its old name, with other marks: overwritten, touched, or handled by a backup or a cloud.
 * Only its content tells. null: it is as new as any other.
 */
function decideSameSize(file: ListedFile, entry: LedgerEntry, now: Circumstances): Decision | null {
  // What was read since has told already.
  if (now.readings.has(file.path)) return null;
  const isTouched = entry.mtimeMs !== file.mtimeMs;
  // Of a ledger of an earlier version, all that was known is the same.
  if (!isTouched && entry.ctimeMs === null) return { kind: 'carry-over', file, from: entry };
  if (entry.verdict === 'passed-over') return null;
  const isElsewhere = now.tellsBlocks && isPlaceholder(file);
  if (entry.sha256 !== null && !isElsewhere) return { kind: 'compare', file, from: entry };
  // Nothing to compare it with, or not without a download. Who writes a picture gives it a new time of change; backups,
  // clouds and permissions change the other marks of all that there is (0022).
  return isTouched ? null : { kind: 'carry-over', file, from: entry };
}

function decideByReading(file: ListedFile, now: Circumstances): Decision {
  const reading = now.readings.get(file.path);
  if (!reading || !isSame(reading, file) || reading.ino !== file.ino) {
    const restMs = reading && file.size <= reading.size ? reading.restUntilMs - now.nowMs : 0;
    return restMs > 0 ? { kind: 'wait', file, againInMs: restMs, message: null } : { kind: 'read', file, again: false };
  }
  if (reading.notBeforeMs > now.nowMs) return { kind: 'wait', file, againInMs: null, message: reading.message };
  if (reading.verdict.kind === 'unreadable') {
    // Tried again with each listing, but not each time that another file is looked at.
    return now.isWhole
      ? { kind: 'read', file, again: true }
      : { kind: 'wait', file, againInMs: null, message: reading.message };
  }

  const stillMs = now.nowMs - reading.stillSinceMs;
  const leftMs = (reading.hasHole && reading.verdict.kind === 'complete' ? STILL_WITH_HOLE_MS : STILL_MS) - stillMs;
  if (leftMs > 0) return { kind: 'wait', file, againInMs: leftMs, message: null };
  if (reading.verdict.kind === 'complete') return { kind: 'take', file };

  // Between two readings the file may have been written anew and larger: before a verdict against it, all is read again.
  const mayStillGrow = reading.verdict.kind === 'incomplete' && !reading.verdict.hasHoles;
  if (reading.inParts) {
    const pauseMs = mayStillGrow ? SECOND_LOOK_MS - stillMs : 0;
    if (pauseMs > 0) return { kind: 'wait', file, againInMs: pauseMs, message: null };
    return { kind: 'read', file, again: true };
  }
  if (reading.verdict.kind === 'incomplete') {
    const message = stillMs < STALLED_MS ? null : failures.fileStalled(file.name).message;
    return { kind: 'wait', file, againInMs: null, message };
  }
  return { kind: 'pass-over', file, message: failures.notAReport(file.name, reading.verdict.why).message };
}

/**
 * Of a part of a folder: what else has to be looked at before it can be decided, because a new file is like one that was
 * decided before: that one is gone if this is its new name, and still there if this is another.
 */
export function alikePaths(now: Pick<Circumstances, 'files' | 'ledger' | 'readings' | 'absent' | 'nowMs'>): string[] {
  const candidates = findCandidates(now);
  if (candidates.size === 0) return [];
  return [...renameable(now)].filter((entry) => alikeAmong(candidates, entry).length > 0).map(({ path }) => path);
}

/**
 * New files that have size and time of change of one that is gone, and its number or its content: the same file under
 * another name.
 */
function findRenamed(now: Circumstances, isGone: (path: string) => boolean): Map<string, Decision> {
  const found = new Map<string, Decision>();
  const candidates = findCandidates(now);
  if (candidates.size === 0) return found;
  const inodes = new Map(now.files.map((file) => [file.path, file.ino]));
  for (const entry of renameable(now)) {
    const alike = alikeAmong(candidates, entry).filter(
      (one) => !found.has(one.path) && (isGone(entry.path) || isSpelledOtherwise(one, entry.path, inodes)),
    );
    const same = alike.find((one) => isSameInode(entry, one));
    const maybe = alike.find((one) => entry.sha256 !== null && !(now.tellsBlocks && isPlaceholder(one)));
    if (same) found.set(same.path, { kind: 'carry-over', file: same, from: entry });
    else if (maybe) found.set(maybe.path, { kind: 'compare', file: maybe, from: entry });
  }
  return found;
}

type Candidates = ReadonlyMap<number, readonly ListedFile[]>;

/** New files by their time of change. */
function findCandidates({ files, ledger, readings }: Pick<Circumstances, 'files' | 'ledger' | 'readings'>): Candidates {
  if (ledger.size === 0) return new Map();
  const isNew = (file: ListedFile) => !ledger.has(file.path) && !readings.has(file.path);
  const candidates = files.filter((file) => file.kind === 'file' && file.size > 0 && isNew(file));
  return Map.groupBy(candidates, (file) => file.mtimeMs);
}

const none: readonly ListedFile[] = [];
const alikeAmong = (candidates: Candidates, { size, mtimeMs }: Likeness) =>
  candidates.get(mtimeMs)?.filter((file) => file.size === size) ?? none;

/**
 * What may stand under another name now. What was taken and has been gone for a while has not become what is new now, even
 * where a tool gives all its files one time and one size: if it has, intake knows it by its content.
 */
function* renameable({ ledger, absent, nowMs }: Pick<Circumstances, 'ledger' | 'absent' | 'nowMs'>) {
  for (const entry of ledger.values()) {
    if (entry.verdict === 'existing') yield entry;
    else if (entry.verdict === 'added' && nowMs - (absent?.get(entry.path) ?? nowMs) <= RENAMED_WITHIN_MS) yield entry;
  }
}

/** Where case makes no difference, or the two ways to write an accent, a file is still found under its old name. */
function isSpelledOtherwise(file: ListedFile, path: string, inodes: ReadonlyMap<string, number>): boolean {
  const plain = (text: string) => text.normalize('NFC').toLowerCase();
  return inodes.get(path) === file.ino && plain(path) === plain(file.path);
}

type Likeness = { readonly size: number; readonly mtimeMs: number };
const isSame = (a: Likeness, b: Likeness) => a.size === b.size && a.mtimeMs === b.mtimeMs;

/** Far fewer bytes on the disk than the file says it has. Small files may lie beside their names and take no blocks. */
export const isPlaceholder = (file: ListedFile) =>
  file.size >= MIN_PLACEHOLDER_BYTES && file.blocks !== null && file.blocks * 512 < file.size / 4;
