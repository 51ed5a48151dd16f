// Reads a file that may still be growing: each time only the bytes that are new, through a check that keeps its
// state. What it found is a Reading, the value that reconcile.ts decides on.
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { failures } from '../../messages/failures.ts';
import { errorCode } from '../../platform/error-code.ts';
import { type ListedFile } from './folder-listing.ts';

/** What counts as a report is not the watch's business: uploads' picture check fits in here. */
export type ImageRules = {
  hasReportExtension(name: string): boolean;
  createImageCheck(name: string): { push(chunk: Buffer): void; verdict(): ImageVerdict };
};
type ImageVerdict =
  | { readonly kind: 'complete' }
  /** `hasHoles`: bytes were not written yet when they were read; what came later does not show before all is read anew. */
  | { readonly kind: 'incomplete'; readonly hasHoles?: true }
  | { readonly kind: 'not-a-picture' | 'extension-mismatch'; readonly why: string };

export type Reading = {
  readonly name: string;
  readonly path: string;
  /** The bytes that were read, and the file's own marks when they were. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
  readonly verdict: ImageVerdict | { readonly kind: 'unreadable'; readonly code: string };
  /** More than one reading led to the verdict. */
  readonly inParts: boolean;
  /** It holds a whole block of zeros, which a compressed picture hardly ever does: perhaps not everything is written yet. */
  readonly hasHole: boolean;
  /** Monotonic: not read from its start again before then, however often it changes. */
  readonly restUntilMs: number;
  /** Monotonic: since when size and time of change have been seen to stand still. */
  readonly stillSinceMs: number;
  /** Monotonic: intake could not keep the file; not looked at before then. */
  readonly notBeforeMs: number;
  /** What the pilot should know about it meanwhile. */
  readonly message: string | null;
};

export type GrowingFile = {
  /**
   * @param anew From the start, whatever was read before.
   * @param changedAtMs Monotonic: when it was last heard that the file changed; null where nothing was heard.
   */
  read(file: ListedFile, again: boolean, changedAtMs: number | null): Promise<Reading>;
};

const PIECE_BYTES = 256 * 1024;
/** A file that is empty when it is opened may hold a megabyte when it is read. */
const LEAST_PIECE_BYTES = 16 * 1024;
/** What file systems leave out of a file comes in blocks of at least this size, at multiples of it. */
const BLOCK_BYTES = 4096;
/** At most a tenth of the time goes into reading a file again that is written over and over in its place. */
const READING_SHARE = 10;
/** A machine that slept in the middle of a reading has not read for hours. */
const MAX_REST_MS = 2_000;

export function createGrowingFile(deps: {
  readonly pictures: ImageRules;
  readonly monotonic: () => number;
  readonly isStopped: () => boolean;
}): GrowingFile {
  let check: ReturnType<ImageRules['createImageCheck']> | null = null;
  let last: Reading | null = null;

  async function readOn(
    handle: FileHandle,
    file: ListedFile,
    again: boolean,
    changedAtMs: number | null,
  ): Promise<Reading> {
    const beganMs = deps.monotonic();
    const at = await handle.stat();
    const mayGoOn =
      !again && check !== null && last?.verdict.kind === 'incomplete' && last.ino === at.ino && at.size > last.size;
    if (!mayGoOn || check === null) check = deps.pictures.createImageCheck(file.name);
    let size = mayGoOn && last ? last.size : 0;
    const inParts = size > 0;
    let hasHole = inParts && last?.hasHole === true;
    const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, Math.max(LEAST_PIECE_BYTES, at.size - size)));
    while (!deps.isStopped()) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, size);
      if (bytesRead === 0) break;
      const piece = buffer.subarray(0, bytesRead);
      check.push(piece);
      hasHole ||= holdsEmptyBlock(piece, size);
      size += bytesRead;
      // A verdict against it holds whatever follows; of a large file that is no picture, the rest need not be read.
      if (isFinal(check.verdict())) size = at.size;
    }
    const found = { size, mtimeMs: at.mtimeMs, ino: at.ino, inParts, hasHole, verdict: check.verdict() };
    const tookMs = deps.monotonic() - beganMs;
    const restUntilMs = inParts ? 0 : deps.monotonic() + Math.min(MAX_REST_MS, tookMs * READING_SHARE);
    return readingOf(file, { ...found, restUntilMs }, changedAtMs);
  }

  function readingOf(
    file: ListedFile,
    found: Pick<Reading, 'size' | 'mtimeMs' | 'ino' | 'inParts' | 'hasHole' | 'restUntilMs' | 'verdict'>,
    changedAtMs: number | null,
  ): Reading {
    // Read again without a change (a second look from the start): the time that it has stood still goes on.
    const isStill = last?.size === found.size && last.mtimeMs === found.mtimeMs && last.ino === found.ino;
    const stillSinceMs = isStill && last ? last.stillSinceMs : (changedAtMs ?? deps.monotonic());
    const { verdict } = found;
    const message = verdict.kind === 'unreadable' ? failures.fileNotReadableYet(file.name, verdict.code).message : null;
    return { name: file.name, path: file.path, ...found, stillSinceMs, notBeforeMs: 0, message };
  }

  return {
    async read(file, again, changedAtMs) {
      try {
        // No link is followed and no pipe waited for, even where one took the file's place a moment ago.
        const handle = await open(
          file.path,
          constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
        );
        try {
          last = await readOn(handle, file, again, changedAtMs);
        } finally {
          await handle.close();
        }
      } catch (error) {
        check = null;
        const { size, mtimeMs, ino } = file;
        const verdict = { kind: 'unreadable', code: errorCode(error, 'unknown') } as const;
        const found = { size, mtimeMs, ino, inParts: false, hasHole: false, restUntilMs: 0, verdict };
        last = readingOf(file, found, changedAtMs);
      }
      return last;
    },
  };
}

const isFinal = ({ kind }: ImageVerdict) => kind === 'not-a-picture' || kind === 'extension-mismatch';

const emptyBlock = Buffer.alloc(BLOCK_BYTES);

/** @param at Where in the file the piece begins. */
function holdsEmptyBlock(piece: Buffer, at: number): boolean {
  const first = (BLOCK_BYTES - (at % BLOCK_BYTES)) % BLOCK_BYTES;
  for (let block = first; block + BLOCK_BYTES <= piece.length; block += BLOCK_BYTES) {
    if (piece[block] === 0 && piece.compare(emptyBlock, 0, BLOCK_BYTES, block, block + BLOCK_BYTES) === 0) return true;
  }
  return false;
}
