// A process of the campaign, from its parent: controlled by messages, and killed without a warning.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PilotMessage, PilotQuestion, PilotStart } from './pilot.ts';

export type PilotProcess = ReturnType<typeof startPilotProcess>;

export function startPilotProcess() {
  const child = fork(join(import.meta.dirname, 'pilot.ts'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let isGone = false;
  let complaints = '';
  child.stderr!.on('data', (data: Buffer) => (complaints += data.toString()));
  const ended = once(child, 'exit').then(([code, signal]) => {
    isGone = true;
    return { code: code as number | null, signal: signal as string | null };
  });
  return {
    begin(start: PilotStart, hear: (message: PilotMessage) => void) {
      child.on('message', (message: PilotMessage) => hear(message));
      child.send(start, () => {});
    },
    isGone: () => isGone,
    complaints: () => complaints,
    ended,
    /** Ignored if the process is gone. */
    ask(question: PilotQuestion) {
      if (!isGone && child.connected) child.send(question, () => {});
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
