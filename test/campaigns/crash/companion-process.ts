// The companion process of the campaign, and of two-processes.test.ts: controlled by messages, killed without a warning,
// restarted on the same folder.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CommandInput, CommandName, CommandOutput, IntakeAnswer } from '../../../main/contract/commands.ts';
import type { Result } from '../../../main/contract/failure.ts';
import type { PilotMessage, PilotStart } from './pilot.ts';

export type CompanionProcess = ReturnType<typeof startCompanionProcess>;

export function startCompanionProcess(start: PilotStart, onMishap: (message: string) => void) {
  const child: ChildProcess = fork(join(import.meta.dirname, 'pilot.ts'), [JSON.stringify(start)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const waiting = new Map<number, (result: unknown) => void>();
  const sendingListeners = new Set<(sentBytes: number) => void>();
  let lastId = 0;
  let isGone = false;
  let complaints = '';
  child.stderr!.on('data', (data: Buffer) => (complaints += data.toString()));
  const ended = once(child, 'exit').then(() => {
    isGone = true;
    for (const answer of waiting.values()) answer(null);
  });
  const isOpen = new Promise<boolean>((resolve) => {
    child.on('message', (message: PilotMessage) => {
      if (message.type === 'open') resolve(true);
      if (message.type === 'answer') waiting.get(message.id)?.(message.result);
      if (message.type === 'sending') for (const listener of sendingListeners) listener(message.sentBytes);
      if (message.type === 'mishap') onMishap(message.message);
    });
    void ended.then(() => resolve(false));
  });

  /** Null if the companion was killed before it answered. */
  const put = (question: Record<string, unknown>) =>
    new Promise<unknown>((resolve) => {
      const id = (lastId += 1);
      const finish = (result: unknown) => (waiting.delete(id), resolve(result));
      waiting.set(id, finish);
      if (isGone || !child.connected) return finish(null);
      child.send({ ...question, id }, (error) => error && finish(null));
    });

  return {
    /** True once it answers; false if it ended before. */
    isOpen,
    isGone: () => isGone,
    complaints: () => complaints,
    ask: <N extends CommandName>(name: N, input: CommandInput<N>) =>
      put({ ask: name, input }) as Promise<Result<CommandOutput<N>> | null>,
    take: (files: readonly { path: string; name: string }[]) =>
      put({ take: files }) as Promise<Result<IntakeAnswer[]> | null>,
    onSending(listener: (sentBytes: number) => void): () => void {
      sendingListeners.add(listener);
      return () => void sendingListeners.delete(listener);
    },
    signal: (name: 'SIGSTOP' | 'SIGCONT') => child.kill(name),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
