// Lengths of time, from milliseconds.

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** `0:05`, `12:00`, `1:02:03`; never below zero. A part of a second counts as one, so that `0:00` means now. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return h > 0 ? `${h}:${twoDigits(m)}:${twoDigits(s)}` : `${m}:${twoDigits(s)}`;
}

/** `20 s`, `4 min`, `2 h 10 min`, `3 d 4 h`: the two largest parts that matter, rounded down. */
export function span(ms: number): string {
  const length = Math.max(0, ms);
  if (length < MINUTE_MS) return `${Math.floor(length / SECOND_MS)} s`;
  if (length < HOUR_MS) return `${Math.floor(length / MINUTE_MS)} min`;
  const [unit, small] = length < DAY_MS ? ([HOUR_MS, MINUTE_MS] as const) : ([DAY_MS, HOUR_MS] as const);
  const [unitName, smallName] = length < DAY_MS ? ['h', 'min'] : ['d', 'h'];
  const rest = Math.floor((length % unit) / small);
  return `${Math.floor(length / unit)} ${unitName}${rest > 0 ? ` ${rest} ${smallName}` : ''}`;
}

const scales = [
  { upTo: 2 * MINUTE_MS, unit: SECOND_MS, name: 's' },
  { upTo: 2 * HOUR_MS, unit: MINUTE_MS, name: 'min' },
  { upTo: 2 * DAY_MS, unit: HOUR_MS, name: 'h' },
  { upTo: Infinity, unit: DAY_MS, name: 'd' },
];

/**
 * How long something usually takes: both ends in one unit, or null where it is all within a minute. Ends that lie within a
 * tenth of each other are one: nobody reads 60 to 61 s as two.
 */
export function spanRange(lowMs: number, highMs: number): { low: number; high: number; unit: string } | null {
  if (highMs <= MINUTE_MS) return null;
  const scale = scales.find((s) => highMs < s.upTo)!;
  const low = Math.floor(lowMs / scale.unit);
  const high = Math.ceil(highMs / scale.unit);
  if (high - low <= high / 10) {
    // Nor 61 s as anything but a minute.
    const one = scale.unit === SECOND_MS ? Math.round(high / 10) * 10 : high;
    return { low: one, high: one, unit: scale.name };
  }
  return { low, high, unit: scale.name };
}
