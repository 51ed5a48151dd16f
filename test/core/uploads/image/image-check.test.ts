import { describe, expect, test } from 'vitest';
import { createImageCheck, hasReportExtension } from '../../../../main/core/uploads/image/image-check.ts';
import {
  jpegEnd,
  jpegFrame,
  jpegScanHeader,
  jpegSegment,
  jpegStart,
  pngChunk,
  pngHeader,
  pngPixels,
  pngStart,
  sampleJpeg,
  samplePng,
} from '../../../support/image-samples.ts';
import { concat, verdictOf } from './image-verdicts.ts';

const incomplete = { kind: 'incomplete' };
const png = { kind: 'complete', mediaType: 'image/png', width: 4, height: 3, imageHash: expect.any(String) };
const jpeg = { kind: 'complete', mediaType: 'image/jpeg', width: 16, height: 9, imageHash: expect.any(String) };

describe('a file extension', () => {
  test.each([
    ['shot.png', true],
    ['SHOT.PNG', true],
    ['shot.jpg', true],
    ['shot.JpEg', true],
    ['a.b.jpeg', true],
    ['shot.png.tmp', false],
    ['shot.webp', false],
    ['shot', false],
    ['png', false],
    ['.png', false],
    ['folder.png/shot', false],
  ])('of %s says whether it may be a report: %s', async (name, may) => {
    expect(hasReportExtension(name)).toBe(may);
  });

  test('must match the content, otherwise the message names both', async () => {
    expect(await verdictOf('shot.png', sampleJpeg())).toEqual({
      kind: 'extension-mismatch',
      why: { reason: 'rename', extension: 'png', format: 'JPEG', fitting: 'jpg' },
    });
    expect(await verdictOf('shot.JPG', samplePng())).toEqual({
      kind: 'extension-mismatch',
      why: { reason: 'rename', extension: 'jpg', format: 'PNG', fitting: 'png' },
    });
  });

  test('of another kind is refused without reading the file', async () => {
    expect(await verdictOf('notes.txt', samplePng())).toEqual({
      kind: 'not-an-image',
      why: { reason: 'otherExtension' },
    });
    expect(await verdictOf('notes', samplePng())).toEqual({ kind: 'not-an-image', why: { reason: 'noExtension' } });
  });
});

describe('the first bytes', () => {
  test.each([
    ['GIF89a..........', 'GIF'],
    ['BM..............', 'BMP'],
    ['II*\0............', 'TIFF'],
    ['MM\0*............', 'TIFF'],
    ['....ftypheix....', 'HEIC'],
    ['....ftypmif1....', 'HEIC'],
    ['RIFF....WEBPVP8 ', 'WebP'],
    ['....ftypavif....', 'AVIF'],
    ['....ftypheic....', 'HEIC'],
    ['II\u00bc\u0001........', 'JPEG XR'],
    ['%PDF-1.7........', 'PDF'],
    ['\u00ff\n..........', 'JPEG XL'],
    ['\0\0\0\u000cJXL ....', 'JPEG XL'],
  ])('name another format: %s', async (bytes, format) => {
    const verdict = await verdictOf('shot.png', Buffer.from(bytes, 'latin1'));
    expect(verdict).toEqual({ kind: 'not-an-image', why: { reason: 'otherFormat', extension: 'png', format } });
  });

  test.each([
    'Dear service, here is my flight.',
    'RIFF....WAVEfmt .',
    'XXXX....WEBPVP8 ',
    '.....ftypheic...',
    'PK..............',
  ])('of something else are rejected: %s', async (bytes) => {
    const verdict = await verdictOf('shot.png', Buffer.from(bytes));
    expect(verdict).toEqual({ kind: 'not-an-image', why: { reason: null } });
  });
});

