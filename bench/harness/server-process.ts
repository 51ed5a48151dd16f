// Starts a server in a separate process, so that its time and memory can be measured. It reports when it is ready, and
// its usage on request; serving.ts is the other end.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Pinning } from './pinning.ts';
import type { ServerMessage, Usage } from './serving.ts';

export type ServerProcess<Ready> = {
  ready: Ready;
  usage(): Promise<Usage>;
} & AsyncDisposable;

/** With the Node flags of every program of the project (scripts/project-node.mjs). */
export const nodeCommand = [process.execPath, '--disable-sigusr1', '--disable-warning=ExperimentalWarning'] as const;

/**
 * Starts a file and waits until it is ready. Rejects if it ends before that; its output goes to standard error.
 * @param given passed to the file as one JSON argument
 * @param flags for its Node
 */
export async function startServer<Ready>(
  file: URL,
  given: unknown,
  pinning: Pinning,
  flags: readonly string[] = [],
): Promise<ServerProcess<Ready>> {
  const program = [...nodeCommand, ...flags, fileURLToPath(file), JSON.stringify(given)];
  const [command = '', ...args] = pinning.onServerCore(program);
  const child = spawn(command, args, { stdio: ['ignore', 2, 2, 'ipc'] });
  const { ready } = (await nextMessage(child, file)) as { ready: Ready };
  return {
    ready,
    async usage() {
      child.send('usage');
      const { usage } = (await nextMessage(child, file)) as { usage: Usage };
      return usage;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function nextMessage(child: ChildProcess, file: URL): Promise<ServerMessage> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      child.off('message', heard);
      child.off('exit', ended);
    };
    const heard = (message: unknown) => {
      stop();
      resolve(message as ServerMessage);
    };
    const ended = (code: number | null) => {
      stop();
      reject(new Error(`The server ${file.pathname} ended with code ${code}.`));
    };
    child.on('message', heard);
    child.on('exit', ended);
  });
}
