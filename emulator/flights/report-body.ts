// Reads the image from the multipart body of an upload while it streams: size, hash, type and embedded figures, and the
// image itself if it should be kept. Never throws.

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { MultipartParts, PartSeen } from '../journal/message-text.ts';
import type { Throttle } from '../clock/auto-advance.ts';
import { boundaryOf, createMultipartReader } from './multipart.ts';
import type { PartSink } from './multipart.ts';
import type { EmulatorSettings } from '../options/option-table.ts';

export type ReceivedFile = {
  fileName: string;
  sizeBytes: number;
  sha256: string;
  kind: ImageKind | null;
  embedded: unknown;
  /** Whether it ends as its type requires. */
  isComplete: boolean;
  /** The image itself, in memory of its own; null if it is none, or too large to keep. */
  kept: Buffer<ArrayBuffer> | null;
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
    // Filled as the bytes arrive: a copy of the whole image at its end would cost a tenth of the upload.
    const kept = Buffer.allocUnsafeSlow(Math.min(keepBytes, Number(request.headers['content-length']) || keepBytes));
    let keptEnd = 0;
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
      return {
        push(bytes) {
          seen.sizeBytes += bytes.length;
          if (seen.sizeBytes > maxFileBytes) return finish({ outcome: 'too-large', maxFileBytes });
          digest.update(bytes);
          reader.push(bytes);
          if (keptEnd < kept.length) bytes.copy(kept, keptEnd);
          keptEnd += bytes.length;
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
            kept: reader.kind() === null || keptEnd > kept.length ? null : kept.subarray(keptEnd - sizeBytes, keptEnd),
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
export const measure = (seen: PartSeen): PartSink => ({
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

// Extracts the figures embedded in an image (A5) while it streams: in a PNG from a `tEXt` or `iTXt` chunk with the keyword
// `FlightReport`, in a JPEG from a comment that starts with `FlightReport:`, each followed by JSON. Buffers at most one such
// text, up to a limit. figures.ts validates the values.

type ImageKind = 'png' | 'jpeg';

type ReportReader = {
  push(bytes: Buffer): void;
  /** The type by the first bytes (A14), or null. */
  kind(): ImageKind | null;
  /** The embedded JSON value, or null. */
  embedded(): unknown;
  /** Whether the last bytes are the end of such an image. */
  isComplete(): boolean;
};

const keyword = 'FlightReport';
const mostTextBytes = 16 * 1024;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);
/** The whole chunk IEND, and the marker EOI. */
const pngEnd = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
const jpegEnd = Buffer.from([0xff, 0xd9]);
/** SOF55: JPEG-LS (ISO 14495) starts like a JPEG, and is none (A27). */
const jpegLsFrame = 0xf7;

/** The next step: read a number of bytes, or skip some first. Null: nothing more to read. */
type Step = { skip: number; take: number; next: (bytes: Buffer) => Step } | null;

export function createReportReader(): ReportReader {
  let kind: ImageKind | null = null;
  let found: unknown = null;
  let held: Buffer = Buffer.alloc(0);
  let lastBytes: Buffer = Buffer.alloc(0);

  const pngChunk = (): Step => ({
    skip: 0,
    take: 8,
    next(header) {
      const length = header.readUInt32BE(0);
      const type = header.toString('latin1', 4, 8);
      // Not a chunk; nothing after it can be located.
      if (type === 'IEND' || length > 0x7fffffff || !/^[A-Za-z]{4}$/.test(type)) return null;
      const following: Step = { ...pngChunk()!, skip: 4 };
      if ((type !== 'tEXt' && type !== 'iTXt') || length > mostTextBytes) return { ...following, skip: length + 4 };
      return {
        skip: 0,
        take: length,
        next(text) {
          found = pngText(type, text);
          return found === null ? following : null;
        },
      };
    },
  });

  const jpegSegment = (): Step => ({
    skip: 0,
    take: 2,
    next(begin) {
      const marker = begin[1]!;
      // 0xDA starts the image data; comments come before it.
      if (begin[0] !== 0xff || marker === 0xda || marker === 0xd9) return null;
      // Markers may be preceded by fill bytes (0xFF).
      if (marker === 0xff) return refill(begin.subarray(1));
      if (marker === jpegLsFrame) {
        kind = null;
        return null;
      }
      return { skip: 0, take: 2, next: (size) => jpegContent(marker, size.readUInt16BE(0) - 2) };
    },
  });

  const jpegContent = (marker: number, length: number): Step => {
    if (length < 0) return null;
    if (marker !== 0xfe || length > mostTextBytes) return { ...jpegSegment()!, skip: length };
    return {
      skip: 0,
      take: length,
      next(text) {
        const message = text.toString('utf8');
        if (message.startsWith(`${keyword}:`)) found ??= parseJson(message.slice(keyword.length + 1));
        return jpegSegment();
      },
    };
  };

  /** Returns bytes that were read too early. */
  const refill = (bytes: Buffer): Step => {
    held = Buffer.concat([bytes, held]);
    return jpegSegment();
  };

  let step: Step = {
    skip: 0,
    take: jpegSignature.length,
    next(begin) {
      if (begin.equals(jpegSignature)) {
        kind = 'jpeg';
        return refill(begin.subarray(2));
      }
      return {
        skip: 0,
        take: pngSignature.length - begin.length,
        next(rest) {
          if (!Buffer.concat([begin, rest]).equals(pngSignature)) return null;
          kind = 'png';
          return pngChunk();
        },
      };
    },
  };

  return {
    push(bytes) {
      // Copies, because a slice would keep the whole buffer alive.
      const last = bytes.subarray(-pngEnd.length);
      lastBytes = Buffer.concat(last.length === pngEnd.length ? [last] : [lastBytes, last]).subarray(-pngEnd.length);
      if (step === null) return;
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      while (step !== null) {
        const skipped = Math.min(step.skip, held.length);
        held = held.subarray(skipped);
        step.skip -= skipped;
        if (step.skip > 0 || held.length < step.take) break;
        const taken = held.subarray(0, step.take);
        held = held.subarray(step.take);
        step = step.next(taken);
      }
      // A copy, because a slice would keep the whole buffer alive.
      held = step === null ? Buffer.alloc(0) : Buffer.from(held);
    },
    kind: () => kind,
    embedded: () => found,
    isComplete: () => {
      const end = kind === 'png' ? pngEnd : jpegEnd;
      return lastBytes.subarray(-end.length).equals(end);
    },
  };
}

function pngText(type: 'tEXt' | 'iTXt', chunk: Buffer): unknown {
  if (!chunk.subarray(0, keyword.length + 1).equals(Buffer.from(`${keyword}\0`, 'latin1'))) return null;
  if (type === 'tEXt') return parseJson(chunk.toString('latin1', keyword.length + 1));
  // iTXt: compression flag, method, language, translated keyword, text. Compressed text is ignored.
  const isCompressed = chunk[keyword.length + 1] !== 0;
  const languageEnd = chunk.indexOf(0, keyword.length + 3);
  const translatedEnd = languageEnd === -1 ? -1 : chunk.indexOf(0, languageEnd + 1);
  return isCompressed || translatedEnd === -1 ? null : parseJson(chunk.toString('utf8', translatedEnd + 1));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
