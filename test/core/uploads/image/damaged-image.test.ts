// Damaged images, data after the end, and files that get their length before their bytes.
import { fc } from '../../../support/fast-check.ts';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  jpegStart,
  pngChunk,
  pngHeader,
  pngPixels,
  pngStart,
  sampleJpeg,
  samplePng,
} from '../../../support/image-samples.ts';
import { verdictOf, nameOf, concat, jpegs, pngs } from './image-verdicts.ts';

const kindOf = (name: string, bytes: Buffer) => verdictOf(name, bytes).then(({ kind }) => kind);

// Found there: what the file held before the Windows Snipping Tool cropped it (CVE-2023-28303), Samsung's directory (SEFH
// to SEFT), the film of a motion photo, further images (CIPA DC-007), and text of Vivo and OnePlus.
test.each<[string, Buffer]>([
  ['zeros', Buffer.alloc(4_096)],
  ['another image', sampleJpeg({ seed: 5 })],
  ['the beginning of another image', sampleJpeg({ seed: 5 }).subarray(0, 40)],
  ['markers and chunks', concat(jpegStart, Buffer.from([0xff]), pngChunk('IDAT', Buffer.alloc(3)))],
])('data after the end makes no difference: %s', async (_, trailer) => {
  for (const bytes of Object.values({ ...jpegs, ...pngs }))
    expect(await verdictOf(nameOf(bytes), concat(bytes, trailer))).toEqual(await verdictOf(nameOf(bytes), bytes));
});

describe('a damaged PNG', () => {
  const whole = samplePng();
  const parts = [
    pngHeader(4, 3),
    pngChunk('PLTE', Buffer.alloc(9, 1)),
    pngChunk('IDAT', pngPixels()),
    pngChunk('IEND'),
  ] as const;
  const damage = (part: Buffer, at: number) => {
    const changed = Buffer.from(part);
    changed[changed.length + at] = changed.at(at)! ^ 0x40;
    return changed;
  };

  test.each([0, 1, 2, 3])('is found by critical chunk %i (data or checksum)', async (which) => {
    const [withSum, withData] = [-1, which === 3 ? -4 : -6].map((at) =>
      concat(pngStart, ...parts.with(which, damage(parts[which]!, at))),
    );
    expect(await kindOf('a.png', withSum!)).toBe('not-an-image');
    expect(await kindOf('a.png', withData!)).toBe('not-an-image');
  });

  test('with damage only in an ancillary chunk is still an image', async () => {
    expect(
      await kindOf(
        'a.png',
        concat(pngStart, parts[0], damage(pngChunk('tEXt', Buffer.from('a note')), -1), parts[2], parts[3]),
      ),
    ).toBe('complete');
  });

  test.each<[string, Buffer]>([
    ['pixels before the head', concat(pngStart, parts[2], parts[0], parts[3])],
    ['two heads', concat(pngStart, parts[0], parts[0], parts[2], parts[3])],
    ...['IDA1', 'ID T'].map((type): [string, Buffer] => [
      `a chunk of the type ${type}`,
      concat(pngStart, parts[0], pngChunk(type, Buffer.alloc(4)), parts[2], parts[3]),
    ]),
    ['line endings that were converted', Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')],
  ])('is no image: %s', async (_, bytes) => {
    expect(await kindOf('a.png', bytes)).toBe('not-an-image');
  });

  test("in Apple's format for apps is reported as that", async () => {
    const bytes = concat(pngStart, pngChunk('CgBI', Buffer.alloc(4)), ...parts);
    expect(await verdictOf('a.png', bytes)).toEqual({ kind: 'not-an-image', why: { reason: 'appImage' } });
  });
});

describe('a preallocated file', () => {
  const whole = samplePng({ padBytes: 40, width: 8, height: 8 });
  /** The bytes written so far are in place, zeros elsewhere. */
  const written = (from: number, to: number, bytes = whole) => {
    const file = Buffer.alloc(bytes.length);
    bytes.copy(file, from, from, to);
    return file;
  };

  test('is waited for while it is empty or has a hole at the next chunk', async () => {
    const holes = { kind: 'incomplete', hasHoles: true };
    expect(await verdictOf('a.png', Buffer.alloc(1_000))).toEqual(holes);
    expect(await verdictOf('a.jpg', Buffer.alloc(1_000))).toEqual(holes);
    expect(await verdictOf('a.png', written(0, pngStart.length + pngHeader(4, 3).length))).toEqual(holes);
    expect(await verdictOf('a.png', written(0, whole.length - 4))).toEqual(holes);
  });

  test.each([whole, sampleJpeg()])('is incomplete before its first and its last byte (%#)', async (bytes) => {
    for (let at = 1; at < bytes.length; at += 1) {
      expect(await kindOf(nameOf(bytes), written(0, at, bytes))).not.toBe('complete');
      expect(await kindOf(nameOf(bytes), written(at, bytes.length, bytes))).not.toBe('complete');
    }
  });

  test('is incomplete with a hole anywhere in its pixels', async () => {
    const pixels = concat(
      pngStart,
      pngHeader(2_000, 1),
      pngChunk('IDAT', deflateSync(Buffer.alloc(2_001, 1), { level: 0 })),
      pngChunk('IEND'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 41, max: pixels.length - 20 }),
        fc.integer({ min: 1, max: 500 }),
        async (at, bytes) => {
          const file = Buffer.from(pixels).fill(0, at, Math.min(pixels.length - 16, at + bytes));
          expect(await kindOf('a.png', file)).not.toBe('complete');
        },
      ),
    );
  });
});
