// The parent's side of the process that runs the emulators of a fuzz run.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Order, ProcessOrders } from './emulator-process.ts';

export type EmulatorChild = {
  send<name extends Order>(order: name, ...input: OrderInput<name>): Promise<ProcessOrders[name]['output']>;
  /** Its standard error, such as warnings of answers that ended in a 5xx. */
  errorOutput(): string;
  /** How it exited, or null while it runs. */
  ended(): string | null;
} & AsyncDisposable;

type OrderInput<name extends Order> = ProcessOrders[name]['input'] extends void
  ? []
  : [input: ProcessOrders[name]['input']];

const answerBoundMs = 20_000;

export function startEmulatorChild(): EmulatorChild {
  const child = fork(join(import.meta.dirname, 'emulator-process.ts'), {
    execArgv: ['--disable-sigusr1', '--disable-warning=ExperimentalWarning', '--expose-gc'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const waiting = new Map<number, { resolve: (output: never) => void; reject: (reason: Error) => void }>();
  let lastId = 0;
  let errorOutput = '';
  let ended: string | null = null;
  const gone = once(child, 'exit');

  child.stderr?.on('data', (text) => (errorOutput = `${errorOutput}${text}`.slice(-20_000)));
  child.on('message', (message) => {
    const { id, output, reason } = message as { id: number; output: never; reason?: string };
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (reason === undefined) waiter?.resolve(output);
    else waiter?.reject(new Error(reason));
  });
  child.on('exit', (code, signal) => {
    ended = `the process ended with ${signal ?? code}`;
    for (const { reject } of waiting.values()) reject(new Error(`${ended}: ${errorOutput}`));
  });

  return {
    send: (order, ...input) =>
      new Promise((resolve, reject) => {
        if (ended !== null) return reject(new Error(`${ended}: ${errorOutput}`));
        const id = ++lastId;
        const late = setTimeout(() => {
          waiting.delete(id);
          reject(new Error(`The emulators do not answer “${order}” in ${answerBoundMs / 1000} s.`));
        }, answerBoundMs);
        waiting.set(id, {
          resolve: (output) => (clearTimeout(late), resolve(output)),
          reject: (reason) => (clearTimeout(late), reject(reason)),
        });
        child.send({ id, order, input: input[0] });
      }),
    errorOutput: () => errorOutput,
    ended: () => ended,
    async [Symbol.asyncDispose]() {
      if (ended !== null) return;
      child.disconnect();
      child.kill();
      await gone;
    },
  };
}
