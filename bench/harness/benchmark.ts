// What a benchmark is: named parts that measure, each yielding its findings one by one as they are there.

import type { Finding } from './finding.ts';
import type { Pinning } from './pinning.ts';

export interface Effort {
  /** False for a run that only shows that everything works; its figures say little. */
  isWhole: boolean;
  /** Rounds of subject and peer each. */
  pairs: number;
  /** How long the load of one round lasts. */
  roundMs: number;
  /** How long each server is asked before it counts. */
  warmUpMs: number;
  /** How often a process is started, in the parts that are about starting one. */
  starts: number;
  /** How often what is quick in itself is done. */
  repeats: number;
  /** By this the sizes of worlds are multiplied. */
  worldShare: number;
}

export const fullEffort: Effort = {
  isWhole: true,
  pairs: 12,
  roundMs: 2000,
  warmUpMs: 3000,
  starts: 21,
  repeats: 200,
  worldShare: 1,
};

export const quickEffort: Effort = {
  isWhole: false,
  pairs: 2,
  roundMs: 100,
  warmUpMs: 50,
  starts: 2,
  repeats: 5,
  worldShare: 0.01,
};

export interface Bench {
  effort: Effort;
  pinning: Pinning;
}

export interface Benchmark {
  name: string;
  /** One line for the list. */
  about: string;
  /** In the order in which they run. */
  parts: Readonly<Record<string, (bench: Bench) => AsyncIterable<Finding>>>;
}
