// What identifies an image: what is drawn, whatever else the file holds; and what no program draws.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isEditedCopy } from '../../../../main/core/uploads/image/edited-copy.ts';
import {
  jpegEnd,
  jpegFrame,
  jpegScanHeader,
  jpegSegment,
  jpegStart,
  pngChunk,
  pngHeader,
  pngStart,
} from '../../../support/image-samples.ts';
import { concat, nameOf, verdictOf } from './image-verdicts.ts';

type Header = { depth?: number; colour?: number; compression?: number; interlace?: number };
const [width, height] = [64, 48];

const header = ({ depth = 8, colour = 2, compression = 0, interlace = 0 }: Header = {}) =>
  pngHeader(width, height, [depth, colour, compression, 0, interlace]);
/** Rows of `count`, with a gradient, and a red frame where `isEdited`. */
function rowsOf(count = height, isEdited = false, shift = 0): Buffer {
  const rows = Buffer.alloc(count * (1 + width * 3));
  for (let y = 0; y < count; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isFrame = isEdited && x >= 10 && x <= 30 && y >= 5 && y <= 14;
      rows.set(
        isFrame ? [255, 0, 0] : [x * 3 + shift, (y * 5 * (shift + 1)) % 256, (x ^ y) + shift],
        y * (1 + width * 3) + 1 + x * 3,
      );
    }
  }
  return rows;
}
const whole = (pixels: Buffer, ...before: Buffer[]) =>
  concat(pngStart, header(), ...before, pngChunk('IDAT', pixels), pngChunk('IEND'));
const good = deflateSync(rowsOf());
const ok = whole(good);

const imageHashOf = async (bytes: Buffer) => {
  const verdict = await verdictOf(nameOf(bytes), bytes);
  return verdict.kind === 'complete' ? verdict.imageHash : verdict;
};

describe('the same picture', () => {
  const comment = pngChunk('tEXt', Buffer.from('Comment\0five stars'));
  test.each<[string, Buffer]>([
    ['with a comment', whole(good, comment)],
    ['with EXIF', whole(good, pngChunk('eXIf', Buffer.alloc(40, 1)))],
    ['without compression', whole(deflateSync(rowsOf(), { level: 0 }))],
    [
      'in more chunks',
      concat(
        pngStart,
        header(),
        pngChunk('IDAT', good.subarray(0, 9)),
        pngChunk('IDAT', good.subarray(9)),
        pngChunk('IEND'),
      ),
    ],
    ['with rows too many', whole(deflateSync(concat(rowsOf(), Buffer.alloc(9))))],
  ])('is one PNG, %s', async (_, bytes) => {
    expect(await imageHashOf(bytes)).toBe(await imageHashOf(ok));
  });

  test.each<[string, Buffer]>([
    ['another pixel', whole(deflateSync(rowsOf().with(7, 9)))],
    ['transparency', whole(good, pngChunk('tRNS', Buffer.alloc(6)))],
  ])('is not a PNG with %s', async (_, bytes) => {
    expect(await imageHashOf(bytes)).toEqual(expect.stringMatching(/^[0-9a-f]{64}$/));
    expect(await imageHashOf(bytes)).not.toBe(await imageHashOf(ok));
  });

  test.each([0xe1, 0xed, 0xfe])('is one JPEG with or without a segment %i, wherever it is', async (code) => {
    const scan = concat(jpegScanHeader, Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3]));
    const note = jpegSegment(code, Buffer.from('five \xff\xd9 stars', 'latin1'));
    const plain = concat(jpegStart, jpegFrame(16, 9), scan, jpegEnd);
    const tagged = concat(jpegStart, note, jpegFrame(16, 9), note, scan, note, jpegEnd);
    expect(await imageHashOf(tagged)).toBe(await imageHashOf(plain));
    expect(await imageHashOf(concat(jpegStart, jpegFrame(16, 9), scan, Buffer.of(4), jpegEnd))).not.toBe(
      await imageHashOf(plain),
    );
  });
});

