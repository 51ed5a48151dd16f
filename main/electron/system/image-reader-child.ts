// As main/node/host/image-reader-child.ts, in a utility process of Electron, which ends with the app.
import { runImageReader } from '../../node/host/image-reader-thread.ts';

runImageReader(import.meta.url, {
  onImage: (look) => void process.parentPort.on('message', ({ data }) => look(data)),
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
  answer: (answer) => process.parentPort.postMessage(answer),
});
