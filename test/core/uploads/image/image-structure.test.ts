// The picture check on what is hard about the two formats: every kind of JPEG, sums of PNG chunks, files that are cut
// anywhere, given their length before their bytes, or made to be slow to read.
import { fc } from '../../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { createImageCheck, type ImageVerdict } from '../../../../main/core/uploads/image/image-check.ts';
import {
  jpegEnd,
  jpegEntropy,
  jpegFrame,
  jpegScanHeader,
  jpegSegment,
  jpegStart,
  pngChunk,
  pngHeader,
  pngStart,
  sampleJpeg,
  samplePng,
} from '../image-samples.ts';

function verdictOf(name: string, bytes: Buffer, pieceBytes = bytes.length): ImageVerdict {
  const check = createImageCheck(name);
  for (let at = 0; at < bytes.length; at += Math.max(1, pieceBytes)) check.push(bytes.subarray(at, at + pieceBytes));
  return check.verdict();
}
const kindOf = (name: string, bytes: Buffer) => verdictOf(name, bytes).kind;
const nameOf = (bytes: Buffer) => (bytes[0] === 0x89 ? 'shot.png' : 'shot.jpg');
const concat = (...parts: Uint8Array[]) => Buffer.concat(parts);

/** Entropy-coded data in which everything that looks like a marker is none. */
const entropy = jpegEntropy(
  Uint8Array.from({ length: 400 }, (_, index) => (index % 3 === 0 ? 0xff : index % 256)),
  7,
);
const tables = concat(jpegSegment(0xdb, Buffer.alloc(65, 1)), jpegSegment(0xc4, Buffer.alloc(20, 1)));
const scan = concat(jpegScanHeader, entropy);
const exif = (content: Buffer) => jpegSegment(0xe1, concat(Buffer.from('Exif\0\0'), content));

const jpegs: Readonly<Record<string, Buffer>> = {
  'baseline, with JFIF': concat(
    jpegStart,
    jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\0\0')),
    tables,
    jpegFrame(16, 9),
    scan,
    jpegEnd,
  ),
  'extended, of 12 bits': concat(jpegStart, tables, twelveBits(jpegFrame(16, 9, 0xc1)), scan, jpegEnd),
  'progressive, of ten scans with tables between': concat(
    jpegStart,
    tables,
    jpegFrame(16, 9, 0xc2),
    ...Array.from({ length: 10 }, () => concat(tables, scan)),
    jpegEnd,
  ),
  lossless: concat(jpegStart, tables, jpegFrame(16, 9, 0xc3), scan, jpegEnd),
  'arithmetic, with its conditioning': concat(
    jpegStart,
    jpegSegment(0xcc, Buffer.from([0, 16])),
    jpegFrame(16, 9, 0xc9),
    scan,
    jpegEnd,
  ),
  'with restart intervals': concat(
    jpegStart,
    jpegSegment(0xdd, Buffer.from([0, 4])),
    tables,
    jpegFrame(16, 9),
    scan,
    jpegEnd,
  ),
  'with its height behind the first scan (DNL)': concat(
    jpegStart,
    tables,
    jpegFrame(16, 0),
    scan,
    jpegSegment(0xdc, Buffer.from([0, 9])),
    jpegEnd,
  ),
  'with fill bytes before every marker': concat(
    jpegStart,
    ...[tables, jpegFrame(16, 9), scan].flatMap((part) => [Buffer.alloc(5, 0xff), part]),
    Buffer.alloc(5, 0xff),
    jpegEnd,
  ),
  'with a whole JPEG as thumbnail in APP1, and another in APP2': concat(
    jpegStart,
    exif(sampleJpeg()),
    jpegSegment(0xe2, sampleJpeg()),
    tables,
    jpegFrame(16, 9),
    scan,
    jpegEnd,
  ),
  'with a colour profile of many segments and a comment': concat(
    jpegStart,
    ...[1, 2, 3].map((part) =>
      jpegSegment(0xe2, concat(Buffer.from(`ICC_PROFILE\0${part}3`), Buffer.alloc(60_000, 0xff))),
    ),
    jpegSegment(0xfe, Buffer.from('\xff\xd9 is not the end', 'latin1')),
    tables,
    jpegFrame(16, 9),
    scan,
    jpegEnd,
  ),
};

function twelveBits(frame: Buffer): Buffer {
  const changed = Buffer.from(frame);
  changed[4] = 12;
  return changed;
}