describe('what no program opens is refused with its reason', () => {
  const frame = (code: number, depth = 8) => jpegFrame(8, 8, code).fill(depth, 73, 74);
  const jpeg = (...parts: Buffer[]) => concat(jpegStart, ...parts, jpegScanHeader, Buffer.of(1), jpegEnd);
  const plain = (of: Header, pixels = good) => concat(pngStart, header(of), pngChunk('IDAT', pixels), pngChunk('IEND'));
  test.each<[string, string, Buffer]>([
    ['a depth that does not exist', 'colourFormat', plain({ depth: 3 })],
    ['a colour type that does not exist', 'colourFormat', plain({ colour: 5 })],
    ['a depth that its colour type does not have', 'colourFormat', plain({ depth: 4 })],
    ['an unknown compression', 'damaged', plain({ compression: 1 })],
    ['an unknown interlacing', 'damaged', plain({ interlace: 2 })],
    ['no palette', 'damaged', plain({ colour: 3 })],
    ['pixels that are not compressed data', 'pixels', whole(concat(Buffer.of(0x78, 0x9c), Buffer.alloc(200, 7)))],
    ['half of its rows', 'pixels', whole(deflateSync(rowsOf(height / 2)))],
    ['one byte too few', 'pixels', whole(deflateSync(rowsOf().subarray(0, -1)))],
    ['a filter that does not exist', 'pixels', whole(deflateSync(rowsOf().with(0, 9)))],
    [
      'pixels that another chunk interrupts',
      'pixels',
      concat(
        pngStart,
        header(),
        pngChunk('IDAT', good.subarray(0, 40)),
        pngChunk('tEXt'),
        pngChunk('IDAT', good.subarray(40)),
        pngChunk('IEND'),
      ),
    ],
    ['lossless coding', 'rareJpeg', jpeg(frame(0xc3))],
    ['hierarchical coding', 'rareJpeg', jpeg(frame(0xc5))],
    ['twelve bits', 'rareJpeg', jpeg(frame(0xc1, 12))],
    ['two frames', 'damaged', jpeg(frame(0xc0), frame(0xc0))],
    ['no height', 'damaged', jpeg(jpegFrame(8, 0))],
  ])('%s', async (_, reason, bytes) => {
    expect(await verdictOf(nameOf(bytes), bytes)).toMatchObject({ kind: 'not-an-image', why: { reason } });
  });

  test.each<[string, Buffer]>([
    ['an ancillary chunk with an odd name', whole(good, pngChunk('s\u0001IT', Buffer.alloc(3, 8)))],
    ['a wrong checksum behind its pixels', whole(concat(good.subarray(0, -4), Buffer.alloc(4, 1)))],
    ['arithmetic coding', jpeg(frame(0xc9))],
    ['progressive coding', jpeg(frame(0xc2))],
  ])('but not %s', async (_, bytes) => {
    expect(await verdictOf(nameOf(bytes), bytes)).toMatchObject({ kind: 'complete' });
  });

  test('a picture of gigabytes that its data can never fill is refused without inflating it', async () => {
    const huge = pngHeader(60_000, 60_000, [8, 2, 0, 0, 0]);
    const bytes = concat(pngStart, huge, pngChunk('IDAT', good), pngChunk('IEND'));
    const why = { reason: 'pixels' };
    expect(await verdictOf('a.png', bytes)).toMatchObject({ kind: 'not-an-image', why });
  });
});

describe('an edited copy', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'edited-'))));
  afterAll(() => rm(folder, { recursive: true }));
  async function isEdited(one: Buffer, other: Buffer) {
    await writeFile(join(folder, 'one'), one);
    await writeFile(join(folder, 'other'), other);
    return isEditedCopy(join(folder, 'one'), join(folder, 'other'));
  }
  /** Of three, the one that is closest to one plus two minus three: filter 4. */
  function nearest(...three: [number, number, number]) {
    const guess = three[0] + three[1] - three[2];
    return three.toSorted((one, other) => Math.abs(guess - one) - Math.abs(guess - other))[0]!;
  }
  const large = (rows: (y: number, x: number) => readonly [number, number, number], filter = 0, alpha = false) => {
    const [w, h, samples] = [320, 160, alpha ? 4 : 3];
    const lines: Buffer[] = [];
    let above = Buffer.alloc(w * samples);
    for (let y = 0; y < h; y += 1) {
      const line = Buffer.alloc(w * samples, 255);
      for (let x = 0; x < w; x += 1) line.set(rows(y, x), x * samples);
      const left = (at: number, of = line) => (at < samples ? 0 : of[at - samples]!);
      const filtered = line.map((byte, at) => {
        if (filter === 1) return byte - left(at);
        if (filter === 2) return byte - above[at]!;
        if (filter === 3) return byte - ((left(at) + above[at]!) >> 1);
        return filter === 4 ? byte - nearest(left(at), above[at]!, left(at, above)) : byte;
      });
      lines.push(Buffer.of(filter), Buffer.from(filtered));
      above = line;
    }
    return concat(
      pngStart,
      pngHeader(w, h, [8, alpha ? 6 : 2, 0, 0, 0]),
      pngChunk('IDAT', deflateSync(concat(...lines))),
      pngChunk('IEND'),
    );
  };
  const view = (seed: number) => (y: number, x: number) =>
    [(x * seed) % 256, (y * seed) % 256, (x * y + seed) % 256] as const;
  const boxed = (y: number, x: number) =>
    x > 40 && x < 160 && y > 40 && y < 120 ? ([255, 0, 0] as const) : view(7)(y, x);

  test.each([0, 1, 2, 3, 4])('is one with a red box, saved with the filter %i', async (filter) => {
    expect(await isEdited(large(boxed, filter), large(view(7)))).toBe(true);
    expect(await isEdited(large(boxed, filter, true), large(view(7)))).toBe(true);
  });

  test('is not a new picture of the same size, one of another size, or a JPEG', async () => {
    expect(await isEdited(large(view(11)), large(view(7)))).toBe(false);
    expect(await isEdited(ok, large(view(7)))).toBe(false);
    const jpeg = concat(jpegStart, jpegFrame(16, 9), jpegScanHeader, jpegEnd);
    expect(await isEdited(jpeg, jpeg)).toBe(false);
    // What is plain in both says nothing, and neither does a file that is cut.
    const signed = (seed: number) => (y: number, x: number) => (y < 32 ? view(seed)(y, x) : ([9, 9, 9] as const));
    expect(await isEdited(large(signed(11)), large(signed(7)))).toBe(false);
    expect(await isEdited(large(boxed).subarray(0, -30), large(view(7)))).toBe(false);
    expect(await isEditedCopy(join(folder, 'gone'), join(folder, 'other'))).toBe(false);
  });
});
