// Reads a file once: checks the image, hashes it, and copies it to the spool. The pilot's own file is only ever read.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Failure } from '../../../contract/failure.ts';
import type { Source } from '../../../contract/strip.ts';
import { failures } from '../../messages/failures.ts';
import { errorCode } from '../../platform/error-code.ts';
import { createImageCheck } from '../image/image-check.ts';
import type { IncomingCopy, Spool } from '../spool/spool.ts';

export type IntakeOutcome =
  | { readonly kind: 'added'; readonly jobId: number; readonly sha256: string; readonly held: Failure | null }
  | { readonly kind: 'duplicate'; readonly jobId: number; readonly sha256: string }
  | { readonly kind: 'rejected'; readonly failure: Failure; readonly sha256: string | null }
  /** The disk could not keep it: add it again later. */
  | { readonly kind: 'later'; readonly failure: Failure };

export type IntakeFile = {
  readonly path: string;
  readonly name: string;
  /** Added, and held until the pilot approves it. */
  readonly needsApproval?: boolean;
  /** Whether hardly any text was found on it, where that was looked at; null: unknown. */
  readonly lacksText?: boolean | null;
};

/** A report whose screenshot this may be an edited copy of. */
export type EditedFrom = { readonly jobId: number; readonly flightId: number | null };

/** A whole image, its copy on disk and not yet in its place. */
export type Copied = {
  readonly file: IntakeFile;
  readonly source: Source;
  readonly copy: IncomingCopy;
  readonly sha256: string;
  /** The hash of what is drawn: the same picture is one report. */
  readonly imageHash: string;
  readonly bytes: number;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly editedFrom?: EditedFrom | null;
};

/** A larger file is no screenshot. A smaller one that exceeds the service's limit is added and held. */
const farTooLargeBytes = 100 * 1024 ** 2;
export const isFarTooLarge = (bytes: number, maxBytes: number) => bytes > Math.max(maxBytes, farTooLargeBytes);

/** Others who may write into a watched folder could put a link to any image of the pilot's there, even after it was listed. */
const linkFlag = (source: Source) => (source.kind === 'folder' ? (constants.O_NOFOLLOW ?? 0) : 0);

export function createFileCopier(deps: {
  spool: Pick<Spool, 'begin'>;
  maxFileBytes(): number;
  isDiskFull(): boolean;
  /** The outcome for content that is in the queue already. */
  knownOf(found: Pick<Copied, 'file' | 'source' | 'sha256' | 'imageHash'>): IntakeOutcome | null;
}) {
  const { spool, knownOf } = deps;

  async function copyFrom(
    handle: FileHandle,
    file: IntakeFile,
    source: Source,
    buffers: ReadBuffers,
  ): Promise<Copied | IntakeOutcome> {
    const copy = await spool.begin();
    try {
      const hash = createHash('sha256');
      const check = createImageCheck(file.name);
      let bytes = 0;
      await hashStream(handle, buffers, async (piece) => {
        const written = copy.write(piece);
        hash.update(piece);
        bytes += piece.length;
        // Together, so that a write that fails during the check is not unhandled.
        await Promise.all([written, check.push(piece)]);
        const { kind } = check.verdict();
        return kind === 'complete' || kind === 'incomplete';
      });
      const verdict = check.verdict();
      if (verdict.kind === 'complete') {
        await copy.seal();
        const { mediaType, imageHash } = verdict;
        return { file, source, copy, sha256: hash.digest('hex'), imageHash, bytes, mediaType };
      }
      await copy.drop();
      return verdict.kind === 'incomplete'
        ? { kind: 'rejected', failure: failures.fileIncomplete(file.name), sha256: hash.digest('hex') }
        : { kind: 'rejected', failure: failures.notAReport(file.name, verdict.why), sha256: null };
    } catch (error) {
      await copy.drop();
      throw error;
    }
  }

  async function copyIn(file: IntakeFile, source: Source, buffers: ReadBuffers): Promise<Copied | IntakeOutcome> {
    const rejected = (failure: Failure): IntakeOutcome => ({ kind: 'rejected', failure, sha256: null });
    let handle: FileHandle;
    try {
      // Non-blocking: opening a pipe would wait for a writer, and every file after it too.
      handle = await open(file.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | linkFlag(source));
    } catch (error) {
      if (errorCode(error) === 'ELOOP') return rejected(failures.fileIsLink(file.name));
      return rejected(failures.fileUnreadable(file.name, errorCode(error)));
    }
    try {
      const info = await handle.stat();
      if (!info.isFile()) return rejected(failures.fileUnreadable(file.name, 'not a file'));
      const maxBytes = deps.maxFileBytes();
      if (info.size === 0) return rejected(failures.notAReport(file.name, { reason: 'empty' }));
      if (isFarTooLarge(info.size, maxBytes)) return rejected(failures.fileTooLarge(info.size, maxBytes));
      if (deps.isDiskFull()) return await knownOrNotKept(handle, file, source, buffers, noRoom());
      return await copyFrom(handle, file, source, buffers).catch((error: unknown) => {
        if (error instanceof SourceUnreadable) throw error;
        return knownOrNotKept(handle, file, source, buffers, error);
      });
    } catch (error) {
      return error instanceof SourceUnreadable
        ? rejected(failures.fileUnreadable(file.name, errorCode(error.cause)))
        : notKept(error);
    } finally {
      await handle.close();
    }
  }

  /** What could not be copied may be in the queue already, under any name: it is read for its hashes alone. */
  async function knownOrNotKept(
    handle: FileHandle,
    file: IntakeFile,
    source: Source,
    buffers: ReadBuffers,
    error: unknown,
  ): Promise<IntakeOutcome> {
    const hash = createHash('sha256');
    const check = createImageCheck(file.name);
    await hashStream(handle, buffers, async (piece) => {
      hash.update(piece);
      await check.push(piece);
      return true;
    });
    const verdict = check.verdict();
    const sha256 = hash.digest('hex');
    const known = knownOf({
      file,
      source,
      sha256,
      imageHash: verdict.kind === 'complete' ? verdict.imageHash : sha256,
    });
    return known ?? notKept(error);
  }

  return copyIn;
}

