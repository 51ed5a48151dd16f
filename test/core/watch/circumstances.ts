// A folder as the reconciliation rule sees it, with one difference at a time.
import type { Reading } from '../../../main/core/watch/file-reader.ts';
import type { ListedFile } from '../../../main/core/watch/folder-listing.ts';
import type { LedgerEntry } from '../../../main/core/watch/known-files.ts';
import { reconcile, mustBeStillMs, type Circumstances } from '../../../main/core/watch/reconcile.ts';

export const now = 1_000_000;

export const file = (change: Partial<ListedFile> = {}): ListedFile => ({
  name: 'shot.png',
  path: '/shots/shot.png',
  kind: 'file',
  size: 50_000,
  mtimeMs: 1000,
  ctimeMs: 1000,
  birthtimeMs: 900,
  ino: 7,
  blocks: 100,
  ...change,
});

export const entry = (change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  path: '/shots/shot.png',
  size: 50_000,
  mtimeMs: 1000,
  ctimeMs: 1000,
  ino: 7,
  verdict: 'added',
  message: null,
  sha256: 'aa',
  ...change,
});

const reading = (change: Partial<Reading> = {}): Reading => ({
  name: 'shot.png',
  path: '/shots/shot.png',
  size: 50_000,
  mtimeMs: 1000,
  ino: 7,
  verdict: { kind: 'complete', imageHash: '' },
  inParts: false,
  hasHole: false,
  restUntilMs: 0,
  stillSinceMs: now - mustBeStillMs,
  notBeforeMs: 0,
  message: null,
  ...change,
});

export const byPath = <T extends { path: string }>(items: readonly T[]) =>
  new Map(items.map((item) => [item.path, item]));

type Given = {
  /** What differs in a ledger entry of the file, or in a reading of it. */
  entry?: Partial<LedgerEntry>;
  read?: Partial<Reading>;
} & Partial<Omit<Circumstances['listing'], 'files'>> &
  Partial<Circumstances['folder']> &
  Partial<Pick<Circumstances, 'absent' | 'nowMs'>>;

/** The decisions about these files. */
export function decisions(files: readonly ListedFile[], { entry: known, read, ...change }: Given = {}) {
  return reconcile({
    listing: { files, present: new Set(files.map(({ path }) => path)), isWhole: true, ...change },
    folder: { isFirstScan: false, keepsInodes: true, ...change },
    ledger: byPath(known ? [entry(known)] : []),
    readings: byPath(read ? [reading(read)] : []),
    nowMs: now,
    ...change,
  });
}
