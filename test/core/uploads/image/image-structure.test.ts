// Every kind of JPEG and PNG, truncated anywhere, in chunks of any size, or crafted to be slow to read.
import { fc } from '../../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { createImageCheck } from '../../../../main/core/uploads/image/image-check.ts';
import { jpegFrame, jpegScanHeader, jpegStart, pngChunk, pngHeader, pngStart } from '../../../support/image-samples.ts';
import { verdictOf, nameOf, concat, jpegs, pngs } from './image-verdicts.ts';

test.each(Object.entries({ ...jpegs, ...pngs }))(
  'every kind of image %s is complete with its last byte and not before',
  async (_, bytes) => {
    const check = createImageCheck(nameOf(bytes));
    const tooSoon: number[] = [];
    // Byte by byte, with a verdict after each: the result must not depend on chunk boundaries.
    for (let at = 0; at < bytes.length; at += 1) {
      if (check.verdict().kind !== 'incomplete') tooSoon.push(at);
      await check.push(bytes.subarray(at, at + 1));
    }
    expect(tooSoon).toEqual([]);
    expect(check.verdict()).toMatchObject({ kind: 'complete' });
    expect(await verdictOf(nameOf(bytes), bytes)).toEqual(check.verdict());
  },
);

describe('any bytes', () => {
  test('never throw, and give the same verdict for any split', async () => {
    const start = fc.constantFrom(
      pngStart,
      jpegStart,
      Buffer.alloc(0),
      concat(pngStart, pngHeader(4, 3)),
      concat(jpegStart, jpegFrame(4, 3), jpegScanHeader),
    );
    const noise = fc.array(
      fc.oneof(fc.constantFrom(0xff, 0x00, 0xd8, 0xd9, 0xda, 0xdc, 0xc0, 0xe1, 0x02), fc.integer({ min: 0, max: 255 })),
      { maxLength: 300 },
    );
    await fc.assert(
      fc.asyncProperty(
        start,
        noise,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('a.png', 'a.jpg'),
        async (head, tail, pieceBytes, name) => {
          const bytes = concat(head, Uint8Array.from(tail));
          expect(await verdictOf(name, bytes, pieceBytes)).toEqual(await verdictOf(name, bytes));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  // If time grew faster than the bytes, this would not end.
  const many = 2 * 1024 * 1024;
  test.each<[string, string, Buffer]>([
    ['fill bytes', 'a.jpg', concat(jpegStart, Buffer.alloc(many, 0xff))],
    ['restart markers', 'a.jpg', concat(jpegStart, Buffer.alloc(many, Buffer.from([0xff, 0xd3])))],
    ['empty segments', 'a.jpg', concat(jpegStart, Buffer.alloc(many, Buffer.from([0xff, 0xe5, 0, 2])))],
    ['zeros in a scan', 'a.jpg', concat(jpegStart, jpegFrame(4, 3), jpegScanHeader, Buffer.alloc(many))],
    ['empty chunks', 'a.png', concat(pngStart, pngHeader(4, 3), Buffer.alloc(many, pngChunk('tEXt')))],
    ['empty pixels', 'a.png', concat(pngStart, pngHeader(4, 3), Buffer.alloc(many, pngChunk('IDAT')))],
  ])('millions of %s are read in time that grows as they do', async (_, name, bytes) => {
    expect((await verdictOf(name, bytes, 65_536)).kind).toBe('incomplete');
  });
});
