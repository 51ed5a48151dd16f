// What is believed of the service's pace, as a message.
import { durationMessage } from './duration.ts';
import { message } from './message.ts';
import type { Message } from './message.ts';

/** Intervals below this are hidden by the latency. */
const LEAST_INTERVAL_MS = 300;

/** @param pace the service accepts `capacity` reports at once, then one every `waitMs`; null: not known yet */
export function paceMessage(pace: { readonly waitMs: number; readonly capacity: number } | null): Message {
  if (pace === null) return message('shared.pace.unknown');
  if (pace.waitMs < LEAST_INTERVAL_MS) return message('shared.pace.noInterval');
  const { waitMs, capacity } = pace;
  const duration =
    waitMs < 10_000
      ? message('shared.duration.seconds', { n: Math.round(waitMs / 100) / 10 })
      : durationMessage(Math.round(waitMs / 1_000) * 1_000, 'seconds');
  if (capacity > 1) return message('shared.pace.burst', { capacity, duration });
  return message('shared.pace.interval', { duration });
}
