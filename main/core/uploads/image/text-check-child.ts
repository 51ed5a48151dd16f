// The child process of text-check.ts: takes paths, and answers whether the image has lines of text; null if that is
// unknown. A Node child gets messages by `process`, one of Electron by `process.parentPort`.
import { readGrayImage } from './gray-image.ts';
import { hasText } from './text-density.ts';

type Port = {
  on(event: 'message', listener: (event: { data: string }) => void): void;
  postMessage(answer: unknown): void;
};

async function answerTo(path: string): Promise<boolean | null> {
  const image = await readGrayImage(path).catch(() => null);
  return image && hasText(image);
}

const { parentPort } = process as { parentPort?: Port };
if (parentPort)
  parentPort.on('message', ({ data }) => void answerTo(data).then((answer) => parentPort.postMessage(answer)));
else process.on('message', (path: string) => void answerTo(path).then((answer) => process.send?.(answer)));