const pngs: Readonly<Record<string, Buffer>> = {
  'with one IDAT': samplePng(),
  'with many IDATs': concat(
    pngStart,
    pngHeader(4, 3),
    ...Array.from({ length: 9 }, () => pngChunk('IDAT', Buffer.alloc(7, 3))),
    pngChunk('IEND'),
  ),
  'with a palette, a profile and times behind its pixels': concat(
    pngStart,
    pngHeader(4, 3),
    pngChunk('iCCP', Buffer.alloc(900, 7)),
    pngChunk('PLTE', Buffer.alloc(768, 9)),
    pngChunk('IDAT', Buffer.alloc(50, 1)),
    pngChunk('tIME', Buffer.alloc(7, 1)),
    pngChunk('eXIf', sampleJpeg()),
    pngChunk('IEND'),
  ),
  'of several frames (APNG)': concat(
    pngStart,
    pngHeader(4, 3),
    pngChunk('acTL', Buffer.alloc(8, 1)),
    pngChunk('fcTL', Buffer.alloc(26, 1)),
    pngChunk('IDAT', Buffer.alloc(50, 1)),
    pngChunk('fcTL', Buffer.alloc(26, 2)),
    pngChunk('fdAT', Buffer.alloc(54, 2)),
    pngChunk('IEND'),
  ),
};

describe('every kind of image', () => {
  test.each(Object.entries({ ...jpegs, ...pngs }))('%s is complete with its last byte and not before', (_, bytes) => {
    const check = createImageCheck(nameOf(bytes));
    const tooSoon: number[] = [];
    // Byte by byte, and told after each: nothing is left to where the pieces end.
    for (let at = 0; at < bytes.length; at += 1) {
      if (check.verdict().kind !== 'incomplete') tooSoon.push(at);
      check.push(bytes.subarray(at, at + 1));
    }
    expect(tooSoon).toEqual([]);
    expect(check.verdict()).toMatchObject({ kind: 'complete' });
    expect(verdictOf(nameOf(bytes), bytes)).toEqual(check.verdict());
  });

  test('is found complete in pieces of any size', () => {
    for (const bytes of Object.values({ ...jpegs, ...pngs })) {
      for (const pieceBytes of [1, 2, 3, 7, 64, 1_000, 65_536])
        expect(verdictOf(nameOf(bytes), bytes, pieceBytes)).toEqual(verdictOf(nameOf(bytes), bytes));
    }
  });
});

describe('data after the end', () => {
  test.each<[string, Buffer]>([
    ['zeros', Buffer.alloc(4_096)],
    ['another picture', sampleJpeg({ seed: 5 })],
    ['the beginning of another picture', sampleJpeg({ seed: 5 }).subarray(0, 40)],
    ['markers and chunks', concat(jpegStart, Buffer.from([0xff]), pngChunk('IDAT', Buffer.alloc(3)))],
  ])('makes no difference: %s', (_, trailer) => {
    for (const bytes of Object.values({ ...jpegs, ...pngs }))
      expect(verdictOf(nameOf(bytes), concat(bytes, trailer))).toEqual(verdictOf(nameOf(bytes), bytes));
  });
});

