// The interface of an export format, and helpers for its cells.
import type { ServiceValue } from '../../../contract/strip.ts';
import type { Airports } from '../airports.ts';
import type { ExportedFlight } from '../rows.ts';
import type { FileText } from './file-text.ts';

/** One file being made. Texts are written in this order; `flight` may write nothing and leave all to `end`. */
export type Writing = {
  begin(): string;
  flight(flight: ExportedFlight): string;
  end(): string;
  /** After `end`: flights in it that have no place on the map. */
  unplaced?(): number;
};

export type Format = {
  /** Without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** The programs that import it accept no flight without a date. */
  readonly needsDate?: boolean;
  /** `types`: the aircraft types of the flights, for a table before them; `UNKNOWN` if one is not known. */
  start(given: { readonly airports: Airports; readonly types: readonly string[]; readonly text: FileText }): Writing;
};

/** A value of the service as a number, null if it is none. The same rule as that of the facts. */
export function numberOf(value: ServiceValue): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return value !== null && /^[+-]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : null;
}

export type Cell = string | number | boolean | null;

const FORMULA_SIGN = /^[=+\-@\t\r]/;

/** Spreadsheets expect the semicolon where the comma is the decimal separator. */
export type Separator = ',' | ';';

/**
 * A cell of a CSV file (RFC 4180). Text that a spreadsheet would read as a formula gets an apostrophe, as OWASP
 * advises.
 */
export function csvCell(value: Cell, separator: Separator = ','): string {
  if (value === null) return '';
  if (typeof value === 'number' && separator === ';') return String(value).replace('.', ',');
  if (typeof value !== 'string') return String(value);
  const safe = FORMULA_SIGN.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly Cell[]) => `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`;

/**
 * The minutes of a flight as other logbooks import them, null if they are not known. None has a negative time; the facts
 * don't either.
 */
export function flownMinutes(value: ServiceValue): number | null {
  const minutes = numberOf(value);
  return minutes === null || minutes < 0 ? null : minutes;
}
