// Copies a report to the spool while it is read, or finds that it is in the queue already.
import type { FileHandle } from 'node:fs/promises';
import type { Failure } from '../../../contract/failure.ts';
import type { Source } from '../../../contract/strip.ts';
import { failures } from '../../messages/failures.ts';
import { errorCode } from '../../platform/error-code.ts';
import type { IncomingCopy, Spool } from '../spool/spool.ts';
import { readReport, withReport, type NotReport, type ReadBuffers, type ReportContent } from './read-report.ts';

export type IntakeOutcome =
  | { readonly kind: 'added'; readonly jobId: number; readonly sha256: string; readonly held: Failure | null }
  | { readonly kind: 'duplicate'; readonly jobId: number; readonly sha256: string }
  | { readonly kind: 'rejected'; readonly failure: Failure; readonly sha256: string | null }
  /** The disk could not keep it: add it again later. */
  | { readonly kind: 'later'; readonly failure: Failure };

export type IntakeFile = {
  readonly path: string;
  readonly name: string;
  /** Whose report it becomes; absent: the shown pilot's. */
  readonly accountId?: number | null;
  /** Why it waits for the pilot's approval; null: it doesn't. */
  readonly approval?: Failure | null;
  /** Whether hardly any text was found on it; null: unknown, or not looked at. */
  readonly lacksText?: boolean | null;
};

/** A report whose screenshot this may be an edited copy of. */
export type EditedFrom = { readonly jobId: number; readonly flightId: number | null };

/** A whole image, its copy on disk and not yet in its place. */
export type Copied = ReportContent & {
  readonly file: IntakeFile;
  readonly source: Source;
  readonly copy: IncomingCopy;
  readonly editedFrom?: EditedFrom | null;
};

export function createFileCopier(deps: {
  spool: Pick<Spool, 'begin'>;
  maxFileBytes(): number;
  /** The outcome for content that is in the queue already. */
  knownOf(found: Pick<Copied, 'file' | 'source' | 'sha256' | 'imageHash'>): IntakeOutcome | null;
}) {
  const { spool, knownOf } = deps;

  return async (file: IntakeFile, source: Source, buffers: ReadBuffers): Promise<Copied | IntakeOutcome> => {
    /** What cannot be copied may be in the queue already, under any name: it is read for its hashes alone. */
    const knownOrNotKept = async (handle: FileHandle, error: unknown): Promise<IntakeOutcome | NotReport> => {
      const content = await readReport(handle, file.name, buffers);
      if (content.kind === 'not-report') return content;
      return knownOf({ file, source, ...content }) ?? notKept(error);
    };
    const copyIn = async (handle: FileHandle): Promise<Copied | IntakeOutcome | NotReport> => {
      let copy: IncomingCopy;
      try {
        copy = await spool.begin();
      } catch (error) {
        return knownOrNotKept(handle, error);
      }
      try {
        const content = await readReport(handle, file.name, buffers, (piece) => copy.write(piece));
        if (content.kind === 'report') {
          await copy.seal();
          const { sha256, imageHash, bytes, mediaType } = content;
          return { file, source, copy, sha256, imageHash, bytes, mediaType };
        }
        await copy.drop();
        return content;
      } catch (error) {
        await copy.drop();
        return knownOrNotKept(handle, error);
      }
    };
    const rules = { maxBytes: deps.maxFileBytes(), followsLinks: source.kind !== 'folder' };
    try {
      const copied = await withReport(file, rules, copyIn);
      if ('copy' in copied || copied.kind !== 'not-report') return copied;
      return { kind: 'rejected', failure: copied.failure, sha256: copied.sha256 ?? null };
    } catch (error) {
      return notKept(error);
    }
  };
}

export const notKept = (error: unknown): IntakeOutcome => ({
  kind: 'later',
  failure: failures.disk(diskCodeOf(error)),
});

const sqliteFull = 13;

function diskCodeOf(error: unknown): string {
  if (error instanceof Error && 'errcode' in error && error.errcode === sqliteFull) return 'ENOSPC';
  return errorCode(error);
}