describe('a damaged PNG', () => {
  const whole = samplePng();
  const parts = [
    pngHeader(4, 3),
    pngChunk('PLTE', Buffer.alloc(9, 1)),
    pngChunk('IDAT', Buffer.alloc(50, 1)),
    pngChunk('IEND'),
  ] as const;
  const damage = (part: Buffer, at: number) => {
    const changed = Buffer.from(part);
    changed[changed.length + at] = changed.at(at)! ^ 0x40;
    return changed;
  };

  test.each([0, 1, 2, 3])('is found by critical chunk %i (data or checksum)', (which) => {
    const [withSum, withData] = [-1, which === 3 ? -4 : -6].map((at) =>
      concat(pngStart, ...parts.with(which, damage(parts[which]!, at))),
    );
    expect(kindOf('a.png', withSum!)).toBe('not-an-image');
    expect(kindOf('a.png', withData!)).toBe('not-an-image');
  });

  test('with damage only in an ancillary chunk is still an image', () => {
    expect(
      kindOf(
        'a.png',
        concat(pngStart, parts[0], damage(pngChunk('tEXt', Buffer.from('a note')), -1), parts[2], parts[3]),
      ),
    ).toBe('complete');
  });

  test.each<[string, Buffer]>([
    ['pixels before the head', concat(pngStart, parts[2], parts[0], parts[3])],
    ['two heads', concat(pngStart, parts[0], parts[0], parts[2], parts[3])],
    ['an end without pixels', concat(pngStart, parts[0], parts[3])],
    ...['1DAT', 'IDA1', 'ID T'].map((type): [string, Buffer] => [
      `a chunk of the type ${type}`,
      concat(pngStart, parts[0], pngChunk(type, Buffer.alloc(4)), parts[2], parts[3]),
    ]),
    [
      'a chunk longer than 2^31',
      concat(pngStart, parts[0], Buffer.from([0x80, 0, 0, 0]), Buffer.from('IDAT'), Buffer.alloc(40)),
    ],
    ['line endings that were converted', Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')],
  ])('is no picture: %s', (_, bytes) => {
    expect(kindOf('a.png', bytes)).toBe('not-an-image');
  });

  test("in Apple's format for apps is named as that", () => {
    const bytes = concat(pngStart, pngChunk('CgBI', Buffer.alloc(4)), ...parts);
    expect(verdictOf('a.png', bytes)).toEqual({
      kind: 'not-an-image',
      why: { reason: 'appImage' },
    });
  });
});

describe('a preallocated file', () => {
  const whole = samplePng({ padBytes: 3_000, width: 40, height: 40 });
  /** What is written of it so far lies in its place, zeros in the others. */
  const written = (from: number, to: number, bytes = whole) => {
    const file = Buffer.alloc(bytes.length);
    bytes.copy(file, from, from, to);
    return file;
  };

  test('is waited for while it is empty or has a hole at the next chunk', () => {
    const holes = { kind: 'incomplete', hasHoles: true };
    expect(verdictOf('a.png', Buffer.alloc(1_000))).toEqual(holes);
    expect(verdictOf('a.jpg', Buffer.alloc(1_000))).toEqual(holes);
    expect(verdictOf('a.png', written(0, pngStart.length + pngHeader(4, 3).length))).toEqual(holes);
    expect(verdictOf('a.png', written(0, whole.length - 4))).toEqual(holes);
  });

  test('is incomplete before its last byte when filled from the front', () => {
    for (let to = 0; to < whole.length; to += 1) expect(kindOf('a.png', written(0, to))).not.toBe('complete');
  });

  test('is incomplete before its first byte when filled from the back', () => {
    for (let from = whole.length; from > 0; from -= 1)
      expect(kindOf('a.png', written(from, whole.length))).not.toBe('complete');
  });

  test('is incomplete with a hole anywhere in its pixels', () => {
    const pixels = concat(pngStart, pngHeader(4, 3), pngChunk('IDAT', Buffer.alloc(2_000, 7)), pngChunk('IEND'));
    fc.assert(
      fc.property(fc.integer({ min: 41, max: pixels.length - 20 }), fc.integer({ min: 1, max: 500 }), (at, bytes) => {
        const file = Buffer.from(pixels).fill(0, at, Math.min(pixels.length - 16, at + bytes));
        expect(kindOf('a.png', file)).not.toBe('complete');
      }),
    );
  });

  test('as a JPEG is incomplete before its first and its last byte', () => {
    const jpeg = sampleJpeg();
    for (let at = 1; at < jpeg.length; at += 1) {
      expect(kindOf('a.jpg', written(0, at, jpeg))).not.toBe('complete');
      expect(kindOf('a.jpg', written(at, jpeg.length, jpeg))).not.toBe('complete');
    }
  });
});

describe('whatever the bytes', () => {
  test('nothing throws, and any split gives the same verdict', () => {
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
    fc.assert(
      fc.property(
        start,
        noise,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('a.png', 'a.jpg'),
        (head, tail, pieceBytes, name) => {
          const bytes = concat(head, Uint8Array.from(tail));
          expect(verdictOf(name, bytes, pieceBytes)).toEqual(verdictOf(name, bytes));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  // Were the time to grow faster than the bytes, this would not end.
  const many = 8 * 1024 * 1024;
  test.each<[string, string, Buffer]>([
    ['fill bytes', 'a.jpg', concat(jpegStart, Buffer.alloc(many, 0xff))],
    ['restart markers', 'a.jpg', concat(jpegStart, Buffer.alloc(many, Buffer.from([0xff, 0xd3])))],
    ['empty segments', 'a.jpg', concat(jpegStart, Buffer.alloc(many, Buffer.from([0xff, 0xe5, 0, 2])))],
    ['zeros in a scan', 'a.jpg', concat(jpegStart, jpegFrame(4, 3), jpegScanHeader, Buffer.alloc(many))],
    ['empty chunks', 'a.png', concat(pngStart, pngHeader(4, 3), Buffer.alloc(many, pngChunk('tEXt')))],
    ['empty pixels', 'a.png', concat(pngStart, pngHeader(4, 3), Buffer.alloc(many, pngChunk('IDAT')))],
  ])('millions of %s are read in time that grows as they do', (_, name, bytes) => {
    expect(verdictOf(name, bytes, 65_536).kind).toBe('incomplete');
  });
});