export const notKept = (error: unknown): IntakeOutcome => ({
  kind: 'later',
  failure: failures.disk(diskCodeOf(error)),
});

const noRoom = () => Object.assign(new Error('no room'), { code: 'ENOSPC' });

const sqliteFull = 13;

function diskCodeOf(error: unknown): string {
  if (error instanceof Error && 'errcode' in error && error.errcode === sqliteFull) return 'ENOSPC';
  return errorCode(error);
}

// Reads a file from start to end in large pieces: while one is processed, the next is read. Two buffers are used in
// turns, so that many files take no more memory than one.

export type ReadBuffers = readonly [Buffer, Buffer];

/** The file that is read failed, not the disk it is copied to. */
class SourceUnreadable extends Error {
  constructor(cause: unknown) {
    super('the file cannot be read', { cause });
  }
}

const pieceBytes = 512 * 1024;

export const readBuffers = (): ReadBuffers => [Buffer.allocUnsafeSlow(pieceBytes), Buffer.allocUnsafeSlow(pieceBytes)];

/**
 * @param take Resolves when it has finished with the piece; `false` ends the reading.
 * @throws SourceUnreadable, or what `take` throws.
 */
export async function hashStream(
  file: FileHandle,
  buffers: ReadBuffers,
  take: (piece: Buffer) => Promise<boolean>,
): Promise<void> {
  let at = 0;
  let turn = 0;
  const readNext = () => {
    const buffer = buffers[turn % 2]!;
    turn += 1;
    return file.read(buffer, 0, buffer.length, at).then(
      ({ bytesRead }) => buffer.subarray(0, bytesRead),
      (cause: unknown) => {
        throw new SourceUnreadable(cause);
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

// Limits concurrency, first come, first served. Each slot has its own resource, created on first use and dropped when
// nothing is in progress.
type ResourcePool<Tool> = {
  /** Starts immediately if a slot is free. Settles as `work` does. */
  run<T>(work: (tool: Tool) => Promise<T>): Promise<T>;
};

export function createResourcePool<Tool>(count: number, makeTool: () => Tool): ResourcePool<Tool> {
  const waiting: (() => void)[] = [];
  let tools: Tool[] = [];
  let busy = 0;

  return {
    async run(work) {
      if (busy < count) busy += 1;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
      const tool = tools.pop() ?? makeTool();
      try {
        return await work(tool);
      } finally {
        tools.push(tool);
        const next = waiting.shift();
        // The slot goes to the caller that has waited longest.
        if (next) next();
        else busy -= 1;
        if (busy === 0) tools = [];
      }
    },
  };
}
