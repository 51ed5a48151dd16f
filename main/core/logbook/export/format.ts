// What an export format is.
import type { ServiceValue } from '../../../contract/strip.ts';
import type { Message } from '../../../messages/message.ts';
import type { Airports } from '../airports.ts';
import type { ExportedFlight } from '../rows.ts';

/** A text inside of the file, in the language of the window. */
export type FileText = (message: Message) => string;

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
