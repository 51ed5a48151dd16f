// The child process of text-check.ts: takes paths, and answers whether the image has lines of text; null if that is
// unknown.
import { readGrayImage } from './gray-image.ts';
import { hasText } from './text-density.ts';

async function answerTo(path: string): Promise<boolean | null> {
  const image = await readGrayImage(path).catch(() => null);
  return image && hasText(image);
}

process.on('message', (path: string) => void answerTo(path).then((answer) => process.send?.(answer)));
