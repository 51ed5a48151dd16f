// Starts a server in a separate process, so that its time and memory can be measured. It reports when it is ready, and
// its usage on request; serving.ts is the other end.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../../scripts/project-node.mjs';
import type { ServerMessage, Usage } from './serving.ts';

export type ServerProcess<Ready> = {
  ready: Ready;
  /** From the command to the ready message. */
  readyMs: number;
  usage(): Promise<Usage>;
} & AsyncDisposable;

export const nodeCommand: readonly [string, ...string[]] = [process.execPath, ...nodeFlags];

type ServerOptions = {
  /** For its Node, in addition to those of every program of the project. */
  flags?: readonly string[];
  /** Gets what it sends besides the messages of the harness. */
  onMessage?: (message: unknown) => void;
};

/**
 * Starts a file and waits until it is ready. Rejects if it ends before that; its output goes to standard error.
 * @param given passed to the file as one JSON argument; both sides name its type
 */
export async function startServer<Ready>(
  file: URL,
  given: unknown,
  { flags = [], onMessage = () => {} }: ServerOptions = {},
): Promise<ServerProcess<Ready>> {
  const [node, ...args] = [...nodeCommand, ...flags, fileURLToPath(file), JSON.stringify(given)];
  const startedMs = performance.now();
  const child = spawn(node, args, { stdio: ['ignore', 2, 2, 'ipc'] });
  const started = Promise.withResolvers<{ ready: Ready; readyMs: number }>();
  let answer: ((usage: Usage) => void) | null = null;
  child.on('message', (message: ServerMessage) => {
    if ('ready' in message) started.resolve({ ready: message.ready as Ready, readyMs: performance.now() - startedMs });
    else if ('usage' in message) answer?.(message.usage);
    else onMessage(message);
  });
  child.once('exit', (code) => started.reject(new Error(`${file.pathname} ended with ${code} before it was ready.`)));
  return {
    ...(await started.promise),
    usage: () =>
      new Promise((resolve) => {
        answer = resolve;
        child.send('usage');
      }),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
