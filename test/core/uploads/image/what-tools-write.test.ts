// What screenshot tools, cameras and other programs write before and after an image's end, with sources. An image is
// complete with its own end, with any data after it.
//
// No block of NVIDIA's overlay or of Steam is documented or was found: they write PNG and JPEG like any encoder (NVIDIA
// also JPEG XR on an HDR screen, which the check names). An unknown block would be skipped like any other.
import { describe, expect, test } from 'vitest';
import { createImageCheck } from '../../../../main/core/uploads/image/image-check.ts';
import { pngChunk, pngHeader, pngPixels, pngStart, sampleJpeg, samplePng } from '../image-samples.ts';

const [png, jpeg] = [samplePng(), sampleJpeg()];
const box = (type: string, bytes: number) => {
  const made = Buffer.alloc(bytes);
  made.writeUInt32BE(bytes);
  made.write(type, 4, 'latin1');
  return made;
};
const compressed = pngPixels();
const pixels = [compressed.subarray(0, 5), compressed.subarray(5)].map((part) => pngChunk('IDAT', part));

type Row = { readonly tool: string; readonly source: string; readonly file: Buffer; readonly end: number };
const behind = (whole: Buffer, trailer: Uint8Array) => ({ file: Buffer.concat([whole, trailer]), end: whole.length });
const only = (...parts: Uint8Array[]) => {
  const file = Buffer.concat(parts);
  return { file, end: file.length };
};

const rows: readonly Row[] = [
  {
    tool: 'macOS: a screenshot with its profile, density, XMP and Apple’s iDOT (28 bytes) before the pixels',
    source: 'jakekara.com/python/2016/12/11/png-explorations.html; github.com/w3c/png/issues/530',
    ...only(
      pngStart,
      pngHeader(4, 3),
      pngChunk('iCCP', Buffer.alloc(2_728, 1)),
      pngChunk('eXIf', Buffer.alloc(56, 2)),
      pngChunk('pHYs', Buffer.alloc(9, 1)),
      pngChunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta>Screenshot</x:xmpmeta>')),
      pngChunk('iDOT', Buffer.alloc(28, 3)),
      ...pixels,
      pngChunk('IEND'),
    ),
  },
  {
    tool: 'Windows Snipping Tool, Snip & Sketch: what the file held before it was cropped (PNG), its own IEND last',
    source: 'CVE-2023-28303; github.com/infobyte/CVE-2023-21036 (README)',
    ...behind(png, samplePng({ text: 'before', padBytes: 900 }).subarray(200)),
  },
  {
    tool: 'Windows Snipping Tool, Snip & Sketch: the same for a JPEG',
    source: 'CVE-2023-28303; github.com/infobyte/CVE-2023-21036 (README)',
    ...behind(jpeg, sampleJpeg({ seed: 9 }).subarray(100)),
  },
  {
    tool: 'programs that add chunks of their own behind IEND',
    source: 'exiftool.org/TagNames/PNG.html (kept as a trailer); VRCX commit c7fef6e (a file with such bytes)',
    ...behind(png, Buffer.concat([pngChunk('tEXt', Buffer.from('Description\0a world')), Buffer.from('junk')])),
  },
  {
    tool: 'Samsung: blocks, then a directory from SEFH to SEFT',
    source: 'ExifTool, Image::ExifTool::Samsung (trailer)',
    ...behind(
      jpeg,
      Buffer.concat([Buffer.alloc(64, 7), Buffer.from('SEFH\x65\0\0\0\0\0\0\0\x0c\0\0\0SEFT', 'latin1')]),
    ),
  },
  {
    tool: 'Google and others: a film behind the image (motion photo)',
    source: 'developer.android.com/media/platform/motion-photo-format',
    ...behind(jpeg, Buffer.concat([box('ftyp', 24), box('mdat', 5_000), box('moov', 800)])),
  },
  {
    tool: 'cameras and telephones: further images behind the first (MPF: previews, gain maps)',
    source: 'CIPA DC-007 (Multi-Picture Format)',
    ...behind(jpeg, Buffer.concat([sampleJpeg({ seed: 2 }), Buffer.alloc(512), sampleJpeg({ seed: 3 })])),
  },
  {
    tool: 'Vivo, OnePlus: text behind the image',
    source: 'ExifTool, Image::ExifTool::Trailer',
    ...behind(jpeg, Buffer.from('vivo{"com.vivo.photo":1}camera.vivo')),
  },
  {
    tool: 'anything that fills a file up to whole blocks',
    source: 'no tool in particular: a JPEG or PNG reader stops at the end of the image (ITU-T T.81 B.1; PNG §5.6)',
    ...behind(jpeg, Buffer.alloc(4_096 - (jpeg.length % 4_096))),
  },
];

describe('images as tools write them', () => {
  test.each(rows)('$tool', async ({ file, end }) => {
    const name = file[0] === 0x89 ? 'shot.png' : 'shot.jpg';
    const check = createImageCheck(name);
    await check.push(file.subarray(0, end - 1));
    expect(check.verdict()).toEqual({ kind: 'incomplete' });
    await check.push(file.subarray(end - 1, end));
    const whole = check.verdict();
    expect(whole).toMatchObject({ kind: 'complete' });
    await check.push(file.subarray(end));
    expect(check.verdict()).toEqual(whole);
  });

  test('NVIDIA on an HDR screen: a JPEG XR is rejected and named in the message', async () => {
    const check = createImageCheck('shot.jpg');
    await check.push(Buffer.from('II\u00bc\u0001............', 'latin1'));
    expect(check.verdict()).toMatchObject({
      kind: 'not-an-image',
      why: { reason: 'otherFormat', extension: 'jpg', format: 'JPEG XR' },
    });
  });
});
