// Reads as far as the first file of a multipart body and puts back what it read, so that the upload can read it again.

import type { IncomingMessage } from 'node:http';
import { boundaryOf, createMultipartReader } from '../flights/report/multipart.ts';

type PeekedFile = {
  fileName: string;
  contentType: string | undefined;
};

/** The head of the file has to end within this many bytes; otherwise it is ignored. */
const mostBytes = 64 * 1024;

/** Returns null if there is no file. */
export function peekFile(request: IncomingMessage): Promise<PeekedFile | null> {
  const boundary = boundaryOf(request.headers['content-type']);
  if (boundary === null || request.readableEnded || request.destroyed) return Promise.resolve(null);
  return new Promise((resolve) => {
    let found: PeekedFile | null = null;
    let bytes = 0;
    const chunks: Buffer[] = [];
    const form = createMultipartReader(boundary, ({ fileName, type }) => {
      if (fileName !== null) found ??= { fileName, contentType: type ?? undefined };
      return null;
    });
    const finish = () => {
      request.off('readable', readOn).off('end', finish).off('close', finish).off('error', finish);
      // Immediately: a stream that has ended emits `end` in the next tick unless there is something to read.
      if (!request.readableEnded) for (const chunk of chunks.toReversed()) request.unshift(chunk);
      // Removing the listener takes effect in the next tick; only then may another reader begin.
      setImmediate(() => resolve(found));
    };
    const readOn = () => {
      const chunk = request.read() as Buffer | null;
      if (chunk === null) return void (request.complete && finish());
      chunks.push(chunk);
      bytes += chunk.length;
      form.push(chunk);
      if (found !== null || bytes >= mostBytes || request.complete) finish();
    };
    request.on('readable', readOn).on('end', finish).on('close', finish).on('error', finish);
  });
}
