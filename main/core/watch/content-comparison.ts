// Compares the content of files with earlier decisions, a little at a time: files whose marks changed, and the hashes
// of files that were there before the folder was watched. Without those, an overwritten file cannot be distinguished
// from a touched one (0022).
import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { openFile } from '../platform/files/file-hash.ts';
import type { ImageRules } from './file-reader.ts';
import { type FindPlaceholders, hasMarks, type ListedFile, listFiles } from './folder-listing.ts';
import type { KnownFiles, LedgerEntry } from './known-files.ts';
import type { Decision } from './reconcile.ts';

type Comparison = Extract<Decision, { kind: 'compare' }>;

/** One scan reads no more than this for it, so that a new file never waits long. */
const filesAtOnce = 64;
const bytesAtOnce = 64 * 1024 * 1024;
/** A larger folder is watched first, and hashed by later scans. */
const smallFolder = 1_000;
/** A larger file is no screenshot. */
const maxBytes = 128 * 1024 * 1024;

export function createContentComparison(deps: {
  readonly known: KnownFiles;
  readonly imageRules: ImageRules;
  readonly findPlaceholders: FindPlaceholders;
  /** Something more urgent is due. */
  readonly isInterrupted: () => boolean;
  readonly onSame: (comparison: Comparison) => void;
  readonly onOther: (file: ListedFile) => Promise<void>;
}) {
  const { known, imageRules } = deps;
  /** Files that could not be read, or only by a download: not tried again before the next start. */
  const leftOut = new Set<string>();
  let isDone = false;
  let isFirst = true;

  /** At least one at a time. */
  function createBudget() {
    let files = 0;
    let bytes = 0;
    return {
      isSpent: () => files > 0 && (files >= filesAtOnce || bytes >= bytesAtOnce || deps.isInterrupted()),
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
        const isSame = await isAsDecided(file, from, imageRules).catch(() => null);
        if (isSame) deps.onSame(comparison);
        else if (isSame !== null || isTouched(comparison)) await deps.onOther(file);
      }
      return true;
    },

    /** Whether a complete file has the content that was decided about its path before. */
    async isAsBefore(file: ListedFile, entry: LedgerEntry): Promise<boolean> {
      const { sha256, size, verdict } = entry;
      if (sha256 === null || verdict === 'skipped' || (size !== file.size && !isImageKept(entry))) return false;
      return (await isAsDecided(file, entry, imageRules).catch(() => null)) === true;
    },

    /** A file without a hash may have been added. */
    wake: () => void (isDone = false),

    /** Hashes some of the files that were there before, the newest first, as those are written again. */
    async readBaseline() {
      const isTooEarly = isFirst && known.ledger.size > smallFolder;
      isFirst = false;
      if (isDone || isTooEarly) return;
      const next = newest(known.ledger.values(), isWithoutHash);
      isDone = next.length < filesAtOnce;
      const listed = new Map((await listFiles(next.map(({ path }) => path))).map((file) => [file.path, file]));
      const placeholders = await deps.findPlaceholders([...listed.values()]);
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
        const identity = placeholders.has(file.path)
          ? null
          : await identityOfUnchanged(file, imageRules).catch(() => null);
        if (identity === null) leftOut.add(entry.path);
        else found.push({ ...entry, sha256: identity.imageHash });
      }
      await known.putAll(found);
    },
  };

  function isWithoutHash({ verdict, sha256, size, path }: LedgerEntry): boolean {
    const isWanted = verdict === 'existing' && sha256 === null && size > 0 && size <= maxBytes;
    return isWanted && !leftOut.has(path) && !known.absent.has(path);
  }
}

const isTouched = ({ file, from }: Comparison) => file.mtimeMs !== from.mtimeMs;

/** Of files that were there before, the picture counts: one that gets a comment stays one that was there before. */
const isImageKept = ({ verdict }: LedgerEntry) => verdict === 'existing' || verdict === 'other-name';

/** Null: it was replaced while it was read. Rejects if it cannot be read. */
export async function isAsDecided(file: ListedFile, entry: LedgerEntry, rules: ImageRules): Promise<boolean | null> {
  const identity = await identityOfUnchanged(file, rules);
  return identity && identity[isImageKept(entry) ? 'imageHash' : 'sha256'] === entry.sha256;
}

/** Null if it was replaced meanwhile. Rejects if it cannot be read. */
async function identityOfUnchanged(file: ListedFile, rules: ImageRules): Promise<FileIdentity | null> {
  const identity = await identifyFile(file.path, rules);
  return hasMarks(file, await lstat(file.path)) ? identity : null;
}

/** The newest few, without sorting all. */
function newest(entries: Iterable<LedgerEntry>, isWanted: (entry: LedgerEntry) => boolean): LedgerEntry[] {
  const best: LedgerEntry[] = [];
  const cut = () => {
    best.sort((a, b) => b.mtimeMs - a.mtimeMs);
    best.length = Math.min(best.length, filesAtOnce);
  };
  for (const entry of entries) {
    if (!isWanted(entry)) continue;
    best.push(entry);
    if (best.length >= 16 * filesAtOnce) cut();
  }
  cut();
  return best;
}

// The hashes of a file: of its bytes, and of the picture that it draws.

export type FileIdentity = {
  readonly sha256: string;
  /** The same for another comment, EXIF or compression (0041); `sha256` if the file is no whole image. */
  readonly imageHash: string;
};

/** Reads the whole file. Follows no link and waits for no pipe. Rejects with the system's error. */
export async function identifyFile(
  path: string,
  { createImageCheck }: Pick<ImageRules, 'createImageCheck'>,
): Promise<FileIdentity> {
  const handle = await openFile(path);
  try {
    const hash = createHash('sha256');
    const check = createImageCheck(path);
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 256 * 1024 })) {
      hash.update(chunk as Buffer);
      await check.push(chunk as Buffer);
    }
    const sha256 = hash.digest('hex');
    const verdict = check.verdict();
    return { sha256, imageHash: verdict.kind === 'complete' ? verdict.imageHash : sha256 };
  } finally {
    await handle.close();
  }
}
