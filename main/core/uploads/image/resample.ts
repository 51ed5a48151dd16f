// A part of an image, enlarged or shrunk for reading.
import type { Box, GrayImage } from './gray-image.ts';

/**
 * Interpolated where it is enlarged, averaged where it is shrunk. Beyond the image, its edge is repeated.
 * @param radius How many pixels on each side count, the far ones less; more blur it.
 */
export const resampled = (
  image: GrayImage,
  { x, y, width, height }: Box,
  scale: number,
  radius = Math.max(1, 1 / scale),
): GrayImage => turned(turned(image, x, width, scale, radius), y, height, scale, radius);

/** Unsharp masking: what is finer than `radius` pixels counts more. */
export function sharpened(image: GrayImage, radius: number, amount: number): GrayImage {
  const { shades } = resampled(image, { ...image, x: 0, y: 0 }, 1, radius);
  return {
    ...image,
    shades: image.shades.map((shade, at) => Math.min(255, Math.max(0, shade + amount * (shade - shades[at]!)))),
  };
}

/** These columns in their new number, as rows. */
function turned(image: GrayImage, start: number, length: number, scale: number, radius: number): GrayImage {
  const [width, height] = [image.height, Math.max(1, Math.round(length * scale))];
  const shades = new Uint8Array(width * height);
  for (let to = 0; to < height; to += 1) {
    const middle = start + (to + 0.5) / scale - 0.5;
    const first = Math.floor(middle - radius) + 1;
    const columns: number[] = [];
    const weights: number[] = [];
    for (let at = first; at < middle + radius; at += 1) {
      columns.push(Math.min(image.width - 1, Math.max(0, at)));
      weights.push(1 - Math.abs(at - middle) / radius);
    }
    const whole = weights.reduce((sum, weight) => sum + weight, 0);
    for (let row = 0; row < width; row += 1) {
      let sum = whole / 2;
      for (let at = 0; at < columns.length; at += 1)
        sum += weights[at]! * image.shades[row * image.width + columns[at]!]!;
      shades[to * width + row] = sum / whole;
    }
  }
  return { width, height, shades, longSide: Math.max(width, height) };
}
