// Compares what files hold with what was decided about them, a little at a time: files whose marks changed, and, of files
// that were there before the folder was watched, what they hold to begin with. Without that nothing tells later whether
// one was overwritten or only touched (0022).
import { lstat } from 'node:fs/promises';
import { hashFile } from '../platform/file-hash.ts';
import { hasMarks } from './file-marks.ts';
import type { FolderKnowledge } from './folder-knowledge.ts';
import { type ListedFile, listFiles } from './listing/folder-listing.ts';
import type { LedgerEntry } from './ledger.ts';
import { type Decision, isPlaceholder } from './reconcile.ts';

type Comparison = Extract<Decision, { kind: 'compare' }>;

/** One look reads no more than this for it, so that a new file never waits long. */
const FILES_AT_ONCE = 64;
const BYTES_AT_ONCE = 64 * 1024 * 1024;
/** A folder of more files is watched first; what they hold is read with the looks that follow. */
const SMALL_FOLDER = 1_000;
/** What is larger is no screenshot. */
const MAX_BYTES = 128 * 1024 * 1024;

export function createContentCheck(deps: {
  readonly known: FolderKnowledge;
  /** Something more urgent has come. */
  readonly isInterrupted: () => boolean;
  readonly onSame: (comparison: Comparison) => void;
  readonly onOther: (file: ListedFile) => Promise<void>;
}) {
  const { known } = deps;
  /** What could not be read, or not without a download: not tried again before the next start. */
  const leftOut = new Set<string>();
  let isDone = false;
  let isFirst = true;

  /** At least one at a time, however much else happens. */
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
    /** Compares those that matter most first. False where some are left for another look. */
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

    /** Whether a file that is whole holds what was decided about its path before. */
    async isAsBefore(file: ListedFile, { sha256, size, verdict }: LedgerEntry): Promise<boolean> {
      if (sha256 === null || size !== file.size || verdict === 'passed-over') return false;
      return (await hashOfUnchanged(file)) === sha256;
    },

    /** Something may be without a hash that was not there before. */
    wake: () => void (isDone = false),

    /** Finds out what some of the files hold that were there before: the newest first, for they are written again. */
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
        // Changed since it was listed: the next look decides.
        if (!file || !hasMarks(entry, file)) continue;
        budget.spend(file.size);
        // Reading what lies in a cloud would download it.
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

/** null where it cannot be read, or became another one meanwhile. */
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
