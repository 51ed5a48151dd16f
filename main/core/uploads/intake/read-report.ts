// Opens a file that may be a report, and reads it once: its hashes, and whether it is a whole image. The pilot's own file
// is only ever read.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Failure } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import { errorCode } from '../../platform/error-code.ts';
import { imageRules } from '../image/image-check.ts';

export type NotReport = {
  readonly kind: 'not-report';
  readonly failure: Failure;
  /** Of the file; null if that is not known. */
  readonly bytes: number | null;
  /** Of a part of an image. */
  readonly sha256?: string;
};

export type ReportContent = {
  readonly sha256: string;
  /** The hash of what is drawn: the same picture is one report. */
  readonly imageHash: string;
  readonly bytes: number;
  readonly mediaType: 'image/png' | 'image/jpeg';
};

type NamedFile = { readonly path: string; readonly name: string };

/** A larger file is no screenshot. A smaller one that exceeds the service's limit is added and held. */
const farTooLargeBytes = 100 * 1024 ** 2;

/**
 * Calls `work` with the opened file, unless it cannot be a report. What reading the file throws becomes a failure too;
 * what `work` throws otherwise is thrown.
 */
export async function withReport<T>(
  { path, name }: NamedFile,
  rules: {
    readonly maxBytes: number;
    /** Others who may write into a watched folder could put a link to any image of the pilot's there. */
    readonly followsLinks: boolean;
  },
  work: (handle: FileHandle) => Promise<T>,
): Promise<T | NotReport> {
  const { maxBytes } = rules;
  const notReport = (failure: Failure, bytes: number | null = null): NotReport => ({
    kind: 'not-report',
    failure,
    bytes,
  });
  if (!imageRules.hasImageExtension(name)) return notReport(failures.notAReport(name, { reason: 'otherExtension' }));
  const linkFlag = rules.followsLinks ? 0 : (constants.O_NOFOLLOW ?? 0);
  let handle: FileHandle;
  try {
    // Non-blocking: opening a pipe would wait for a writer, and every file after it too.
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | linkFlag);
  } catch (error) {
    const code = errorCode(error);
    return notReport(code === 'ELOOP' ? failures.fileIsLink(name) : failures.fileUnreadable(name, code));
  }
  try {
    const info = await handle.stat();
    if (!info.isFile()) return notReport(failures.fileUnreadable(name, 'not a file'));
    if (info.size === 0) return notReport(failures.notAReport(name, { reason: 'empty' }), 0);
    if (info.size > Math.max(maxBytes, farTooLargeBytes)) {
      return notReport(failures.fileTooLarge(info.size, maxBytes), info.size);
    }
    return await work(handle);
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    return notReport(failures.fileUnreadable(name, errorCode(error.cause)));
  } finally {
    await handle.close();
  }
}

/**
 * Reads the file to its end, or until it is certain that it is no report.
 * @param take Gets each piece while it is checked.
 */
export async function readReport(
  handle: FileHandle,
  name: string,
  buffers: ReadBuffers,
  take: (piece: Buffer) => Promise<void> = async () => {},
): Promise<(ReportContent & { readonly kind: 'report' }) | NotReport> {
  const hash = createHash('sha256');
  const check = imageRules.createImageCheck(name);
  let bytes = 0;
  await readPieces(handle, buffers, async (piece) => {
    const taken = take(piece);
    hash.update(piece);
    bytes += piece.length;
    // Together, so that a `take` that fails during the check is not unhandled.
    await Promise.all([taken, check.push(piece)]);
    const { kind } = check.verdict();
    return kind === 'complete' || kind === 'incomplete';
  });
  const verdict = check.verdict();
  const sha256 = hash.digest('hex');
  if (verdict.kind === 'incomplete') {
    return { kind: 'not-report', failure: failures.fileIncomplete(name), bytes, sha256 };
  }
  if (verdict.kind !== 'complete') {
    return { kind: 'not-report', failure: failures.notAReport(name, verdict.why), bytes };
  }
  const { mediaType, imageHash } = verdict;
  return { kind: 'report', sha256, imageHash, bytes, mediaType };
}

/** Reads a file for what it holds, without a copy. */
export const examineFile = (file: NamedFile, maxBytes: number) =>
  withReport(file, { maxBytes, followsLinks: true }, (handle) => readReport(handle, file.name, readBuffers()));

// Reads in large pieces: while one is processed, the next is read. Two buffers are used in turns, so that many files take
// no more memory than one.

export type ReadBuffers = readonly [Buffer, Buffer];

const pieceBytes = 512 * 1024;

export const readBuffers = (): ReadBuffers => [Buffer.allocUnsafeSlow(pieceBytes), Buffer.allocUnsafeSlow(pieceBytes)];

/** The file that is read failed, not the disk it is copied to. */
class FileUnreadable extends Error {
  constructor(cause: unknown) {
    super('the file cannot be read', { cause });
  }
}

/** @param take Resolves when it has finished with the piece; `false` ends the reading. */
async function readPieces(file: FileHandle, buffers: ReadBuffers, take: (piece: Buffer) => Promise<boolean>) {
  let at = 0;
  let turn = 0;
  const readNext = () => {
    const buffer = buffers[turn % 2]!;
    turn += 1;
    return file.read(buffer, 0, buffer.length, at).then(
      ({ bytesRead }) => buffer.subarray(0, bytesRead),
      (cause: unknown) => {
        throw new FileUnreadable(cause);
      },
    );
  };
  let coming = readNext();
  try {
    for (;;) {
      const piece = await coming;
      if (piece.length === 0) return;
      at += piece.length;
      coming = readNext();
      if (!(await take(piece))) return;
    }
  } finally {
    // The last read must not write into buffers that are used again.
    await coming.catch(() => {});
  }
}
