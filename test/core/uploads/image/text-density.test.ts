import { describe, expect, it } from 'vitest';
import type { GrayImage } from '../../../../main/core/uploads/image/gray-image.ts';
import { hasText, textShare } from '../../../../main/core/uploads/image/text-density.ts';

/** A drawn image: the shade of each pixel. */
function drawn(shadeAt: (x: number, y: number) => number, width = 1280, height = 720): GrayImage {
  const shades = Uint8Array.from({ length: width * height }, (_, at) => shadeAt(at % width, Math.trunc(at / width)));
  return { width, height, shades, longSide: Math.max(width, height) };
}

/** Strokes of two pixels, four apart, eight pixels high: as lines of small type are. */
const isStroke = (x: number, y: number) => x % 4 < 2 && y % 16 >= 4 && y % 16 < 12;
const noise = (x: number, y: number) => Math.abs(Math.sin(x * 12.9898 + y * 78.233) * 43_758.5453) % 256;

describe('text on an image', () => {
  it.each([
    ['dark on light', 245, 20],
    ['light on dark', 25, 230],
  ])('is found %s', (_what, ground, ink) => {
    expect(hasText(drawn((x, y) => (x < 640 && isStroke(x, y) ? ink : ground)))).toBe(true);
  });

  it.each<[string, (x: number, y: number) => number]>([
    ['one shade', () => 128],
    ['a sky', (_x, y) => 200 - y / 8],
    ['noise', noise],
    ['strokes on changing shades', (x, y) => (isStroke(x, y) ? 250 : (x * 9 + y * 5) % 180)],
    ['a label of two words', (x, y) => (x < 64 && y < 16 && isStroke(x, y) ? 20 : 245)],
  ])('is not found on %s', (_what, shadeAt) => {
    expect(hasText(drawn(shadeAt))).toBe(false);
  });

  it('is unknown where the image is small', () => {
    const page = drawn((x, y) => (isStroke(x, y) ? 20 : 245), 1279, 720);
    expect(textShare(page)).toBeGreaterThan(0.5);
    expect(hasText(page)).toBeNull();
    expect(hasText({ ...page, longSide: 1280 })).toBe(true);
  });
});