describe('a PNG', () => {
  test('is complete with the last byte of IEND, and has its dimensions read', async () => {
    expect(await verdictOf('shot.png', samplePng())).toEqual(png);
    expect(await verdictOf('shot.png', samplePng({ width: 3840, height: 2160 }))).toMatchObject({
      width: 3840,
      height: 2160,
    });
  });

  test('is not ended by the letters IEND inside a chunk', async () => {
    const fake = pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), pngChunk('IEND')]));
    const head = [pngStart, pngHeader(4, 3), fake, pngChunk('IDAT', pngPixels())];
    expect(await verdictOf('shot.png', concat(...head))).toEqual(incomplete);
    expect(await verdictOf('shot.png', concat(...head, pngChunk('IEND')))).toEqual(png);
  });

  test.each<[string, Uint8Array[]]>([
    ['a first chunk that is not IHDR', [pngChunk('IDAT', Buffer.alloc(13))]],
    ['an IHDR of another length', [pngChunk('IHDR', Buffer.alloc(12))]],
    ['no width', [pngHeader(0, 3)]],
    ['an absurd chunk length', [pngHeader(4, 3), Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from('IDAT')]],
    ['an unknown critical chunk', [pngHeader(4, 3), Buffer.from('\0\0\0\u0001A1b2', 'latin1')]],
    ['an IEND with data', [pngHeader(4, 3), pngChunk('IDAT', Buffer.alloc(1)), pngChunk('IEND', Buffer.alloc(1))]],
    ['no image data', [pngHeader(4, 3), pngChunk('IEND')]],
  ])('with %s is damaged', async (_, pieces) => {
    const verdict = await verdictOf('shot.png', concat(pngStart, ...pieces));
    expect(verdict).toEqual({ kind: 'not-an-image', why: { reason: 'damaged', format: 'PNG' } });
  });
});

describe('a JPEG', () => {
  test('may have fill bytes before a marker, and stray bytes between segments', async () => {
    const fill = Buffer.from([0xff, 0xff, 0xff]);
    const pieces = [jpegStart, fill, jpegFrame(16, 9), Buffer.alloc(3), jpegScanHeader, Buffer.from([1, 2, 3])];
    expect(await verdictOf('shot.jpeg', concat(...pieces, fill, jpegEnd))).toEqual(jpeg);
  });

  test.each([0x00, 0x01, 0xd0, 0xd7, 0xd8])('continues after the code %i, which has no length', async (code) => {
    const passed = Buffer.from([0xff, code]);
    const pieces = [jpegStart, passed, jpegFrame(16, 9), passed, jpegScanHeader, Buffer.from([1, 2]), passed];
    expect(await verdictOf('shot.jpg', concat(...pieces))).toEqual(incomplete);
    expect(await verdictOf('shot.jpg', concat(...pieces, jpegEnd))).toEqual(jpeg);
  });

  test.each([0x02, 0xdf, 0xdd, 0xe0])('reads a length after the code %i', async (code) => {
    const segment = jpegSegment(code, Buffer.from([0xff, 0xd9, 0xff, 0xd9, 0xff, 0xd9, 0xff, 0xd9]));
    expect(await verdictOf('shot.jpg', concat(jpegStart, jpegFrame(16, 9), segment))).toEqual(incomplete);
  });

  test.each([0xc4, 0xc8, 0xcc])('reads no dimensions from the code %i, which begins no frame', async (code) => {
    const pieces = [jpegStart, jpegFrame(16, 9), jpegSegment(code, Buffer.alloc(8)), jpegScanHeader, jpegEnd];
    expect(await verdictOf('shot.jpg', concat(...pieces))).toEqual(jpeg);
  });

  test('skips a note that is shorter than its own length', async () => {
    const note = Buffer.from([0xff, 0xe5, 0, 1]);
    expect(await verdictOf('shot.jpg', concat(jpegStart, note, jpegFrame(16, 9), jpegScanHeader, jpegEnd))).toEqual(
      jpeg,
    );
  });

  test.each<[string, Uint8Array[]]>([
    ['an end before the image begins', [jpegFrame(16, 9), jpegEnd]],
    ['no size', [jpegScanHeader, jpegEnd]],
    ['a table shorter than its own length', [Buffer.from([0xff, 0xdb, 0, 1])]],
    ['a frame too short to hold a size', [jpegSegment(0xc0, Buffer.alloc(4))]],
  ])('with %s is damaged', async (_, pieces) => {
    const verdict = await verdictOf('shot.jpg', concat(jpegStart, ...pieces));
    expect(verdict).toEqual({ kind: 'not-an-image', why: { reason: 'damaged', format: 'JPEG' } });
  });
});

test('the image check allows a pushed buffer to be reused', async () => {
  const bytes = samplePng();
  const check = createImageCheck('shot.png');
  const buffer = Buffer.alloc(5);
  for (let at = 0; at < bytes.length; at += buffer.length) {
    const length = bytes.copy(buffer, 0, at);
    await check.push(buffer.subarray(0, length));
  }
  expect(check.verdict()).toEqual(png);
});
