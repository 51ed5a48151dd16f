// What both sides of a round measure of themselves.

import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { cpuUsage, memoryUsage } from 'node:process';
import { Worker } from 'node:worker_threads';
import { quantileOf } from '../harness/statistics.ts';
import type { Round, Task } from './round.ts';
import { measureTurns } from './turns.ts';

const samples = 20;
const askEachMs = 10;

/** Does the work, calls `added` after each image, and returns the duration of its longest transaction. */
type Work = (added: () => void) => Promise<{ transactionMs: number }>;

/** Receives the task, runs it, and reports the measurements. */
export async function measureRound(prepare: (task: Task) => Work) {
  const [task] = (await once(process, 'message')) as [Task];
  const work = prepare(task);
  const idle = new Worker(new URL('idle-thread.ts', import.meta.url));
  await once(idle, 'message');
  const every = Math.max(1, Math.floor(task.paths.length / samples));
  const rssMiB: number[] = [];
  const asked: number[] = [];
  let count = 0;
  const asking = setInterval(() => {
    const since = performance.now();
    void stat(task.paths[0]!).then(() => asked.push(performance.now() - since));
  }, askEachMs);
  const turns = measureTurns();
  const cpu = cpuUsage();
  const since = performance.now();
  const { transactionMs } = await work(() => {
    count += 1;
    if (count % every === 0) rssMiB.push(memoryUsage.rss() / 1024 ** 2);
  });
  const elapsedMs = performance.now() - since;
  const loop = turns();
  const { user, system } = cpuUsage(cpu);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  idle.postMessage('done');
  const [idleMs] = (await once(idle, 'message')) as [number];
  clearInterval(asking);
  if (count !== task.paths.length) throw new Error(`${count} of ${task.paths.length} images were added.`);
  const sorted = asked.toSorted((one, other) => one - other);
  const round: Round = {
    elapsedMs,
    cpuMs: (user + system) / 1000,
    rssMiB,
    loop,
    idleMs,
    transactionMs,
    askMs: sorted.length === 0 ? { most: 0, p99: 0 } : { most: sorted.at(-1)!, p99: quantileOf(sorted, 0.99) },
  };
  process.send!(round, () => process.disconnect());
}
