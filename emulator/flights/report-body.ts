// Takes the picture out of an upload's multipart body while it streams in: measures it, hashes it, looks at its first
// bytes and its figures, and keeps nothing of it. Whatever the body is, there is an answer; nothing here throws.

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { boundaryOf, createMultipartReader } from './multipart.ts';
import type { PartSink } from './multipart.ts';
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

const fieldName = 'report';

export function receiveReport(request: IncomingMessage, maxFileBytes: number): Promise<ReportBody> {
  return new Promise((resolve) => {
    const boundary = boundaryOf(request.headers['content-type']);
    if (boundary === null) return resolve({ outcome: 'missing' });

    const files: ReceivedFile[] = [];
    let isInFile = false;
    const finish = (body: ReportBody) => {
      // The rest is let through unread, so that the sender hears the answer instead of a broken connection.
      request.off('data', take);
      request.resume();
      resolve(body);
    };

    const openFile = (fileName: string): PartSink => {
      isInFile = true;
      const digest = createHash('sha256');
      const reader = createReportReader();
      let sizeBytes = 0;
      return {
        push(bytes) {
          sizeBytes += bytes.length;
          if (sizeBytes > maxFileBytes) return finish({ outcome: 'too-large' });
          digest.update(bytes);
          reader.push(bytes);
        },
        end() {
          isInFile = false;
          // What a browser sends for a file input that nobody filled.
          if (sizeBytes === 0 && fileName === '') return;
          const sha256 = digest.digest('hex');
          files.push({ fileName, sizeBytes, sha256, kind: reader.kind(), embedded: reader.embedded() });
        },
      };
    };
    const form = createMultipartReader(boundary, ({ name, fileName }) =>
      name === fieldName && fileName !== null ? openFile(fileName) : null,
    );
    const take = (bytes: Buffer) => form.push(bytes);

    request.on('data', take);
    request.on('end', () => finish(outcomeOf(files, { isWhole: form.isWhole(), isInFile })));
    request.on('close', () => {
      if (!request.complete) finish({ outcome: 'gone' });
    });
    request.on('error', () => finish({ outcome: 'gone' }));
  });
}

function outcomeOf(files: readonly ReceivedFile[], { isWhole, isInFile }: { isWhole: boolean; isInFile: boolean }) {
  const [file, ...others] = files;
  if (file === undefined && !isInFile) return { outcome: 'missing' } as const;
  // Cut off: what came whole before does not count, the sender's body is not what it says.
  return file === undefined || others.length > 0 || !isWhole
    ? ({ outcome: 'unusable' } as const)
    : ({ outcome: 'received', file } as const);
}
