// What is believed of the service's pace, as a message.
import { message } from './message.ts';
import type { Message } from './message.ts';

/** Intervals below this are hidden by the latency. */
const LEAST_INTERVAL_MS = 300;

/** @param pace the service accepts `capacity` reports at once, then one every `waitMs`; null: not known yet */
export function paceMessage(pace: { readonly waitMs: number; readonly capacity: number } | null): Message {
  if (pace === null) return message('shared.pace.unknown');
  if (pace.waitMs < LEAST_INTERVAL_MS) return message('shared.pace.noInterval');
  const seconds = pace.waitMs < 10_000 ? Math.round(pace.waitMs / 100) / 10 : Math.round(pace.waitMs / 1_000);
  if (pace.capacity > 1) return message('shared.pace.burst', { capacity: pace.capacity, seconds });
  return message('shared.pace.interval', { seconds });
}
