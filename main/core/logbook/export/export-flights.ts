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
import { randomUUID } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

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
  const program = format === 'foreflight' || format === 'logten' ? `-${format}` : '';
  return `flights-${new Date(now).toISOString().slice(0, 10)}${program}.${formats[format].extension}`;
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
  const { needsDate = false, start } = formats[input.format];
  const writing = start({ airports, types, text: await fileTextIn(language) });
  let text = writing.begin();
  let flights = 0;
  for (let from = 0; from < keys.length; from += flightsAtOnce) {
    signal.throwIfAborted();
    for (const flight of read(keys.slice(from, from + flightsAtOnce))) {
      if (needsDate && flight.row.day === null) continue;
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

// A file that is complete or absent: written under a name that nobody else has or can guess, and renamed at the end.

/** Calls `work` with a function that appends text. Throws what `work` or the disk throws; then nothing has changed. */
export async function writeWhole<T>(
  path: string,
  work: (write: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const existing = await stat(path).catch(() => null);
  // A device or a pipe is written to, never replaced. A symbolic link keeps leading to its file.
  const isStream = existing !== null && !existing.isFile() && !existing.isDirectory();
  const target = existing?.isFile() === true ? await realpath(path) : path;
  const making = isStream ? path : join(dirname(target), `.${randomUUID()}.part`);
  // Exclusive: neither a file nor a symbolic link is there.
  const file = await open(making, isStream ? 'w' : 'wx', 0o600);
  try {
    const result = await work(async (text) => {
      if (text !== '') await file.writeFile(text, 'utf8');
    });
    if (!isStream) await file.sync();
    await file.close();
    if (!isStream) await rename(making, target);
    return result;
  } catch (error) {
    await file.close().catch(() => {});
    if (!isStream) await rm(making, { force: true });
    throw error;
  }
}

/** Whether a file at `path` would be in `folder` or below it, over links as well. Rejects if its own folder is missing. */
export async function isWithin(path: string, folder: string): Promise<boolean> {
  const wanted = await stat(folder, { bigint: true });
  const target = await realpath(path).catch(async () => join(await realpath(dirname(path)), '-'));
  for (let at = dirname(target); ; at = dirname(at)) {
    const { dev, ino } = await stat(at, { bigint: true });
    if (dev === wanted.dev && ino === wanted.ino) return true;
    if (dirname(at) === at) return false;
  }
}
