// Which size and quality a compressed image gets.
import { describe, expect, it } from 'vitest';
import { compress, compressedName } from '../../renderer/detail/compress-dialog.tsx';
import type { ImageSize } from '../../renderer/store/image-loader.ts';

const screen = { width: 3840, height: 2160 };

/** As if each pixel took as many bits as its quality. */
function encoder() {
  const asked: string[] = [];
  const encode = ({ width, height }: ImageSize, quality: number) => {
    asked.push(`${width}×${height} ${quality}`);
    return Promise.resolve(new Blob([new Uint8Array(Math.round((width * height * quality) / 8))]));
  };
  return { asked, encode };
}

describe('compressing an image', () => {
  it('keeps every pixel and the best quality if that fits', async () => {
    const { asked, encode } = encoder();
    expect(await compress(screen, 1_000_000, encode)).not.toBeNull();
    expect(asked).toEqual(['3840×2160 0.92']);
  });

  it('reduces quality first, then pixels, and keeps the proportions', async () => {
    const { asked, encode } = encoder();
    const found = await compress(screen, 400_000, encode);
    expect(found?.size).toBeLessThanOrEqual(400_000);
    expect(asked.at(-1)).toBe('2496×1404 0.8');
  });

  it('returns nothing if the figures would become illegible', async () => {
    const { asked, encode } = encoder();
    expect(await compress(screen, 1_000, encode)).toBeNull();
    expect(asked).toHaveLength(7);
  });

  it('never requests an image without pixels', async () => {
    const { asked, encode } = encoder();
    await compress({ width: 1, height: 4 }, 0, encode);
    expect(asked.filter((size) => size.startsWith('0') || size.includes('×0'))).toEqual([]);
  });

  it('names the copy as the JPEG that it is', () => {
    expect(['a.png', 'b.JPG', 'c.d.jpeg', 'no ending'].map(compressedName)).toEqual([
      'a.jpg',
      'b.jpg',
      'c.d.jpg',
      'no ending.jpg',
    ]);
  });
});
