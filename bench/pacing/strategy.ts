// A strategy says when to try next, and is told the result. Times are readings of the machine's monotonic clock. One
// upload is in progress at a time.

import type { Answer } from './service.ts';

export interface Strategy {
  /**
   * When to try next.
   * @param waiting uploads still to do
   */
  next(nowMs: number, waiting: number): number;
  answered(answer: Answer, startedMs: number, endedMs: number): void;
  /** The machine woke up: wall clock and monotonic clock differ if the latter stopped. */
  woke?(): void;
}
