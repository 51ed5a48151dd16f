// Looks at images in a utility process: Electron's program can't be run as Node (the fuse runAsNode is off).
import { join } from 'node:path';
import { utilityProcess } from 'electron';
import type { ImageReader } from '../../core/platform/ports.ts';
import { answerOf, imageReaderEnv, imageReaderHeap, lowerPriority } from '../../node/host/image-reader.ts';

/** By which Electron names the process when it ends (live.ts). */
export const imageReaderName = 'Image reader';

/** Bundled beside main.js. */
const place = join(import.meta.dirname, 'image-reader-child.js');

export const readImages: ImageReader = ({ answer, ended }) => {
  const child = utilityProcess.fork(place, [], {
    serviceName: imageReaderName,
    env: imageReaderEnv,
    execArgv: [imageReaderHeap],
    stdio: 'ignore',
  });
  child.on('spawn', () => child.pid !== undefined && lowerPriority(child.pid));
  child.on('message', (hasText: unknown) => answer(answerOf(hasText)));
  child.on('exit', ended);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
    look: (path) => child.postMessage(path),
    end: () => void child.kill(),
  };
};
