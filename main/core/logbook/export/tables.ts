// Formats with one line for each flight: CSV for spreadsheets, JSON with the service's own field names, and the imports of
// ForeFlight and LogTen.
import { message, type Message } from '../../../messages/message.ts';
import { aircraftName } from '../aircraft-types.ts';
import { asNumber, recordOf, type ServiceValue } from '../../../contract/flight.ts';
import { ownEntryOf, type OwnFigure } from '../../../contract/own-entry.ts';
import type { ExportedFlight } from '../rows.ts';
import type { Airports } from '../airports.ts';

type Cell = string | number | boolean | null;

const formulaSign = /^[=+\-@\t\r]/;

/** Spreadsheets expect the semicolon where the comma is the decimal separator. */
type Separator = ',' | ';';

/**
 * A cell of a CSV file (RFC 4180). Text that a spreadsheet would read as a formula gets an apostrophe, as OWASP
 * advises.
 */
export function csvCell(value: Cell, separator: Separator = ','): string {
  if (value === null) return '';
  if (typeof value === 'number' && separator === ';') return String(value).replace('.', ',');
  if (typeof value !== 'string') return String(value);
  const safe = formulaSign.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvLine = (cells: readonly Cell[]) => `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`;

/**
 * The minutes of a flight as other logbooks import them, null if they are not known. None has a negative time; the facts
 * don't either.
 */
function flownMinutes(value: ServiceValue): number | null {
  const minutes = asNumber(value);
  return minutes === null || minutes < 0 ? null : minutes;
}

/** A number if it is one, whole for minutes and persons; other text as the service sent it. */
const figure = (value: ServiceValue, isWhole = false): Cell => {
  const number = asNumber(value);
  if (number === null) return typeof value === 'string' ? value : null;
  return isWhole ? Math.round(number) : number;
};

const knownType = (aircraft: string) => (aircraft.trim() === 'UNKNOWN' ? '' : aircraft.trim());

const ownColumns: Readonly<Record<OwnFigure, string>> = {
  day: 'date',
  icaoOut: 'departure',
  icaoIn: 'arrival',
  aircraft: 'aircraft',
  minutes: 'en_route_min',
  block: 'total_ft',
};

const columns: readonly (readonly [name: string, cell: (flight: ExportedFlight) => Cell])[] = [
  ['id', ({ row }) => row.id],
  ['date', ({ row }) => row.day ?? row.date],
  ['departure', ({ row }) => row.from],
  ['departure_name', ({ row }) => row.fromName],
  ['arrival', ({ row }) => row.to],
  ['arrival_name', ({ row }) => row.toName],
  ['aircraft', ({ row }) => knownType(row.aircraft)],
  ['en_route_min', ({ row }) => figure(row.enRoute, true)],
  ['distance_nm', ({ row }) => row.distanceNm && Math.round(row.distanceNm * 10) / 10],
  ['passengers', ({ row }) => figure(row.pax, true)],
  ['cargo_kg', ({ row }) => figure(row.cargoKg)],
  ['delay_min', ({ row }) => figure(row.delayMin, true)],
  ['points', ({ row }) => figure(row.seasonPoints)],
  ['rating', ({ row }) => figure(row.ratingContribution)],
  ['total_ft', ({ row }) => figure(row.totalFt)],
  ['status', ({ row }) => row.status],
  ['automated_checked', ({ row }) => row.automatedChecked],
  ['moderator_checked', ({ row }) => row.moderatorChecked],
  ['created_at', ({ row }) => row.createdAtText],
  ['file', ({ row }) => row.file],
  ['pilot', ({ row }) => row.pilot],
  // Which of these columns the pilot entered, because the service tells nothing of them.
  ['own_entry', ({ row }) => row.ownCounted.map((figure) => ownColumns[figure]).join(' ')],
  ['note', ({ row }) => row.own?.note ?? null],
];

/** The mark tells Excel that it is UTF-8. */
const byteOrderMark = '\uFEFF';

const spreadsheet = (separator: Separator): Format => ({
  extension: 'csv',
  mediaType: 'text/csv; charset=utf-8',
  start: () => ({
    begin: () => `${byteOrderMark}${columns.map(([name]) => name).join(separator)}\r\n`,
    flight(flight) {
      let line = '';
      for (const [, cell] of columns) line += separator + csvCell(cell(flight), separator);
      return `${line.slice(1)}\r\n`;
    },
    end: () => '',
  }),
});
export const csv = spreadsheet(',');
export const csvSemicolon = spreadsheet(';');

export const json: Format = {
  extension: 'json',
  mediaType: 'application/json',
  start() {
    let isFirst = true;
    return {
      begin: () => '[',
      flight({ record, row: { own } }) {
        const comma = isFirst ? '\n' : ',\n';
        isFirst = false;
        return comma + JSON.stringify({ ...recordOf(record), ...(own && { own_entry: ownEntryOf(own) }) });
      },
      end: () => '\n]\n',
    };
  },
};

/** Flights in a simulator have no aircraft: one entry for each type. */
const simulator = (aircraft: string) => `SIM-${knownType(aircraft).toUpperCase() || 'UNKNOWN'}`;
/** With the pilot's own note. */
const remarks = ({ row }: ExportedFlight, text: FileText) =>
  [
    text(message('export.remark', { id: row.id })),
    row.ownCounted.length > 0 && text(message('shared.partlyOwn')),
    row.own?.note?.replaceAll('\n', ' '),
  ]
    .filter(Boolean)
    .join(' – ');

const foreflightAircraft = [
  'AircraftID',
  'TypeCode',
  'Year',
  'Make',
  'Model',
  'GearType',
  'EngineType',
  'equipType (FAA)',
];
const foreflightFlights = ['Date', 'AircraftID', 'From', 'To', 'SimulatedFlight', 'Distance', 'PilotComments'];

/** With two decimals, as licence logbooks count them. */
const hours = (value: ServiceValue) => {
  const minutes = flownMinutes(value);
  return minutes === null ? null : (minutes / 60).toFixed(2);
};

export const foreflight: Format = {
  extension: 'csv',
  mediaType: 'text/csv; charset=utf-8',
  program: 'foreflight',
  start: ({ types, text }) => ({
    begin: () =>
      [
        csvLine([
          'ForeFlight Logbook Import',
          'This row is required for importing into ForeFlight. Do not delete or modify.',
        ]),
        csvLine([]),
        csvLine(['Aircraft Table']),
        csvLine(foreflightAircraft),
        ...types.map((type) => csvLine([simulator(type), type, null, null, aircraftName(type), null, null, 'atd'])),
        csvLine([]),
        csvLine(['Flights Table']),
        csvLine(foreflightFlights),
      ].join(''),
    flight: (flight) =>
      csvLine([
        flight.row.day,
        simulator(flight.row.aircraft),
        flight.row.from,
        flight.row.to,
        // Not TotalTime: hours for a licence are not flown in a simulator at home.
        hours(flight.row.enRoute),
        flight.row.distanceNm === null ? null : flight.row.distanceNm.toFixed(1),
        remarks(flight, text),
      ]),
    end: () => '',
  }),
};

/** LogTen's field names; a time is `H:MM`. */
const logtenColumns: readonly (readonly [name: string, cell: (flight: ExportedFlight, text: FileText) => string])[] = [
  ['flight_flightDate', ({ row }) => row.day ?? ''],
  ['flight_from', ({ row }) => row.from],
  ['flight_to', ({ row }) => row.to],
  ['aircraft_aircraftID', ({ row }) => simulator(row.aircraft)],
  ['aircraftType_type', ({ row }) => knownType(row.aircraft)],
  ['flight_simulator', ({ row }) => clock(row.enRoute)],
  ['flight_distance', ({ row }) => (row.distanceNm === null ? '' : row.distanceNm.toFixed(1))],
  ['flight_remarks', remarks],
];

function clock(value: ServiceValue): string {
  const minutes = flownMinutes(value);
  if (minutes === null) return '';
  const whole = Math.round(minutes);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const tabbed = (cells: readonly string[]) =>
  `${cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ').replace(/^[=+\-@]/, "'$&")).join('\t')}\r\n`;

export const logten: Format = {
  extension: 'txt',
  mediaType: 'text/tab-separated-values; charset=utf-8',
  program: 'logten',
  start: ({ text }) => ({
    begin: () => tabbed(logtenColumns.map(([name]) => name)),
    flight: (flight) => tabbed(logtenColumns.map(([, cell]) => cell(flight, text))),
    end: () => '',
  }),
};

// What an export format is.

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
  /** The program that imports it: it accepts no flight without a date, and the file is named after it. */
  readonly program?: string;
  /** `types`: the aircraft types of the flights, for a table before them; `UNKNOWN` if one is not known. */
  start(given: { readonly airports: Airports; readonly types: readonly string[]; readonly text: FileText }): Writing;
};
