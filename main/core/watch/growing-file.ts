// Reads a file that may still be growing: each time only the bytes that are new, through a check that keeps its
// state. What it found is a Reading, the value that reconcile.ts decides on.
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { failures } from '../failures.ts';
import { codeOf, type ListedFile } from './folder-listing.ts';

/** What counts as a report is not the watch's business: uploads' picture check fits in here. */
export type PictureRules = {
  hasReportExtension(name: string): boolean;
  createPictureCheck(name: string): { push(chunk: Buffer): void; verdict(): PictureVerdict };
};
export type PictureVerdict =
  | { readonly kind: 'complete' }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'not-a-picture' | 'extension-mismatch'; readonly why: string };

export type Reading = {
  readonly name: string;
  readonly path: string;
  /** The bytes that were read, and the file's own marks when they were. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
  readonly verdict: PictureVerdict | { readonly kind: 'unreadable'; readonly code: string };
  /** More than one reading led to the verdict. */
  readonly inParts: boolean;
  /** Monotonic: since when size and time of change have been seen to stand still. */
  readonly stillSinceMs: number;
  /** Monotonic: intake could not keep the file; not looked at before then. */
  readonly notBeforeMs: number;
  /** What the pilot should know about it meanwhile. */
  readonly words: string | null;
};

export type GrowingFile = {
  /** @param anew From the start, whatever was read before. */
  read(file: ListedFile, anew: boolean): Promise<Reading>;
};

const PIECE_BYTES = 256 * 1024;

export function createGrowingFile(deps: {
  readonly pictures: PictureRules;
  readonly monotonic: () => number;
  readonly isStopped: () => boolean;
}): GrowingFile {
  let check: ReturnType<PictureRules['createPictureCheck']> | null = null;
  let last: Reading | null = null;

  async function readOn(handle: FileHandle, file: ListedFile, anew: boolean): Promise<Reading> {
    const at = await handle.stat();
    const mayGoOn =
      !anew && check !== null && last?.verdict.kind === 'incomplete' && last.ino === at.ino && at.size > last.size;
    if (!mayGoOn || check === null) check = deps.pictures.createPictureCheck(file.name);
    let size = mayGoOn && last ? last.size : 0;
    const inParts = size > 0;
    const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, Math.max(1, at.size - size)));
    while (!deps.isStopped()) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, size);
      if (bytesRead === 0) break;
      check.push(buffer.subarray(0, bytesRead));
      size += bytesRead;
    }
    return readingOf(file, { size, mtimeMs: at.mtimeMs, ino: at.ino, inParts, verdict: check.verdict() });
  }

  function readingOf(
    file: ListedFile,
    found: Pick<Reading, 'size' | 'mtimeMs' | 'ino' | 'inParts' | 'verdict'>,
  ): Reading {
    // Read again without a change (a second look from the start): the time that it has stood still goes on.
    const isStill = last?.size === found.size && last.mtimeMs === found.mtimeMs && last.ino === found.ino;
    const stillSinceMs = isStill && last ? last.stillSinceMs : deps.monotonic();
    const { verdict } = found;
    const words = verdict.kind === 'unreadable' ? failures.fileNotReadableYet(file.name, verdict.code).words : null;
    return { name: file.name, path: file.path, ...found, stillSinceMs, notBeforeMs: 0, words };
  }

  return {
    async read(file, anew) {
      try {
        // No link is followed and no pipe waited for, even where one took the file's place a moment ago.
        const handle = await open(
          file.path,
          constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
        );
        try {
          last = await readOn(handle, file, anew);
        } finally {
          await handle.close();
        }
      } catch (error) {
        check = null;
        const { size, mtimeMs, ino } = file;
        const verdict = { kind: 'unreadable', code: codeOf(error) } as const;
        last = readingOf(file, { size, mtimeMs, ino, inParts: false, verdict });
      }
      return last;
    },
  };
}
