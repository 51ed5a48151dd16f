import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { createReportReader } from '../../../emulator/flights/report-body.ts';
import { jpeg, jpegNote, jpegSegment, png, pngChunk, pngNote, sampleReport } from '../images.ts';

function readIn(pieces: readonly Buffer[]) {
  const reader = createReportReader();
  for (const piece of pieces) reader.push(piece);
  return { kind: reader.kind(), embedded: reader.embedded() };
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % bytes.length), bytes.length].toSorted((left, right) => left - right);
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
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
    [
      'a note behind bytes that are no chunk',
      Buffer.concat([png().subarray(0, 8), Buffer.alloc(12), pngNote(sampleReport)]),
    ],
    ['a note behind the end', Buffer.concat([png(), pngNote(sampleReport)])],
    ['a JPEG without one', jpeg()],
    [
      'a JPEG segment of impossible length',
      Buffer.concat([jpeg().subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 0, 1, 2])]),
    ],
    ['no image', Buffer.from('FlightReport:{"pax":1}')],
  ])('%s contains none', (_name, bytes) => {
    expect(readIn([bytes]).embedded).toBeNull();
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
