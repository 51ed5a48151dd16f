// Reads the image from the multipart body of an upload while it streams: size, hash, type and embedded figures, and the
// image itself if it should be kept. Never throws.

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { MultipartParts, PartSeen } from '../journal/message-text.ts';
import type { Throttle } from '../clock/auto-advance.ts';
import { boundaryOf, createMultipartReader } from './multipart.ts';
import type { PartSink } from './multipart.ts';
import { createReportReader } from './report-reader.ts';
import type { ImageKind } from './report-reader.ts';
import type { EmulatorSettings } from '../options/option-table.ts';

export type ReceivedFile = {
  fileName: string;
  sizeBytes: number;
  sha256: string;
  kind: ImageKind | null;
  embedded: unknown;
  /** Whether it ends as its type requires. */
  isComplete: boolean;
  /** The image itself; null if it is none, or too large to keep. */
  kept: Buffer | null;
};

export type ReportBody =
  | { outcome: 'received'; file: ReceivedFile }
  /** No file named `report`. */
  | { outcome: 'missing'; why: string }
  /** Several files, or the body ended within the file. */
  | { outcome: 'unusable'; why: string }
  | { outcome: 'too-large'; maxFileBytes: number }
  /** The client disconnected. */
  | { outcome: 'gone' };

const fieldName = 'report';

/** The heads of the parts; a body that is announced as longer than this and the largest file cannot be accepted. */
const mostFramingBytes = 64 * 1024;

type Receiving = {
  maxFileBytes: number;
  /** A26: how to handle several files named `report`. */
  severalReports: EmulatorSettings['severalReports'];
  /** The maximum size of an image to keep; 0 keeps none. */
  keepBytes: number;
  /** Records the parts for the journal. */
  parts: MultipartParts;
  /** Slows reading down, if a fault applies. */
  throttle: Throttle | null;
};

/** Whether the client waits to be told that the body is wanted; it is, once a reader asks for it. */
export const waitsForContinue = ({ headers }: IncomingMessage): boolean => /^100-continue$/i.test(headers.expect ?? '');

export function receiveReport(
  request: IncomingMessage,
  { maxFileBytes, severalReports, keepBytes, parts, throttle }: Receiving,
): Promise<ReportBody> {
  return new Promise((resolve) => {
    const boundary = boundaryOf(request.headers['content-type']);
    if (boundary === null)
      return resolve({ outcome: 'missing', why: 'the body is not multipart/form-data with a boundary' });
    if (waitsForContinue(request) && Number(request.headers['content-length']) > maxFileBytes + mostFramingBytes)
      return resolve({ outcome: 'too-large', maxFileBytes });

    const files: ReceivedFile[] = [];
    let isInFile = false;
    const finish = (body: ReportBody) => {
      // Discard the rest, so that the client gets the response instead of a broken connection.
      request.off('data', take);
      request.resume();
      resolve(body);
    };

    const openFile = (fileName: string, seen: PartSeen): PartSink => {
      isInFile = true;
      const digest = createHash('sha256');
      const reader = createReportReader();
      let kept: Buffer[] = [];
      return {
        push(bytes) {
          seen.sizeBytes += bytes.length;
          if (seen.sizeBytes > maxFileBytes) return finish({ outcome: 'too-large', maxFileBytes });
          digest.update(bytes);
          reader.push(bytes);
          if (seen.sizeBytes <= keepBytes) kept.push(bytes);
          else kept = [];
        },
        end() {
          isInFile = false;
          seen.isWhole = true;
          const { sizeBytes } = seen;
          // Browsers send this for an empty file input.
          if (sizeBytes === 0 && fileName === '') return;
          files.push({
            fileName,
            sizeBytes,
            sha256: digest.digest('hex'),
            kind: reader.kind(),
            embedded: reader.embedded(),
            isComplete: reader.isComplete(),
            kept: reader.kind() === null || sizeBytes > keepBytes ? null : Buffer.concat(kept),
          });
        },
      };
    };
    const form = createMultipartReader(boundary, ({ name, fileName, type }) => {
      const seen = parts.begin(name, fileName, type);
      return name === fieldName && fileName !== null ? openFile(fileName, seen) : measure(seen);
    });
    let passing: Promise<void> | null = null;
    const take = (bytes: Buffer) => {
      form.push(bytes);
      if (throttle === null) return;
      // Backpressure: the client waits while nothing is read.
      request.pause();
      passing = throttle.pass(bytes.length).then((isPassed) => {
        if (isPassed) request.resume();
        else finish({ outcome: 'gone' });
      });
    };

    request.on('data', take);
    const end = () => {
      const isWhole = form.end();
      finish(outcomeOf(files, { isWhole, isInFile, severalReports }));
    };
    // The end comes with the last chunk, which has to be throttled too.
    request.on('end', () => void (passing === null ? end() : passing.then(end)));
    // A fault that looked for a file has read an empty body to its end.
    if (request.readableEnded) end();
    const leave = () => {
      // What was held back, for the journal.
      form.end();
      finish({ outcome: 'gone' });
    };
    request.on('close', () => {
      if (!request.complete) leave();
    });
    request.on('error', leave);
  });
}

/** Counts the size of any other part. */
const measure = (seen: PartSeen): PartSink => ({
  push: (bytes) => void (seen.sizeBytes += bytes.length),
  end: () => void (seen.isWhole = true),
});

function outcomeOf(
  files: readonly ReceivedFile[],
  { isWhole, isInFile, severalReports }: { isWhole: boolean; isInFile: boolean } & Pick<Receiving, 'severalReports'>,
): ReportBody {
  const file = severalReports === 'last' ? files.at(-1) : files[0];
  if (file === undefined && !isInFile) {
    return { outcome: 'missing', why: isWhole ? `no part is a file called ${fieldName}` : 'the body is not whole' };
  }
  // Cut off: complete parts before it do not count.
  if (file === undefined || !isWhole) return { outcome: 'unusable', why: 'the body breaks off' };
  return files.length > 1 && severalReports === 'refuse'
    ? { outcome: 'unusable', why: `${files.length} files are called ${fieldName}` }
    : { outcome: 'received', file };
}
