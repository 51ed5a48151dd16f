// What both sides of a round measure of themselves.

import { once } from 'node:events';
import { cpuUsage } from 'node:process';
import type { Round, Task } from './round.ts';

/** Does the work, and calls `added` after each image. */
type Work = (added: () => void) => Promise<void>;

/** Receives the task, runs it, and reports the measurements. */
export async function measureRound(prepare: (task: Task) => Work) {
  const [task] = (await once(process, 'message')) as [Task];
  const work = prepare(task);
  let count = 0;
  const cpu = cpuUsage();
  const since = performance.now();
  await work(() => void (count += 1));
  const elapsedMs = performance.now() - since;
  const { user, system } = cpuUsage(cpu);
  if (count !== task.paths.length) throw new Error(`${count} of ${task.paths.length} images were added.`);
  process.send!({ elapsedMs, cpuMs: (user + system) / 1000 } satisfies Round, () => process.disconnect());
}
