// What the child process of text-check.ts answers for each path.
import { readGrayImage } from './gray-image.ts';
import { hasText } from './text-density.ts';

/** Whether the image has lines of text; null if that is unknown. Never rejects. */
export async function hasTextIn(path: string): Promise<boolean | null> {
  const image = await readGrayImage(path).catch(() => null);
  return image && hasText(image);
}
