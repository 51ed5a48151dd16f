// Formats durations in milliseconds.
import { durationMessage } from '../../main/messages/duration.ts';
import { text } from '../text.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** `0:05`, `12:00`, `1:02:03`; never below zero. Rounded up, so that `0:00` means now. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return h > 0 ? `${h}:${twoDigits(m)}:${twoDigits(s)}` : `${m}:${twoDigits(s)}`;
}

/** `20 s`, `4 min`, `2 h 10 min`, `3 d 4 h`: the two largest units that matter, rounded down. */
export const span = (ms: number): string => text(durationMessage(ms));

type SpanUnit = 's' | 'min' | 'h' | 'd';

const scales: readonly { upTo: number; unit: number; name: SpanUnit }[] = [
  { upTo: 2 * MINUTE_MS, unit: SECOND_MS, name: 's' },
  { upTo: 2 * HOUR_MS, unit: MINUTE_MS, name: 'min' },
  { upTo: 2 * DAY_MS, unit: HOUR_MS, name: 'h' },
  { upTo: Infinity, unit: DAY_MS, name: 'd' },
];

/**
 * Returns the range of usual durations in one unit; null if it is within a minute. Ends within a tenth of each other
 * become one number.
 */
export function spanRange(lowMs: number, highMs: number): { low: number; high: number; unit: SpanUnit } | null {
  if (highMs <= MINUTE_MS) return null;
  const scale = scales.find((s) => highMs < s.upTo)!;
  const low = Math.floor(lowMs / scale.unit);
  const high = Math.ceil(highMs / scale.unit);
  if (high - low <= high / 10) {
    // Rounded to tens of seconds: 61 s is 60 s.
    const one = scale.unit === SECOND_MS ? Math.round(high / 10) * 10 : high;
    return { low: one, high: one, unit: scale.name };
  }
  return { low, high, unit: scale.name };
}
