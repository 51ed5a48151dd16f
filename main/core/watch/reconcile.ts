// The rule of watching: what the folder holds now, compared with what was decided before and with what is still being
// written, gives one decision a file. Pure: hints, timers and reading are folder-watcher.ts's business.
import { failures } from '../failures.ts';
import type { ListedFile } from './folder-listing.ts';
import type { Reading } from './growing-file.ts';
import type { LedgerEntry } from './ledger.ts';

export type Decision =
  /** Whole, and its size stood still. */
  | { readonly kind: 'take'; readonly file: ListedFile }
  /** Read the bytes that are new; `anew`: all of them, from the start. */
  | { readonly kind: 'read'; readonly file: ListedFile; readonly anew: boolean }
  /** Not now. Looked at again after `againInMs`, or with the next listing where null; `words` where the pilot should know. */
  | {
      readonly kind: 'wait';
      readonly file: ListedFile;
      readonly againInMs: number | null;
      readonly words: string | null;
    }
  /** Not a report. Final until the file changes. */
  | { readonly kind: 'pass-over'; readonly file: ListedFile; readonly words: string }
  /** There before the folder was watched. */
  | { readonly kind: 'existing'; readonly file: ListedFile }
  /** Decided before; only its name or its time of change is another now. */
  | { readonly kind: 'carry-over'; readonly file: ListedFile; readonly from: LedgerEntry }
  /** It is gone, and so is the reason to speak of it. */
  | { readonly kind: 'forget'; readonly path: string };

export type Circumstances = {
  readonly files: readonly ListedFile[];
  /** Whether `files` is the whole folder. Of a part, nothing can be said about what is missing. */
  readonly isWhole: boolean;
  readonly ledger: ReadonlyMap<string, LedgerEntry>;
  readonly readings: ReadonlyMap<string, Reading>;
  /** What is there now was there before: it is not taken. */
  readonly isFirstLook: boolean;
  /** False on network drives: they do not tell how much of a file is on the disk. */
  readonly tellsBlocks: boolean;
  /** Monotonic. */
  readonly nowMs: number;
};

/** How long size and time of change stand still before a whole file is taken. */
export const STILL_MS = 200;
/** After so long without a new byte, the pilot is told that a file is not whole. */
export const STALLED_MS = 60_000;
/** A file that was read in parts and seems not to be right is read once more, from the start, after so long. */
const SECOND_LOOK_MS = 10_000;
const MIN_PLACEHOLDER_BYTES = 16 * 1024;

export function reconcile(now: Circumstances): Decision[] {
  const renamed = findRenamed(now);
  const decisions: Decision[] = [];
  for (const file of now.files) {
    const from = renamed.get(file.path);
    // Whether its likeness is missing, only the whole folder tells.
    if (from && !now.isWhole) continue;
    const decision: Decision | null = from ? { kind: 'carry-over', file, from } : decide(file, now);
    if (decision) decisions.push(decision);
  }
  if (!now.isWhole) return decisions;

  // Entries of files that are gone stay, or a drive that comes back after an empty mount point would seem all new.
  // Only those whose words would go on being shown are dropped.
  const present = new Set(now.files.map((file) => file.path));
  for (const entry of now.ledger.values()) {
    if (entry.verdict === 'passed-over' && !present.has(entry.path))
      decisions.push({ kind: 'forget', path: entry.path });
  }
  return decisions;
}

/** null: decided already, nothing has changed. */
function decide(file: ListedFile, now: Circumstances): Decision | null {
  const entry = now.ledger.get(file.path);
  if (entry && isSame(entry, file)) return null;
  if (file.kind === 'link') return { kind: 'pass-over', file, words: failures.fileIsLink(file.name).words };
  if (file.kind === 'other') return { kind: 'pass-over', file, words: failures.fileIsSpecial(file.name).words };
  // Touched by a backup, say. New bytes of exactly the old length are as good as impossible in a compressed picture.
  if (entry?.verdict === 'existing' && entry.size === file.size) return { kind: 'carry-over', file, from: entry };
  if (now.isFirstLook) return { kind: 'existing', file };
  if (now.tellsBlocks && isPlaceholder(file)) {
    // Reading it would download it. Its time of change stays the same when it comes, so this is never final.
    return { kind: 'wait', file, againInMs: null, words: failures.fileIsPlaceholder(file.name).words };
  }
  return decideByReading(file, now);
}

function decideByReading(file: ListedFile, now: Circumstances): Decision {
  const reading = now.readings.get(file.path);
  if (!reading || !isSame(reading, file) || reading.ino !== file.ino) return { kind: 'read', file, anew: false };
  if (reading.notBeforeMs > now.nowMs) return { kind: 'wait', file, againInMs: null, words: reading.words };
  if (reading.verdict.kind === 'unreadable') {
    // Tried again with each listing, but not each time that another file is looked at.
    return now.isWhole
      ? { kind: 'read', file, anew: true }
      : { kind: 'wait', file, againInMs: null, words: reading.words };
  }

  const stillMs = now.nowMs - reading.stillSinceMs;
  if (stillMs < STILL_MS) return { kind: 'wait', file, againInMs: STILL_MS - stillMs, words: null };
  if (reading.verdict.kind === 'complete') return { kind: 'take', file };

  // Between two readings the file may have been written anew and larger: before a verdict against it, all is read again.
  const isIncomplete = reading.verdict.kind === 'incomplete';
  if (reading.inParts) {
    const leftMs = isIncomplete ? SECOND_LOOK_MS - stillMs : 0;
    if (leftMs > 0) return { kind: 'wait', file, againInMs: leftMs, words: null };
    return { kind: 'read', file, anew: true };
  }
  if (reading.verdict.kind === 'incomplete') {
    const words = stillMs < STALLED_MS ? null : failures.fileStalled(file.name).words;
    return { kind: 'wait', file, againInMs: null, words };
  }
  return { kind: 'pass-over', file, words: failures.notAReport(file.name, reading.verdict.why).words };
}

/** New files that have size and time of change of one that is missing: the same file under another name. */
function findRenamed(now: Circumstances): Map<string, LedgerEntry> {
  const found = new Map<string, LedgerEntry>();
  const isNew = (file: ListedFile) => !now.ledger.has(file.path) && !now.readings.has(file.path);
  const candidates = now.files.filter((file) => file.kind === 'file' && file.size > 0 && isNew(file));
  if (candidates.length === 0) return found;

  const present = new Set(now.files.map((file) => file.path));
  const missing = new Map<string, LedgerEntry>();
  for (const entry of now.ledger.values()) {
    const isFile = entry.verdict === 'taken' || entry.verdict === 'existing';
    if (isFile && !present.has(entry.path)) missing.set(likeness(entry), entry);
  }
  for (const file of candidates) {
    const from = missing.get(likeness(file));
    if (!from) continue;
    missing.delete(likeness(file));
    found.set(file.path, from);
  }
  return found;
}

type Likeness = { readonly size: number; readonly mtimeMs: number };
const likeness = ({ size, mtimeMs }: Likeness) => `${size} ${mtimeMs}`;
const isSame = (a: Likeness, b: Likeness) => a.size === b.size && a.mtimeMs === b.mtimeMs;

/** Far fewer bytes on the disk than the file says it has. Small files may lie beside their names and take no blocks. */
const isPlaceholder = (file: ListedFile) =>
  file.size >= MIN_PLACEHOLDER_BYTES && file.blocks !== null && file.blocks * 512 < file.size / 4;
