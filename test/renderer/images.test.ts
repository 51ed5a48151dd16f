// The cost of an image for the window: its size from its first bytes, the plan, and a few at a time.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { failed, ok } from '../../main/contract/failure.ts';
import type { ImageBytes } from '../../main/contract/bridge.ts';
import { samples } from '../../emulator/samples/sample-files.ts';
import { createImageLoader, imageSize, maxPixels, resizeOf } from '../../renderer/store/image-loader.ts';
import { jpegHead, pngHead } from '../support/image-bombs.ts';
import { verbatim } from '../../main/messages/message.ts';

const png = (bytes: Uint8Array<ArrayBuffer>): ImageBytes => ({ mediaType: 'image/png', bytes });
const jpeg = (bytes: Uint8Array<ArrayBuffer>): ImageBytes => ({ mediaType: 'image/jpeg', bytes });
const waits = () => new AbortController().signal;

describe('the size of an image', () => {
  it.each(samples.map(({ name, path }) => [name, path] as const))('is read from %s', async (name, path) => {
    const bytes = new Uint8Array(await readFile(path));
    const size = imageSize(name.endsWith('.png') ? png(bytes) : jpeg(bytes));
    expect(size?.width).toBeGreaterThan(500);
    expect(size?.height).toBeGreaterThan(300);
  });

  it.each([
    ['a PNG', png(pngHead(30_000, 20_000)), { width: 30_000, height: 20_000 }],
    ['a PNG of the largest number', png(pngHead(0xffffffff, 0xffffffff)), { width: 0xffffffff, height: 0xffffffff }],
    ['a JPEG', jpeg(jpegHead(65_535, 65_535)), { width: 65_535, height: 65_535 }],
    ['a JPEG with a profile before its frame', jpeg(jpegHead(64, 48, 3)), { width: 64, height: 48 }],
    ['a PNG of no width', png(pngHead(0, 5)), null],
    ['a PNG that calls itself a JPEG', jpeg(pngHead(5, 5)), null],
    ['a JPEG that calls itself a PNG', png(jpegHead(5, 5)), null],
    ['a JPEG that ends before its frame', jpeg(jpegHead(5, 5, 2).subarray(0, 70_000)), null],
    ['a JPEG of profiles without end', jpeg(jpegHead(5, 5, 80)), null],
    ['nothing', png(new Uint8Array()), null],
    ['a JPEG of one marker', jpeg(new Uint8Array([0xff, 0xd8, 0xff, 0xff, 0xff])), null],
  ])('is read from %s, or not at all', (_what, picture, size) => expect(imageSize(picture)).toEqual(size));
});

describe('the decoded size', () => {
  const box = { width: 150, height: 90 };

  it.each<[number, number, object | null]>([
    [3840, 2160, { resizeWidth: 160 }],
    [1080, 2400, { resizeHeight: 333 }],
    [40, 30, { resizeWidth: 40 }],
    [60_000, 10, { resizeWidth: 600 }],
    [1, 60_000, { resizeHeight: 600 }],
    [maxPixels, 1, { resizeWidth: 600 }],
    [maxPixels + 1, 1, null],
    [0xffffffff, 0xffffffff, null],
  ])('for %i × %i pixels is %o', (width, height, resize) => expect(resizeOf({ width, height }, box)).toEqual(resize));
});

describe('the loader', () => {
  const box = { width: 74, height: 44 };
  const small = ok(png(pngHead(1920, 1080)));
  const bitmap = { width: 78, height: 44, close() {} } as ImageBitmap;

  it('decodes an image in the size it is shown in, without its colour profile', async () => {
    const asked: ImageBitmapOptions[] = [];
    const decode = async (_picture: Blob, options: ImageBitmapOptions) => (asked.push(options), bitmap);
    const loader = createImageLoader({ read: async () => small, decode });
    expect(await loader.draw('job-1', box, waits())).toEqual({ kind: 'drawn', bitmap });
    expect(await loader.draw('job-1', box, waits())).toEqual({ kind: 'drawn', bitmap });
    expect(asked).toEqual([{ resizeWidth: 78, resizeQuality: 'medium', colorSpaceConversion: 'none' }]);
    for (const offered of ['sample', 'sample']) await loader.draw(offered, box, waits());
    expect(asked).toHaveLength(3);
  });

  it('never decodes a large image, another file, or a missing one', async () => {
    const answers = [
      ok(png(pngHead(30_000, 30_000))),
      ok(png(new Uint8Array(9))),
      failed({ kind: 'not-found', message: verbatim('') }),
    ];
    const loader = createImageLoader({
      read: async (id) =>
        answers[Number(id)] ?? failed({ kind: 'not-supported-here', message: verbatim('It has 80 MB.') }),
      decode: () => Promise.reject(new Error('decoded')),
    });
    const drawn = await Promise.all(['0', '1', '2', '3'].map((id) => loader.draw(id, box, waits())));
    expect(drawn).toEqual([
      { kind: 'too-large', size: { width: 30_000, height: 30_000 } },
      { kind: 'broken' },
      { kind: 'broken' },
      { kind: 'rejected', message: 'It has 80\u00A0MB.' },
    ]);
  });

  it('decodes two at a time, and none that are no longer needed', async () => {
    let decoding = 0;
    let most = 0;
    let decoded = 0;
    const loader = createImageLoader({
      read: async () => small,
      async decode() {
        most = Math.max(most, (decoding += 1));
        await new Promise((resolve) => setImmediate(resolve));
        decoding -= 1;
        decoded += 1;
        return bitmap;
      },
    });
    const left = new AbortController();
    left.abort();
    const ids = Array.from({ length: 12 }, (_, n) => `job-${n}`);
    await Promise.all(ids.map((id, n) => loader.draw(id, box, n < 6 ? waits() : left.signal)));
    expect({ most, decoded }).toEqual({ most: 2, decoded: 6 });
  });
});
