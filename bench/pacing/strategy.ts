// What is compared: something that says when to try next, and is told what came of it. Moments are those of the
// machine's monotonic clock. One upload is under way at a time.

import type { Answer } from './service.ts';

export interface Strategy {
  /** The moment of the next try. @param waiting uploads that are still to do */
  next(nowMs: number, waiting: number): number;
  answered(answer: Answer, startedMs: number, endedMs: number): void;
  /** The machine woke up: wall clock and monotonic clock have drifted apart, where the latter stood still. */
  woke?(): void;
}
