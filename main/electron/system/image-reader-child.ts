// As main/node/host/image-reader-child.ts, in a utility process of Electron.
import { routeIn } from '../../core/logbook/route-in-file.ts';
import { hasTextIn } from '../../core/uploads/image/text-in-file.ts';

const { parentPort } = process;
const answerTo = process.argv[2] === 'route' ? routeIn : hasTextIn;
parentPort.on('message', async ({ data }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
  parentPort.postMessage(await answerTo(String(data)));
});
