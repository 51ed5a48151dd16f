// Reads the image from the multipart body of an upload while it streams: size, hash, type and embedded figures, and the
// image itself if it should be kept. Never throws.

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { MultipartParts, PartSeen } from '../../journal/multipart-parts.ts';
import type { Throttle } from '../../clock/throttle.ts';
import { createKeeper } from './image-keeper.ts';
import { boundaryOf, createMultipartReader } from './multipart.ts';
import type { PartSink } from './multipart.ts';
import { freeBytes, isFromNetwork, noteNetworkBytes } from './network-bytes.ts';
import { createReportReader } from './report-reader.ts';
import type { ImageKind } from './report-reader.ts';
import type { EmulatorSettings } from '../../options/option-table.ts';

export type ReceivedFile = {
  fileName: string;
  sizeBytes: number;
  sha256: string;
  kind: ImageKind | null;
  embedded: unknown;
  /** Whether it ends as its type requires. */
  isComplete: boolean;
  /** The image, if it should be kept. */
  kept: Buffer[] | null;
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
    /** Whether the current bytes are kept. */
    let isHeld = false;
    const isOurs = isFromNetwork(request);
    const finish = (body: ReportBody) => {
      // Discard the rest, so that the client gets the response instead of a broken connection.
      request.off('data', take);
      request.resume();
      resolve(body);
    };

    const openFile = (fileName: string, seen: PartSeen): PartSink => {
      isInFile = true;
      const keeper = createKeeper(keepBytes);
      const digest = createHash('sha256');
      const reader = createReportReader();
      let sizeBytes = 0;
      return {
        push(bytes) {
          sizeBytes += bytes.length;
          seen.sizeBytes = sizeBytes;
          if (sizeBytes > maxFileBytes) {
            keeper.drop();
            return finish({ outcome: 'too-large', maxFileBytes });
          }
          digest.update(bytes);
          reader.push(bytes);
          isHeld = keeper.push(bytes, reader.kind()) || isHeld;
        },
        end() {
          isInFile = false;
          seen.isWhole = true;
          // Browsers send this for an empty file input.
          if (sizeBytes === 0 && fileName === '') return;
          const sha256 = digest.digest('hex');
          files.push({
            fileName,
            sizeBytes,
            sha256,
            kind: reader.kind(),
            embedded: reader.embedded(),
            isComplete: reader.isComplete(),
            kept: keeper.kept(),
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
      const { length } = bytes;
      if (isOurs) noteNetworkBytes(bytes);
      isHeld = false;
      form.push(bytes);
      if (!isHeld) freeBytes(bytes);
      if (throttle === null) return;
      // Backpressure: the client waits while nothing is read.
      request.pause();
      passing = throttle.pass(length).then((isPassed) => {
        if (isPassed) request.resume();
        else finish({ outcome: 'gone' });
      });
    };

    request.on('data', take);
    const end = () => finish(outcomeOf(files, { isWhole: form.isWhole(), isInFile, severalReports }));
    // The end comes with the last chunk, which has to be throttled too.
    request.on('end', () => void (passing === null ? end() : passing.then(end)));
    // A fault that looked for a file has read an empty body to its end.
    if (request.readableEnded) end();
    request.on('close', () => {
      if (!request.complete) finish({ outcome: 'gone' });
    });
    request.on('error', () => finish({ outcome: 'gone' }));
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
