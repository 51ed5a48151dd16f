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
  pngPixels,
  pngStart,
  sampleJpeg,
  samplePng,
} from '../../../support/image-samples.ts';

export async function verdictOf(name: string, bytes: Buffer, pieceBytes = bytes.length): Promise<ImageVerdict> {
  const check = createImageCheck(name);
  for (let at = 0; at < bytes.length; at += Math.max(1, pieceBytes))
    await check.push(bytes.subarray(at, at + pieceBytes));
  return check.verdict();
}

export const nameOf = (bytes: Buffer) => (bytes[0] === 0x89 ? 'shot.png' : 'shot.jpg');

export const concat = (...parts: Uint8Array[]) => Buffer.concat(parts);

/** Entropy-coded data in which nothing that looks like a marker is one. */
const entropy = jpegEntropy(
  Uint8Array.from({ length: 400 }, (_, index) => (index % 3 === 0 ? 0xff : index % 256)),
  7,
);

const tables = concat(jpegSegment(0xdb, Buffer.alloc(65, 1)), jpegSegment(0xc4, Buffer.alloc(20, 1)));

const scan = concat(jpegScanHeader, entropy);

const exif = (content: Buffer) => jpegSegment(0xe1, concat(Buffer.from('Exif\0\0'), content));

export const jpegs: Readonly<Record<string, Buffer>> = {
  'baseline, with JFIF': concat(
    jpegStart,
    jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\0\0')),
    tables,
    jpegFrame(16, 9),
    scan,
    jpegEnd,
  ),
  'progressive, of ten scans with tables between': concat(
    jpegStart,
    tables,
    jpegFrame(16, 9, 0xc2),
    ...Array.from({ length: 10 }, () => concat(tables, scan)),
    jpegEnd,
  ),
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

export const pngs: Readonly<Record<string, Buffer>> = {
  'with one IDAT': samplePng(),
  'with many IDATs': concat(
    pngStart,
    pngHeader(4, 3),
    ...Array.from(pngPixels(), (byte) => pngChunk('IDAT', Buffer.of(byte))),
    pngChunk('IEND'),
  ),
  'with a palette, a profile and times behind its pixels': concat(
    pngStart,
    pngHeader(4, 3),
    pngChunk('iCCP', Buffer.alloc(900, 7)),
    pngChunk('PLTE', Buffer.alloc(768, 9)),
    pngChunk('IDAT', pngPixels()),
    pngChunk('tIME', Buffer.alloc(7, 1)),
    pngChunk('eXIf', sampleJpeg()),
    pngChunk('IEND'),
  ),
  'of several frames (APNG)': concat(
    pngStart,
    pngHeader(4, 3),
    pngChunk('acTL', Buffer.alloc(8, 1)),
    pngChunk('fcTL', Buffer.alloc(26, 1)),
    pngChunk('IDAT', pngPixels()),
    pngChunk('fcTL', Buffer.alloc(26, 2)),
    pngChunk('fdAT', Buffer.alloc(54, 2)),
    pngChunk('IEND'),
  ),
};
