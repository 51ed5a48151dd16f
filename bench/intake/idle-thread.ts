// An idle thread that measures how late it is woken, which is the machine's share of the delay.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parentPort } from 'node:worker_threads';

const loop = monitorEventLoopDelay({ resolution: 2 });
loop.enable();
parentPort!.once('message', () => {
  loop.disable();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(loop.max / 1e6);
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort!.postMessage('ready');
