// The parent's side of the process that runs the emulators of a fuzz run.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Order, ProcessOrders } from './emulator-process.ts';

export interface EmulatorChild extends AsyncDisposable {
  tell<name extends Order>(order: name, ...takes: Takes<name>): Promise<ProcessOrders[name]['gives']>;
  /** Its standard error, such as warnings of answers that ended in a 5xx. */
  said(): string;
  /** How it exited, or null while it runs. */
  ended(): string | null;
}

type Takes<name extends Order> = ProcessOrders[name]['takes'] extends void ? [] : [takes: ProcessOrders[name]['takes']];

const answerBoundMs = 20_000;

export function startEmulatorChild(): EmulatorChild {
  const child = fork(join(import.meta.dirname, 'emulator-process.ts'), {
    execArgv: ['--disable-sigusr1', '--disable-warning=ExperimentalWarning', '--expose-gc'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const waiting = new Map<number, { resolve: (gives: never) => void; reject: (reason: Error) => void }>();
  let lastId = 0;
  let said = '';
  let ended: string | null = null;
  const gone = once(child, 'exit');

  child.stderr?.on('data', (text) => (said = `${said}${text}`.slice(-20_000)));
  child.on('message', (message) => {
    const { id, gives, reason } = message as { id: number; gives: never; reason?: string };
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (reason === undefined) waiter?.resolve(gives);
    else waiter?.reject(new Error(reason));
  });
  child.on('exit', (code, signal) => {
    ended = `the process ended with ${signal ?? code}`;
    for (const { reject } of waiting.values()) reject(new Error(`${ended}: ${said}`));
  });

  return {
    tell: (order, ...takes) =>
      new Promise((resolve, reject) => {
        if (ended !== null) return reject(new Error(`${ended}: ${said}`));
        const id = ++lastId;
        const late = setTimeout(() => {
          waiting.delete(id);
          reject(new Error(`The emulators do not answer “${order}” in ${answerBoundMs / 1000} s.`));
        }, answerBoundMs);
        waiting.set(id, {
          resolve: (gives) => (clearTimeout(late), resolve(gives)),
          reject: (reason) => (clearTimeout(late), reject(reason)),
        });
        child.send({ id, order, takes: takes[0] });
      }),
    said: () => said,
    ended: () => ended,
    async [Symbol.asyncDispose]() {
      if (ended !== null) return;
      child.disconnect();
      child.kill();
      await gone;
    },
  };
}
