// Starts the process that looks at images, with the lowest priority, little memory and none of our environment.
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ImageReader } from '../../core/platform/ports.ts';

/** Not part of the npm package: there no image is looked at. */
const place = fileURLToPath(new URL('../../core/uploads/image/text-check-child.ts', import.meta.url));
const heapMB = 220;
/** Windows starts no process without it. */
const env = process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] };

export const readImages: ImageReader = ({ answer, ended }) => {
  if (!existsSync(place)) {
    queueMicrotask(ended);
    return { look() {}, end() {} };
  }
  const child = fork(place, { env, execArgv: [`--max-old-space-size=${heapMB}`], stdio: 'ignore' });
  child.on('message', (hasText) => answer(hasText === true || hasText === false ? hasText : null));
  child.on('error', ended);
  child.on('exit', ended);
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The system does not allow it; then it has the usual priority.
  }
  return {
    look: (path) => void child.send(path, () => {}),
    end: () => void child.kill('SIGKILL'),
  };
};
