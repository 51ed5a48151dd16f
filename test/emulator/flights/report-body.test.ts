// The result of an upload does not depend on its chunking.

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { fc } from '../../support/fast-check.ts';
import { createReportReader } from '../../../emulator/flights/figures.ts';
import { receiveReport } from '../../../emulator/flights/upload.ts';
import type { ReportBody } from '../../../emulator/flights/admission.ts';
import { createMultipartParts } from '../../../emulator/journal/message-text.ts';
import {
  boundary,
  cut,
  jpeg,
  jpegNote,
  jpegSegment,
  multipart,
  png,
  pngChunk,
  pngNote,
  report,
  sampleReport,
} from '../images.ts';

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

it('measures every byte', async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.array(fc.nat({ max: 3000 }), { maxLength: 20 }), async (bytes, places) => {
      const received = await receive(cut(multipart([report(bytes)]), places));
      expect(received).toMatchObject(
        bytes.length > maxFileBytes
          ? { outcome: 'too-large' }
          : { outcome: 'received', file: { fileName: 'report.png', sizeBytes: bytes.length } },
      );
    }),
    { numRuns: 200 },
  );
});

function readIn(pieces: readonly Buffer[]) {
  const reader = createReportReader();
  for (const piece of pieces) reader.push(piece);
  return { kind: reader.kind(), embedded: reader.embedded() };
}

const international = (text: string) => Buffer.from(`FlightReport\0\0\0en\0Flugbericht\0${text}`);

const images: [string, Buffer, unknown][] = [
  ['a PNG text chunk', png(pngNote(sampleReport)), sampleReport],
  ['a PNG international text chunk', png(pngChunk('iTXt', international('{"aircraft":"A20N"}'))), { aircraft: 'A20N' }],
  ['a PNG chunk behind others', png(pngChunk('tEXt', Buffer.from('Title\0x')), pngNote(sampleReport)), sampleReport],
  ['a JPEG comment', jpeg(jpegNote(sampleReport)), sampleReport],
  ['a JPEG comment behind others', jpeg(jpegSegment(0xfe, Buffer.from('hello')), jpegNote(sampleReport)), sampleReport],
];

describe('the figures inside an image', () => {
  it.each(images)('%s is found for any chunking', (_name, bytes, expected) => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 40 }), (places) => {
        expect(readIn(cut(bytes, places)).embedded).toEqual(expected);
      }),
    );
    expect(readIn([...bytes].map((byte) => Buffer.from([byte]))).embedded).toEqual(expected);
  });

  it.each([
    ['no note', png()],
    ['a note that is not JSON', png(pngChunk('tEXt', Buffer.from('FlightReport\0{')))],
    ['a note under another keyword', png(pngChunk('tEXt', Buffer.from('FlightReports\0{"pax":1}')))],
    ['a compressed note', png(pngChunk('iTXt', Buffer.from('FlightReport\0\u0001\0\0\0{"pax":1}')))],
    ['a note of unreasonable size', png(pngChunk('tEXt', Buffer.from(`FlightReport\0"${'x'.repeat(20_000)}"`)))],
    ['a chunk that claims to be huge', png().fill(0xff, 8, 12)],
    ['a note behind what is no chunk', Buffer.concat([png().subarray(0, 8), Buffer.alloc(12), pngNote(sampleReport)])],
    ['a note behind the end', Buffer.concat([png(), pngNote(sampleReport)])],
    ['a JPEG without one', jpeg()],
    ['a JPEG segment of no length', Buffer.concat([jpeg().subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 0, 1, 2])])],
    ['no image', Buffer.from('FlightReport:{"pax":1}')],
  ])('%s contains none', (_name, bytes) => {
    expect(readIn([bytes]).embedded).toBeUndefined();
  });

  it('reads arbitrary bytes without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom(png().subarray(0, 8), jpeg().subarray(0, 2)), (bytes, start) => {
        expect(readIn([start, Buffer.from(bytes)]).embedded ?? null).toSatisfy(() => true);
      }),
    );
  });

  it('detects PNG, JPEG or neither', () => {
    expect([png(), jpeg(), Buffer.from('neither of both')].map((bytes) => readIn([bytes]).kind)).toEqual([
      'png',
      'jpeg',
      null,
    ]);
  });
});
