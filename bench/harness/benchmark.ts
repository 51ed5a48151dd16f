// A benchmark has named parts that measure and yield their findings one by one.

import type { Finding } from './finding.ts';

export type Effort = {
  /** False for a short run that only shows that everything works. */
  isWhole: boolean;
  /** The number of rounds of subject and peer. */
  pairs: number;
  /** Duration of the load of one round. */
  roundMs: number;
  /** Repetitions of starting a process. */
  starts: number;
  /** Repetitions of fast operations. */
  repeats: number;
  /** Factor for the sizes of worlds. */
  worldShare: number;
};

export const fullEffort: Effort = {
  isWhole: true,
  pairs: 12,
  roundMs: 2000,
  starts: 21,
  repeats: 200,
  worldShare: 1,
};

export const quickEffort: Effort = {
  isWhole: false,
  pairs: 2,
  roundMs: 100,
  starts: 2,
  repeats: 5,
  worldShare: 0.01,
};

export type Benchmark = {
  name: string;
  /** One line for the list. */
  about: string;
  /** In the order in which they run. */
  parts: Readonly<Record<string, (effort: Effort) => AsyncIterable<Finding>>>;
};
