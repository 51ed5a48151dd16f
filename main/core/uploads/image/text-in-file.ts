// What the child process of image-question.ts answers to "text".
import { readGrayImage } from './gray-image.ts';
import { hasText } from './text-density.ts';

/** The longer side after shrinking. Text of a screen is still seen here. */
const maxSide = 2000;

/** Whether the image has lines of text; null if that is unknown. Never rejects. */
export async function hasTextIn(path: string): Promise<boolean | null> {
  const image = await readGrayImage(path, maxSide).catch(() => null);
  return image && hasText(image);
}
