// Reads a file that may still be growing: each time the new bytes only, through a check that keeps its state. The
// result is a Reading, which reconcile.ts decides on.
import type { Message } from '../../messages/message.ts';
import type { FileHandle } from 'node:fs/promises';
import { openFile } from '../platform/files/file-hash.ts';
import { failures, type ImageFault } from '../messages/failures.ts';
import { errorCode } from '../platform/error-code.ts';
import type { ListedFile } from './folder-listing.ts';

/** The check of what a report is; uploads' image check fits. */
export type ImageRules = {
  /** Of any image, not only those of a report. */
  hasImageExtension(name: string): boolean;
  createImageCheck(name: string): { push(chunk: Buffer): Promise<void>; verdict(): ImageVerdict };
};
type ImageVerdict =
  | { readonly kind: 'complete'; readonly imageHash: string }
  /**
   * `hasHoles`: some bytes were not written yet when they were read, so that the file has to be read again from its
   * start.
   */
  | { readonly kind: 'incomplete'; readonly hasHoles?: true }
  | { readonly kind: 'not-an-image' | 'extension-mismatch'; readonly why: ImageFault };

export type Reading = {
  readonly name: string;
  readonly path: string;
  /** The bytes that were read, and the file's marks at that time. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
  readonly verdict: ImageVerdict | { readonly kind: 'unreadable'; readonly code: string };
  /** More than one reading led to the verdict. */
  readonly inParts: boolean;
  /** It contains a block of zeros, which compressed images hardly ever do: perhaps not everything is written yet. */
  readonly hasHole: boolean;
  /** Monotonic: not read from its start again before then, however often it changes. */
  readonly restUntilMs: number;
  /** Monotonic: since when its size and modification time have not changed. */
  readonly stillSinceMs: number;
  /** Monotonic: intake could not keep the file; not tried again before then. */
  readonly notBeforeMs: number;
  /** A message for the pilot. */
  readonly message: Message | null;
};

export type FileReader = {
  /**
   * @param again From the start.
   * @param changedAtMs Monotonic: the last hint that the file changed; null if there was none.
   */
  read(file: ListedFile, again: boolean, changedAtMs: number | null): Promise<Reading>;
};

const pieceBytes = 256 * 1024;
/** A file that is empty when it is opened may hold a megabyte when it is read. */
const leastPieceBytes = 16 * 1024;
/** The smallest unit of a hole in a file. */
const blockBytes = 4096;
/** At most a tenth of the time goes into reading a file that is rewritten again and again. */
const readingShare = 10;
/** A reading during a sleep of the machine did not take hours. */
const maxRestMs = 2_000;

export function createFileReader(deps: {
  readonly imageRules: ImageRules;
  readonly monotonic: () => number;
  readonly isStopped: () => boolean;
}): FileReader {
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
    if (!mayGoOn || check === null) check = deps.imageRules.createImageCheck(file.name);
    let size = mayGoOn && last ? last.size : 0;
    const inParts = size > 0;
    let hasHole = inParts && last?.hasHole === true;
    const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(leastPieceBytes, at.size - size)));
    while (!deps.isStopped()) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, size);
      if (bytesRead === 0) break;
      const piece = buffer.subarray(0, bytesRead);
      await check.push(piece);
      hasHole ||= holdsEmptyBlock(piece, size);
      size += bytesRead;
      // A negative verdict is final; the rest of a large file need not be read.
      if (isFinal(check.verdict())) size = at.size;
    }
    const found = { size, mtimeMs: at.mtimeMs, ino: at.ino, inParts, hasHole, verdict: check.verdict() };
    const tookMs = deps.monotonic() - beganMs;
    const restUntilMs = inParts ? 0 : deps.monotonic() + Math.min(maxRestMs, tookMs * readingShare);
    return readingOf(file, { ...found, restUntilMs }, changedAtMs);
  }

  function readingOf(
    file: ListedFile,
    found: Pick<Reading, 'size' | 'mtimeMs' | 'ino' | 'inParts' | 'hasHole' | 'restUntilMs' | 'verdict'>,
    changedAtMs: number | null,
  ): Reading {
    // Read again without a change: it has been unchanged since the earlier reading.
    const isStill = last?.size === found.size && last.mtimeMs === found.mtimeMs && last.ino === found.ino;
    const stillSinceMs = isStill && last ? last.stillSinceMs : (changedAtMs ?? deps.monotonic());
    const { verdict } = found;
    const message = verdict.kind === 'unreadable' ? failures.fileNotReadableYet(file.name, verdict.code).message : null;
    return { name: file.name, path: file.path, ...found, stillSinceMs, notBeforeMs: 0, message };
  }

  return {
    async read(file, again, changedAtMs) {
      try {
        const handle = await openFile(file.path);
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

const isFinal = ({ kind }: ImageVerdict) => kind === 'not-an-image' || kind === 'extension-mismatch';

const emptyBlock = Buffer.alloc(blockBytes);

/** @param at Where in the file the piece begins. */
function holdsEmptyBlock(piece: Buffer, at: number): boolean {
  const first = (blockBytes - (at % blockBytes)) % blockBytes;
  for (let block = first; block + blockBytes <= piece.length; block += blockBytes) {
    if (piece[block] === 0 && piece.compare(emptyBlock, 0, blockBytes, block, block + blockBytes) === 0) return true;
  }
  return false;
}
