import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import encode, { init } from '@jsquash/jpeg/encode.js';
import { afterAll, describe, expect, it } from 'vitest';
import { readGrayImage } from '../../../../main/core/uploads/image/gray-image.ts';
import { pngChunk, pngHeader, pngStart } from '../../../support/image-samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'gray-'));
afterAll(() => rmSync(folder, { recursive: true }));
function read(bytes: Buffer) {
  writeFileSync(join(folder, 'image'), bytes);
  return readGrayImage(join(folder, 'image'), 2000);
}

/** A PNG in shades of gray. */
function png(width: number, height: number, shadeAt: (x: number, y: number) => number, interlace = 0): Buffer {
  const rows = Array.from({ length: height }, (_row, y) =>
    Buffer.of(0, ...Array.from({ length: width }, (_column, x) => shadeAt(x, y))),
  );
  const header = pngHeader(width, height, [8, 0, 0, 0, interlace]);
  return Buffer.concat([pngStart, header, pngChunk('IDAT', deflateSync(Buffer.concat(rows))), pngChunk('IEND')]);
}

describe('an image in shades of gray', () => {
  it('is as large as it was up to 2000 pixels, and else the average of whole squares', async () => {
    expect(await read(png(4, 2, (x, y) => 40 * x + y))).toEqual({
      width: 4,
      height: 2,
      shades: Uint8Array.of(0, 40, 80, 120, 1, 41, 81, 121),
      longSide: 4,
    });
    const shrunk = await read(png(2001, 5, (x, y) => (y < 2 ? (x % 2) * 100 : 30)));
    expect(shrunk).toMatchObject({ width: 1000, height: 2, longSide: 2001 });
    expect([...shrunk!.shades.subarray(998, 1002)]).toEqual([50, 50, 30, 30]);
  });

  it('has the brightness of the colours of a JPEG', async () => {
    const [width, height] = [16, 8];
    const data = Buffer.alloc(4 * width * height, 255);
    for (let at = 0; at < width * height; at += 1) data.set(at % width < 8 ? [255, 0, 0] : [0, 0, 255], 4 * at);
    await init({ wasmBinary: readFileSync('node_modules/@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm') });
    const image = { width, height, data: new Uint8ClampedArray(data) } as unknown as Parameters<typeof encode>[0];
    const { shades } = (await read(Buffer.from(await encode(image, { quality: 100 }))))!;
    for (const [at, expected] of [
      [0, 76],
      [width - 1, 29],
      [width * height - width, 76],
    ] as const)
      expect(Math.abs(shades[at]! - expected)).toBeLessThan(6);
  });

  it('is not made of one that is interlaced or has more than ten million pixels', async () => {
    expect(await read(png(4, 2, () => 9, 1))).toBeNull();
    const header = pngHeader(5_000, 2_001, [8, 0, 0, 0, 0]);
    expect(await read(Buffer.concat([pngStart, header, pngChunk('IDAT', deflateSync(Buffer.alloc(9)))]))).toBeNull();
  });
});
