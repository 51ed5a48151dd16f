// `npm run campaign:crowd [-- --count 10000 --seconds 10]`: this many connections to each listener, reopened when
// closed, while an honest client keeps sending requests. Prints the client's waiting times and the cost; exits with 1
// if a client was kept out.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createEmulator } from '../../../emulator/emulator.ts';
import { createLoopbackListener } from '../../../main/core/account/sign-in/loopback-listener.ts';
import { systemClock } from '../../../main/core/platform/system-clock.ts';
import { createWindowServer } from '../../../main/node/web-window/server.ts';
import { createFakeCompanion } from '../../support/fake-companion/fake-companion.ts';
import { spendKey } from '../../support/window-client.ts';

const { values } = parseArgs({ options: { count: { type: 'string' }, seconds: { type: 'string' } } });
const count = Number(values.count ?? 10_000);
const seconds = Number(values.seconds ?? 10);
const log = { debug() {}, info() {}, warn() {}, error() {} };
const holders = 2;

type Target = { readonly name: string; readonly port: number; ask(): Promise<number>; end(): PromiseLike<unknown> };

const targets: (() => Promise<Target>)[] = [
  async () => {
    const dir = join(tmpdir(), 'pilot-companion-crowd');
    const companion = createFakeCompanion({ clock: systemClock });
    const server = await createWindowServer({ companion, rendererDir: import.meta.dirname, incomingDir: dir, log });
    const ask = async () => (await spendKey(server.address, server.newAddress())).status;
    return { name: 'the window', port: Number(new URL(server.address).port), ask, end: () => server.stop() };
  },
  async () => {
    const listener = createLoopbackListener({ path: '/callback', port: 0, clock: systemClock, log });
    const opened = await listener.open();
    if (!opened.ok) throw new Error(opened.failure.message.id);
    const port = opened.value;
    const ask = async () => {
      listener.expect({ isAnswer: (parameters) => parameters.get('state') === 'right', onAnswer: () => {} });
      return (await fetch(`http://127.0.0.1:${port}/callback?code=x&state=right`, { redirect: 'manual' })).status;
    };
    return { name: 'the sign-in', port, ask, end: () => listener.close() };
  },
  async () => {
    const emulator = await createEmulator();
    const { url } = await emulator.start();
    const ask = async () => (await fetch(`${url}/_emulator/health`)).status;
    return { name: 'the emulator', port: Number(new URL(url).port), ask, end: () => emulator[Symbol.asyncDispose]() };
  },
];

async function crowd(make: () => Promise<Target>): Promise<boolean> {
  const target = await make();
  const before = process.memoryUsage().rss;
  const latest = new Map<number, { held: number; opened: number }>();
  const children = Array.from({ length: holders }, (_, index) => {
    const child = fork(join(import.meta.dirname, 'hold.ts'), [String(target.port), String(count / holders)]);
    child.on('message', (message) => latest.set(index, message as { held: number; opened: number }));
    return child;
  });
  const sum = (name: 'held' | 'opened') => [...latest.values()].reduce((all, one) => all + one[name], 0);
  // Until the intended number has arrived.
  while (sum('opened') < count) await sleep(50);
  const waits: number[] = [];
  let keptOut = 0;
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const begun = performance.now();
    const status = await target.ask().catch(() => 0);
    waits.push(performance.now() - begun);
    if (status === 0 || status >= 400) keptOut += 1;
    await sleep(20);
  }
  const grown = process.memoryUsage().rss - before;
  const inOrder = waits.toSorted((a, b) => a - b);
  const at = (share: number) => `${(inOrder[Math.floor(share * (inOrder.length - 1))] ?? 0).toFixed(0)} ms`;
  process.stdout.write(
    `${target.name}: ${sum('opened')} connections came, ${sum('held')} are held; an honest client asked ${waits.length} times, ` +
      `${keptOut} without an answer, waited ${at(0.5)} (half), ${at(0.99)} (99 %); memory grew by ${(grown / 1024 ** 2).toFixed(0)} MB\n`,
  );
  for (const child of children) {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }
  await target.end();
  return keptOut === 0;
}

for (const make of targets) if (!(await crowd(make))) process.exitCode = 1;
process.exit();
