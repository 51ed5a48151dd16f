// One watcher in a separate process, on any core, with Node's compile cache if there is one.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Pinning } from '../harness/pinning.ts';
import { nodeCommand } from '../harness/server-process.ts';
import type { ServerMessage, Usage } from '../harness/serving.ts';

export type WatcherProcess = {
  /** From the command to the ready message. */
  readyMs: number;
  usage(): Promise<Usage>;
} & AsyncDisposable;

/** Besides the harness's messages: saved files with the time (epoch milliseconds). */
export type Added = { added: { path: string; atMs: number }[] };

/** @param given the argument of the file; both sides name its type */
export async function startWatcher(
  file: URL,
  given: unknown,
  pinning: Pinning,
  onAdded: (added: Added['added']) => void = () => {},
): Promise<WatcherProcess> {
  const [command = '', ...args] = pinning.onAnyCore([...nodeCommand, fileURLToPath(file), JSON.stringify(given)]);
  const startedMs = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 2, 2, 'ipc'] });
  const ready = Promise.withResolvers<number>();
  let answer: ((usage: Usage) => void) | null = null;
  child.on('message', (message: ServerMessage | Added) => {
    if ('ready' in message) ready.resolve(performance.now() - startedMs);
    else if ('usage' in message) answer?.(message.usage);
    else onAdded(message.added);
  });
  child.once('exit', () => ready.reject(new Error(`${file.pathname} ended before it was ready.`)));
  return {
    readyMs: await ready.promise,
    usage: () =>
      new Promise((resolve) => {
        answer = resolve;
        child.send('usage');
      }),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      // Stopped rather than killed: Node writes its compile cache when it ends.
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
