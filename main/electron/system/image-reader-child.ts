// As main/node/host/image-reader-child.ts, in a utility process of Electron.
import { hasTextIn } from '../../core/uploads/image/text-in-file.ts';

const { parentPort } = process;
parentPort.on('message', ({ data }) => void hasTextIn(String(data)).then((answer) => parentPort.postMessage(answer)));
