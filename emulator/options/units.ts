// The one notation for durations and sizes: `250ms`, `5s`, `2m`, `1h`, `30d`; `512KiB`, `10MiB`. A number without a unit is in
// milliseconds or bytes.

const durationUnitsMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const sizeUnitsBytes = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** A hundred years, so that every time computed from it is a valid date. */
export const longestDurationMs = 100 * 365 * 24 * 60 * 60_000;

/** Returns milliseconds, or null. */
export function parseDuration(text: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : parseQuantity(text, durationUnitsMs);
}

/** Returns bytes, or null. */
export function parseSize(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : parseQuantity(text, sizeUnitsBytes);
}

export function formatDuration(ms: number): string {
  return formatQuantity(ms, durationUnitsMs);
}

export function formatSize(bytes: number): string {
  return formatQuantity(bytes, sizeUnitsBytes);
}

function parseQuantity(text: string, units: Record<string, number>): number | null {
  const match = /^(\d+(?:\.\d+)?)([A-Za-z]+)$/.exec(text);
  const unit = match && Object.hasOwn(units, match[2]!) ? units[match[2]!] : undefined;
  return match && unit !== undefined ? Math.round(Number(match[1]) * unit) : null;
}

function formatQuantity(amount: number, units: Record<string, number>): string {
  const fitting = Object.entries(units).filter(([, size]) => amount % size === 0 && amount >= size);
  const [name, size] = fitting.at(-1) ?? Object.entries(units)[0]!;
  return `${amount / size}${name}`;
}
