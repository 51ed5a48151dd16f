// Takes the picture out of an upload's multipart body while it streams in: measures it, hashes it, looks at its first
// bytes and its figures, and keeps nothing of it. Whatever the body is, there is an answer; nothing here throws.

import { Busboy } from '@fastify/busboy';
import type { BusboyFileStream } from '@fastify/busboy';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createReportReader } from './report-reader.ts';
import type { PictureKind } from './report-reader.ts';

export interface ReceivedFile {
  fileName: string;
  sizeBytes: number;
  sha256: string;
  kind: PictureKind | null;
  embedded: unknown;
}

export type ReportBody =
  | { outcome: 'received'; file: ReceivedFile }
  /** No file came under the name `report`. */
  | { outcome: 'missing' }
  /** Several came, or the body was cut off in the middle of it. */
  | { outcome: 'unusable' }
  | { outcome: 'too-large' }
  /** The sender went away: nobody waits for an answer. */
  | { outcome: 'gone' };

type Parser = InstanceType<typeof Busboy>;

const fieldName = 'report';
// Nothing of a body is kept, so that the number of its parts need not be limited: the report may be the last of many.
const bodyLimits = { fieldSize: 64 * 1024, headerPairs: 50 };

export function receiveReport(request: IncomingMessage, maxFileBytes: number): Promise<ReportBody> {
  return new Promise((resolve) => {
    const parser = createParser(request);
    if (parser === null) return resolve({ outcome: 'missing' });

    const files: ReceivedFile[] = [];
    let isInFile = false;
    let isDone = false;
    const finish = (body: ReportBody) => {
      if (isDone) return;
      isDone = true;
      // The rest is let through unread, so that the sender hears the answer instead of a broken connection.
      request.unpipe(parser);
      request.resume();
      resolve(body);
    };
    const conclude = (): ReportBody => {
      const [file, ...others] = files;
      if (file === undefined) return { outcome: isInFile ? 'unusable' : 'missing' };
      return others.length === 0 && !isInFile ? { outcome: 'received', file } : { outcome: 'unusable' };
    };

    parser.on('file', (name: string | undefined, stream: BusboyFileStream, fileName: string | undefined) => {
      // A file that breaks off is the whole body's trouble: the parser itself reports it.
      stream.on('error', () => undefined);
      if (name !== fieldName) {
        stream.resume();
        return;
      }
      isInFile = true;
      const digest = createHash('sha256');
      const reader = createReportReader();
      let sizeBytes = 0;
      stream.on('data', (bytes: Buffer) => {
        sizeBytes += bytes.length;
        if (isDone) return;
        if (sizeBytes > maxFileBytes) return finish({ outcome: 'too-large' });
        digest.update(bytes);
        reader.push(bytes);
      });
      stream.on('end', () => {
        isInFile = false;
        // What a browser sends for a file input that nobody filled.
        if (sizeBytes === 0 && !fileName) return;
        files.push({
          fileName: fileName ?? '',
          sizeBytes,
          sha256: digest.digest('hex'),
          kind: reader.kind(),
          embedded: reader.embedded(),
        });
      });
    });
    parser.on('finish', () => finish(conclude()));
    // Cut off, or not multipart after all: what came whole does not count, the sender's body is not what it says.
    parser.on('error', () => finish(files.length > 0 || isInFile ? { outcome: 'unusable' } : { outcome: 'missing' }));
    request.on('close', () => {
      if (!request.complete) finish({ outcome: 'gone' });
    });
    request.on('error', () => finish({ outcome: 'gone' }));
    request.pipe(parser);
  });
}

/** Null where the headers describe no multipart form. */
function createParser(request: IncomingMessage): Parser | null {
  const contentType = request.headers['content-type'];
  if (contentType === undefined || !/^multipart\/form-data\s*;/i.test(contentType)) return null;
  try {
    return new Busboy({ headers: { ...request.headers, 'content-type': contentType }, limits: bodyLimits });
  } catch {
    return null;
  }
}
