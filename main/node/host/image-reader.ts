// Starts the process that looks at images, with little memory and none of our environment.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ImageReader } from '../../core/platform/ports.ts';

/** In the npm package it is bundled beside this. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'cjs';
const place = fileURLToPath(new URL(`./image-reader-child.${extension}`, import.meta.url));
export const imageReaderHeap = ['--max-old-space-size=220', '--max-semi-space-size=1'];
/** Windows starts no process without it. */
export const imageReaderEnv = process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] };

export const readImages: ImageReader = (question, { answer, ended }) => {
  const execArgv = [...imageReaderHeap, '--v8-pool-size=1'];
  const child = fork(place, [question], { env: imageReaderEnv, execArgv, stdio: 'ignore' });
  child.on('message', answer);
  child.on('error', ended);
  child.on('exit', ended);
  return {
    look: (image) => void child.send(image, () => {}),
    end: () => void child.kill('SIGKILL'),
  };
};
