// `logbook`: the flights that are here by a filter, with their totals; or an export of them.
import { once } from 'node:events';
import { basename, dirname, resolve } from 'node:path';
import { isSoFar } from '../../../contract/completeness.ts';
import type { CommandInput, CommandOutput } from '../../../contract/commands.ts';
import type { Result } from '../../../contract/failure.ts';
import { exportFormats } from '../../../contract/export-formats.ts';
import type { LogbookFilter, LogbookFilterInput, LogbookRow } from '../../../contract/logbook.ts';
import { mayRead, type AppState } from '../../../contract/state.ts';
import { flightsReadMessage } from '../../../messages/flights-read.ts';
import { message } from '../../../messages/message.ts';
import type { Opened } from '../../host/open-companion.ts';
import { text } from '../../host/text.ts';
import { call, stateOf, reportsOf, until } from '../terminal/call.ts';
import { completenessFields } from '../json/line-parts.ts';
import type { Given, Options } from './command.ts';
import { exitCodes, fail, terminalLines, type Output, wrongUsage } from '../terminal/output.ts';
import { recordOf } from '../../../contract/flight.ts';
import { ownEntryOf, ownFieldNames } from '../../../contract/own-entry.ts';
import { reportLine } from '../terminal/report-line.ts';

const pageSize = 200;
const newestFirst = { by: 'day', descending: true } as const;

const listOf = (value: Options[string]) =>
  typeof value === 'string' ? value.split(',').filter((one) => one !== '') : [];
const textOf = (value: Options[string]) => (typeof value === 'string' ? value : null);

/** Lists are separated by commas, as in the address of the view. The companion parses it. */
const filterOf = (options: Options): LogbookFilterInput => ({
  pilots: options['all-pilots'] === true ? 'all' : 'active',
  from: textOf(options['from']),
  to: textOf(options['to']),
  types: listOf(options['type']),
  airports: listOf(options['airport']),
  statuses: listOf(options['status']) as LogbookFilter['statuses'],
  q: textOf(options['q']) ?? '',
});

export async function logbook(opened: Opened, { options, out, stop }: Given): Promise<number> {
  const format = textOf(options['export']);
  const output = textOf(options['output']);
  if (output !== null && format === null)
    return wrongUsage(out, message('cli.logbook.outputNeedsExport', { formats: exportFormats }));
  if (format !== null && !exportFormats.some((one) => one === format))
    return wrongUsage(out, message('cli.logbook.exportExpected', { formats: exportFormats, given: format }));
  const filter = filterOf(options);
  printCompleteness(out, await stateOf(opened.companion));
  if (format === null) return list(opened, out, filter as LogbookFilter);
  // As many programs do: a file called `-` is standard output.
  const path = output === '-' ? null : output;
  const input = { filter, order: newestFirst, format, ids: null };
  return writeExport(opened, out, { input, path, stop });
}

/** What is missing of the flights. */
function printCompleteness(out: Output, state: AppState) {
  const missing = flightsReadMessage(state.logbook, mayRead(state), (day) => day);
  if (missing !== null) out.warn(missing);
  const { unread } = state.logbook;
  if (unread > 0) out.warn(message('cli.logbook.unread', { flights: unread }));
}

async function list({ companion }: Opened, out: Output, filter: LogbookFilter): Promise<number> {
  for (let offset = 0; ; offset += pageSize) {
    const input: CommandInput<'logbook.page'> = { filter, order: newestFirst, offset, limit: pageSize };
    const page: Result<CommandOutput<'logbook.page'>> = await call(companion, 'logbook.page', input);
    if (!page.ok) return fail(out, page.failure);
    for (const row of page.value.rows) {
      out.printRow(lineOf(row));
      out.printJson(jsonOf(row));
    }
    if (page.value.rows.length < pageSize) break;
  }
  const totals = await call(companion, 'logbook.totals', { filter });
  if (!totals.ok) return fail(out, totals.failure);
  const { flights, minutes, distanceNm, points, archivedLeftOut } = totals.value;
  const isFinal = !isSoFar(totals.value);
  if (flights === 0) out.print(message('cli.logbook.none', { isFinal }));
  else if ([minutes, distanceNm, points].every(({ unknown }) => unknown === flights))
    out.printRow(message('cli.logbook.totalsUnknown', { flights, isFinal }));
  else {
    out.printRow(
      message('cli.logbook.totals', {
        flights,
        hours: Math.floor(minutes.sum / 60),
        minutes: Math.round(minutes.sum % 60),
        distance: Math.round(distanceNm.sum),
        points: points.sum,
        isFinal,
      }),
    );
  }
  if (archivedLeftOut > 0) out.print(message('cli.logbook.archived', { flights: archivedLeftOut }));
  out.printJson({
    type: 'logbook-totals',
    flights,
    en_route_min: minutes.sum,
    en_route_unknown: minutes.unknown,
    distance_nm: Math.round(distanceNm.sum * 10) / 10,
    distance_unknown: distanceNm.unknown,
    season_points: points.sum,
    season_points_unknown: points.unknown,
    archived_left_out: archivedLeftOut,
    ...completenessFields(totals.value),
  });
  return exitCodes.done;
}

