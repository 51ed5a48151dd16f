// As main/node/host/image-reader-child.ts, in a utility process of Electron.
import { hasTextIn } from '../../core/uploads/image/text-in-file.ts';

const { parentPort } = process;
parentPort.on('message', async ({ data }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
  parentPort.postMessage(await hasTextIn(String(data)));
});
