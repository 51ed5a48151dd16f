// Writes the flights of a filter in one of the formats, a few hundred at a time.
import { setImmediate } from 'node:timers/promises';
import type { ExportFormat } from '../../../contract/export-formats.ts';
import type { Exported, LogbookExport } from '../../../contract/logbook.ts';
import { exported } from '../../../messages/catalogue.ts';
import { createFormatter } from '../../../messages/formatter.ts';
import { languageFor, type LanguageChoice } from '../../../messages/languages.ts';
import { translated } from '../../../messages/translations.ts';
import type { Logbook } from '../logbook.ts';
import { type FileText, type Format, csv, csvSemicolon, foreflight, json, logten } from './tables.ts';
import { geojson, kml } from './maps.ts';

export const formats: Readonly<Record<ExportFormat, Format>> = {
  csv,
  csv_semicolon: csvSemicolon,
  json,
  geojson,
  kml,
  foreflight,
  logten,
};

/** Few enough to hold the event loop for a few milliseconds only. */
const flightsAtOnce = 250;

/** `flights-2026-11-22.csv`. */
export const exportName = (format: ExportFormat, now: number) => {
  const { program, extension } = formats[format];
  return `flights-${new Date(now).toISOString().slice(0, 10)}${program ? `-${program}` : ''}.${extension}`;
};

/** @param system locale of this computer, such as `de-AT`: the language if none is chosen, and how numbers are written */
async function fileTextIn(
  choice: LanguageChoice,
  system = Intl.DateTimeFormat().resolvedOptions().locale,
): Promise<FileText> {
  const language = languageFor(choice, [system]);
  return createFormatter({ catalogue: await translated(exported, language), language, locale: system }).text;
}

export type Written = Omit<Exported, 'name'>;

/**
 * Rejects with the signal's reason when it is aborted, and with what `write` rejects
 * with.
 */
export async function exportFlights(given: {
  logbook: Logbook;
  input: LogbookExport;
  write(text: string): Promise<void>;
  signal: AbortSignal;
  onProgress(written: number, total: number): void;
}): Promise<Written> {
  const { logbook, input, write, signal, onProgress } = given;
  const { keys, types, airports, language, read, completeness, isFinal } = await logbook.exported(input);
  const { program, start } = formats[input.format];
  const writing = start({ airports, types, text: await fileTextIn(language) });
  let text = writing.begin();
  let flights = 0;
  for (let from = 0; from < keys.length; from += flightsAtOnce) {
    signal.throwIfAborted();
    for (const flight of read(keys.slice(from, from + flightsAtOnce))) {
      if (program && flight.row.day === null) continue;
      text += writing.flight(flight);
      flights += 1;
    }
    await write(text);
    text = '';
    onProgress(Math.min(from + flightsAtOnce, keys.length), keys.length);
    await setImmediate();
  }
  signal.throwIfAborted();
  await write(text + writing.end());
  onProgress(keys.length, keys.length);
  return {
    flights,
    leftOut: keys.length - flights,
    unplaced: writing.unplaced?.() ?? 0,
    completeness,
    isFinal,
  };
}
