// The kinds of options: how each is written as a flag, which values it accepts, and how an error describes them.

export type OptionKind =
  | 'choice'
  | 'port'
  | 'switch'
  | 'duration'
  | 'size'
  | 'share'
  | 'scale'
  | 'text'
  | 'file'
  | 'count'
  /** A list of texts; its flag may be repeated. */
  | 'names';

export type OptionValue = string | number | boolean | readonly string[];

export type OptionRow = {
  /** Missing of a setting that no command line needs. */
  flag?: string;
  kind: OptionKind;
  /** What the help calls its value; by its kind if omitted. */
  valueName?: string;
  /** Null if the mode decides, or if there is none. */
  default: OptionValue | null;
  choices?: readonly string[];
  /** Of a text, a file, or of each name: its pattern, and the description used in errors. */
  form?: { pattern: RegExp; message: string };
  /** Of a size or a count; 1 by default. */
  least?: number;
  isLive?: boolean;
  /** The assumption (docs/emulator/assumptions.md) that this option changes. */
  assumption?: string;
  help: string;
};

/** Parses the text of a flag; null if it cannot be parsed. Does not check the range. */
export function readValue(row: OptionRow, text: string): OptionValue | null {
  switch (row.kind) {
    case 'choice':
    case 'text':
    case 'file':
      return text;
    case 'names':
      return text.split(',');
    case 'switch':
      return text === 'true' || text === 'on' ? true : text === 'false' || text === 'off' ? false : null;
    case 'duration':
      return parseDuration(text);
    case 'size':
      return parseSize(text);
    case 'port':
    case 'share':
    case 'scale':
    case 'count':
      return /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
  }
}

export function isAllowed(row: OptionRow, value: unknown): boolean {
  switch (row.kind) {
    case 'choice':
      return typeof value === 'string' && (row.choices ?? []).includes(value);
    case 'text':
    case 'file':
      return typeof value === 'string' && isForm(row, value);
    case 'names':
      return Array.isArray(value) && value.every((name) => typeof name === 'string' && isForm(row, name));
    case 'switch':
      return typeof value === 'boolean';
    case 'port':
      return Number.isInteger(value) && isBetween(value, 0, 65_535);
    case 'duration':
      return isBetween(value, 0, longestDurationMs);
    case 'size':
      return Number.isInteger(value) && isBetween(value, row.least ?? 1, 2 ** 40);
    case 'count':
      return Number.isInteger(value) && isBetween(value, row.least ?? 1, 1_000_000);
    case 'share':
      return isBetween(value, 0, 1);
    case 'scale':
      return isBetween(value, 0.001, 100_000);
  }
}

const isForm = ({ form }: OptionRow, text: string) => text !== '' && (form?.pattern.test(text) ?? true);

export const isBetween = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most;

export function expectation(row: OptionRow, where: 'flag' | 'value'): string {
  switch (row.kind) {
    case 'choice':
      return (row.choices ?? []).join(' or ');
    case 'text':
      return row.form?.message ?? 'a text';
    case 'names':
      return `${where === 'flag' ? '' : 'a list of '}${row.form?.message ?? 'texts'}`;
    case 'file':
      return row.form?.message ?? 'a file path';
    case 'switch':
      return where === 'flag' ? 'no value, or on or off' : 'true or false';
    case 'port':
      return 'a port from 0 to 65535';
    case 'duration':
      return where === 'flag' ? 'a duration such as 250ms, 5s, 2m, 1h or 30d' : 'a number of milliseconds, 0 or more';
    case 'size':
      return where === 'flag' ? 'a size such as 512KiB or 10MiB' : `a whole number of bytes, ${row.least ?? 1} or more`;
    case 'count':
      return `a whole number from ${row.least ?? 1} to 1000000`;
    case 'share':
      return 'a number from 0 to 1';
    case 'scale':
      return 'a number from 0.001 to 100000';
  }
}

export const describeDefault = (row: OptionRow): string => describeValue(row, row.default);

/** A value in the notation of the command line. */
export function describeValue(row: OptionRow, value: OptionValue | null): string {
  if (row.kind === 'names') return (value as readonly string[]).join(',') || 'none';
  if (value === null) return row.kind === 'switch' ? 'by mode' : 'none';
  if (row.kind === 'duration') return formatDuration(value as number);
  if (row.kind === 'size') return formatSize(value as number);
  if (row.kind === 'share') return (value as number).toFixed(2);
  return row.kind === 'switch' ? (value === true ? 'on' : 'off') : String(value);
}

// The one notation for durations and sizes: `250ms`, `5s`, `2m`, `1h`, `30d`; `512KiB`, `10MiB`. A number without a unit is in
// milliseconds or bytes.

const durationUnitsMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const sizeUnitsBytes = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** A hundred years, so that every time computed from it is a valid date. */
export const longestDurationMs = 100 * 365 * 24 * 60 * 60_000;

export function parseDuration(text: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : parseQuantity(text, durationUnitsMs);
}

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
