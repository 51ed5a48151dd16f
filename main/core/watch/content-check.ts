// Compares the content of files with earlier decisions, a little at a time: files whose marks changed, and the hashes
// of files that were there before the folder was watched. Without those, an overwritten file cannot be distinguished
// from a touched one (0022).
import { lstat } from 'node:fs/promises';
import { hashFile } from '../platform/files/file-hash.ts';
import { hasMarks } from './listing/file-marks.ts';
import type { FolderKnowledge } from './folder-knowledge.ts';
import { type ListedFile, listFiles } from './listing/folder-listing.ts';
import type { LedgerEntry } from './ledger.ts';
import { type Decision, isPlaceholder } from './reconcile.ts';

type Comparison = Extract<Decision, { kind: 'compare' }>;

/** One scan reads no more than this for it, so that a new file never waits long. */
const FILES_AT_ONCE = 64;
const BYTES_AT_ONCE = 64 * 1024 * 1024;
/** A larger folder is watched first, and hashed by later scans. */
const SMALL_FOLDER = 1_000;
/** A larger file is no screenshot. */
const MAX_BYTES = 128 * 1024 * 1024;

export function createContentCheck(deps: {
  readonly known: FolderKnowledge;
  /** Something more urgent is due. */
  readonly isInterrupted: () => boolean;
  readonly onSame: (comparison: Comparison) => void;
  readonly onOther: (file: ListedFile) => Promise<void>;
}) {
  const { known } = deps;
  /** Files that could not be read, or only by a download: not tried again before the next start. */
  const leftOut = new Set<string>();
  let isDone = false;
  let isFirst = true;

  /** At least one at a time. */
  function createBudget() {
    let files = 0;
    let bytes = 0;
    return {
      isSpent: () => files > 0 && (files >= FILES_AT_ONCE || bytes >= BYTES_AT_ONCE || deps.isInterrupted()),
      spend(size: number) {
        files += 1;
        bytes += size;
      },
    };
  }

  return {
    /** Compares the most important files first. False if some are left for another scan. */
    async compare(comparisons: readonly Comparison[]): Promise<boolean> {
      const budget = createBudget();
      for (const comparison of comparisons.toSorted((a, b) => Number(isTouched(b)) - Number(isTouched(a)))) {
        if (budget.isSpent()) return !isTouched(comparison);
        const { file, from } = comparison;
        budget.spend(file.size);
        const sha256 = await hashOfUnchanged(file);
        if (sha256 === from.sha256) deps.onSame(comparison);
        else if (sha256 !== null || isTouched(comparison)) await deps.onOther(file);
      }
      return true;
    },

    /** Whether a complete file has the content that was decided about its path before. */
    async isAsBefore(file: ListedFile, { sha256, size, verdict }: LedgerEntry): Promise<boolean> {
      if (sha256 === null || size !== file.size || verdict === 'skipped') return false;
      return (await hashOfUnchanged(file)) === sha256;
    },

    /** A file without a hash may have been added. */
    wake: () => void (isDone = false),

    /** Hashes some of the files that were there before, the newest first, as those are written again. */
    async readBaseline() {
      const isTooEarly = isFirst && known.ledger.size > SMALL_FOLDER;
      isFirst = false;
      if (isDone || isTooEarly) return;
      const next = newest(known.ledger.values(), isWithoutHash);
      isDone = next.length < FILES_AT_ONCE;
      const listed = new Map((await listFiles(next.map(({ path }) => path))).map((file) => [file.path, file]));
      const budget = createBudget();
      const found: LedgerEntry[] = [];
      for (const entry of next) {
        if (budget.isSpent()) {
          isDone = false;
          break;
        }
        const file = listed.get(entry.path);
        // Changed since it was listed: the next scan decides.
        if (!file || !hasMarks(entry, file)) continue;
        budget.spend(file.size);
        // Reading a cloud file would download it.
        const sha256 = isPlaceholder(file) ? null : await hashOfUnchanged(file);
        if (sha256 === null) leftOut.add(entry.path);
        else found.push({ ...entry, sha256 });
      }
      await known.putAll(found);
    },
  };

  function isWithoutHash({ verdict, sha256, size, path }: LedgerEntry): boolean {
    const isWanted = verdict === 'existing' && sha256 === null && size > 0 && size <= MAX_BYTES;
    return isWanted && !leftOut.has(path) && !known.absent.has(path);
  }
}

const isTouched = ({ file, from }: Comparison) => file.mtimeMs !== from.mtimeMs;

/** Null if it cannot be read, or was replaced meanwhile. */
async function hashOfUnchanged(file: ListedFile): Promise<string | null> {
  try {
    const sha256 = await hashFile(file.path);
    return hasMarks(file, await lstat(file.path)) ? sha256 : null;
  } catch {
    return null;
  }
}

/** The newest few, without sorting all. */
function newest(entries: Iterable<LedgerEntry>, isWanted: (entry: LedgerEntry) => boolean): LedgerEntry[] {
  const best: LedgerEntry[] = [];
  const cut = () => {
    best.sort((a, b) => b.mtimeMs - a.mtimeMs);
    best.length = Math.min(best.length, FILES_AT_ONCE);
  };
  for (const entry of entries) {
    if (!isWanted(entry)) continue;
    best.push(entry);
    if (best.length >= 16 * FILES_AT_ONCE) cut();
  }
  cut();
  return best;
}
