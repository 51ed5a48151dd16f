// The result of an upload does not depend on its chunking, and the hash is that of the file.

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { fc } from '../../support/fast-check.ts';
import { expect, it } from 'vitest';
import { receiveReport } from '../../../emulator/flights/report-body.ts';
import type { ReportBody } from '../../../emulator/flights/report-body.ts';
import { createMultipartParts } from '../../../emulator/journal/message-text.ts';
import { boundary, multipart, png, report } from '../images.ts';

const maxFileBytes = 2000;

function receive(pieces: readonly Buffer[]): Promise<ReportBody> {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const request = Object.assign(Readable.from(pieces, { objectMode: false }), { headers, complete: true });
  return receiveReport(request as unknown as IncomingMessage, {
    severalReports: 'refuse',
    maxFileBytes,
    keepBytes: 0,
    parts: createMultipartParts(),
    throttle: null,
  });
}

function cut(body: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (body.length + 1)))].toSorted((left, right) => left - right);
  return [...ends, body.length]
    .map((end, index) => body.subarray(index === 0 ? 0 : ends[index - 1], end))
    .filter((piece) => piece.length > 0);
}

const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(png(), Buffer.alloc(0), Buffer.alloc(maxFileBytes), Buffer.alloc(maxFileBytes + 1)),
);
const part = fc.oneof(
  content.map((bytes) => report(bytes)),
  content.map((bytes) => report(bytes, '')),
  content.map((bytes) => ({ name: 'report', content: bytes })),
  content.map((bytes) => ({ name: 'other', fileName: 'a.png', content: bytes })),
);
const body = fc
  .tuple(fc.array(part, { maxLength: 4 }), fc.option(fc.nat()))
  .map(([parts, end]) => multipart(parts).subarray(0, end === null ? undefined : end % (multipart(parts).length + 1)));

it('has the same result for any chunking', async () => {
  await fc.assert(
    fc.asyncProperty(body, fc.array(fc.nat({ max: 9000 }), { maxLength: 20 }), async (bytes, places) => {
      expect(await receive(cut(bytes, places))).toEqual(await receive(cut(bytes, [])));
    }),
    { numRuns: 200 },
  );
});

it('measures and hashes every byte', async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.array(fc.nat({ max: 3000 }), { maxLength: 20 }), async (bytes, places) => {
      const received = await receive(cut(multipart([report(bytes)]), places));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(received).toMatchObject(
        bytes.length > maxFileBytes
          ? { outcome: 'too-large' }
          : { outcome: 'received', file: { fileName: 'report.png', sizeBytes: bytes.length, sha256 } },
      );
    }),
    { numRuns: 200 },
  );
});
