// What both sides of a round do: they add every image of a folder, and measure themselves.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cpuUsage } from 'node:process';
import { given, isReady } from '../harness/serving.ts';

export type Task = {
  /** Folder of the images. */
  from: string;
  /** Folder of the copies. */
  into: string;
};

export type Round = {
  elapsedMs: number;
  /** Of all threads. */
  cpuMs: number;
};

/** @param prepare returns the work, which is measured and resolves with the number of added images */
export async function measureRound(prepare: (paths: readonly string[], into: string) => () => Promise<number>) {
  const { from, into } = given() as Task;
  const paths = readdirSync(from).map((name) => join(from, name));
  const work = prepare(paths, into);
  const cpu = cpuUsage();
  const since = performance.now();
  const count = await work();
  const elapsedMs = performance.now() - since;
  const { user, system } = cpuUsage(cpu);
  if (count !== paths.length) throw new Error(`${count} of ${paths.length} images were added.`);
  isReady({ elapsedMs, cpuMs: (user + system) / 1000 } satisfies Round);
}