const shown = (text: string) => (text === '' || text === 'UNKNOWN' ? '····' : text);

/** `2026-10-12  LOWG>EDDM  A320  55 min  171 NM  completed  4711`. */
function lineOf(row: LogbookRow): string {
  const route = `${shown(row.from)}>${shown(row.to)}`;
  const minutes = row.enRoute === null || row.enRoute === '' ? '····' : `${row.enRoute} min`;
  const distance = row.distanceNm === null ? '····' : `${Math.round(row.distanceNm)} NM`;
  // Nothing follows of a flight that can't be read, so nothing is left open for it.
  const isBare = row.status === 'uploaded' && row.from === '' && row.to === '';
  const figures = [route.padEnd(9), shown(row.aircraft).padEnd(4), minutes.padStart(8), distance.padStart(8)];
  const cells = [
    (row.day ?? row.date).padEnd(10),
    ...(isBare ? [] : figures),
    row.status.padEnd(12),
    String(row.id).padEnd(7),
    row.pilot ?? '',
    row.file ?? '',
    row.ownCounted.length === 0 ? '' : text(message('shared.partlyOwn')),
  ];
  return cells.join('  ').trimEnd();
}

const jsonOf = (row: LogbookRow) =>
  ({
    type: 'logbook-flight',
    ...recordOf(row),
    icao_out: row.from,
    icao_in: row.to,
    status: row.status,
    distance_nm: row.distanceNm === null ? null : Math.round(row.distanceNm * 10) / 10,
    file: row.file,
    pilot: row.pilot,
    own_entry: row.own && ownEntryOf(row.own),
    own_entry_counts: row.ownCounted.map((figure) => ownFieldNames[figure]),
  }) as const;

/** Without a path: to standard output. */
async function writeExport(
  { companion }: Opened,
  out: Output,
  given: { readonly input: unknown; readonly path: string | null; readonly stop: AbortSignal },
): Promise<number> {
  const { input, stop } = given;
  const cancelled = () => {
    out.warn(message('cli.logbook.cancelled'));
    return exitCodes.failed;
  };
  // An abort from here on reaches the listener below.
  if (stop.aborted) return cancelled();
  const path = given.path === null ? null : resolve(given.path);
  const cancel = () => void companion.handle('logbook.cancelExport', {});
  stop.addEventListener('abort', cancel, { once: true });
  const undo = companion.subscribe((event) => {
    if (event.type !== 'export.progressed' || path === null) return;
    out.progress(message('cli.logbook.exporting', { written: event.written, total: event.total }));
  });
  async function write(text: string) {
    // What is written to a file or a pipe stays as it is.
    if (!process.stdout.write(process.stdout.isTTY ? terminalLines(text) : text)) await once(process.stdout, 'drain');
  }
  const written = await companion.exportLogbook(input, path === null ? { write } : { path });
  undo();
  out.clear();
  stop.removeEventListener('abort', cancel);
  if (!written.ok) return fail(out, written.failure);
  if (written.value === null) return cancelled();
  const { flights, leftOut, unplaced } = written.value;
  if (path !== null)
    out.print(message('cli.logbook.exported', { flights, name: basename(path), folder: dirname(path) }));
  if (leftOut > 0) out.warn(message('cli.logbook.leftOut', { flights: leftOut }));
  if (unplaced > 0) out.warn(message('cli.logbook.unplaced', { flights: unplaced }));
  if (path !== null) {
    const counts = { flights, left_out: leftOut, unplaced };
    out.printJson({ type: 'logbook-export', path, ...counts, ...completenessFields(written.value) });
  }
  return exitCodes.done;
}

// `flights`: the flights at the service and how far they are.

const firstPollMs = 15_000;

export async function flights({ companion }: Opened, { options, out }: Given): Promise<number> {
  const completedOnly = options['completed'] === true;
  const first = await stateOf(companion);
  if (first.account.status !== 'signed-in') out.warn(message('cli.flights.signedOut'));
  else if (companion.isLeader) await firstPoll(companion);
  const state = await stateOf(companion);
  if (state.service.canRead !== false && state.connection.concern) out.failure(state.connection.concern);
  printCompleteness(out, state);
  let count = 0;
  for (const bay of completedOnly ? (['completed'] as const) : (['under-review', 'completed'] as const)) {
    for await (const report of reportsOf(companion, bay)) {
      if (!report.flight || (completedOnly && report.stage !== 'completed')) continue;
      count += 1;
      out.printRow(reportLine(report, state.now));
      out.printJson({
        type: 'flight',
        ...recordOf(report.flight),
        stage: report.stage,
        file: report.file?.name ?? null,
      });
    }
  }
  if (count === 0) out.print(message(completedOnly ? 'cli.flights.noneCompleted' : 'cli.flights.none'));
  return exitCodes.done;
}

/** Resolves after the first poll of the service, or when it is known to be impossible. */
const firstPoll = (companion: Opened['companion']) =>
  until(
    companion,
    async () => {
      const { service, connection, account } = await stateOf(companion);
      const isOver = service.canRead !== null || connection.status === 'offline' || account.status !== 'signed-in';
      return isOver || null;
    },
    AbortSignal.timeout(firstPollMs),
  );
