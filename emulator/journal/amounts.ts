// Formats durations and sizes for the rules of the journal. Past durations are rounded down and future ones up, so that no
// figure overstates.

/** Past: `850 ms`, `3.2 s`, `4 min 10 s`, `2 h 5 min`, `30 d`. */
export const elapsed = (ms: number): string => span(ms, Math.floor);

/** Future. */
export const remaining = (ms: number): string => span(ms, Math.ceil);

function span(ms: number, round: (value: number) => number): string {
  if (ms < 1000) return `${Math.max(0, round(ms))} ms`;
  const tenths = round(ms / 100);
  if (tenths < 600) return `${tenths / 10} s`;
  const seconds = round(ms / 1000);
  if (seconds < 3600) return parts(seconds, 60, 'min', 's');
  const minutes = round(ms / 60_000);
  if (minutes < 1440) return parts(minutes, 60, 'h', 'min');
  return parts(round(ms / 3_600_000), 24, 'd', 'h');
}

function parts(amount: number, ratio: number, large: string, small: string): string {
  const rest = amount % ratio;
  return `${Math.floor(amount / ratio)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}

/** `812 bytes`, `12.4 kB`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return bytes < 999_950 ? `${round(bytes / 1000)} kB` : `${round(bytes / 1_000_000)} MB`;
}

const round = (value: number) => Math.round(value * 10) / 10;
