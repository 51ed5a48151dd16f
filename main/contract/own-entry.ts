// What the pilot adds to a flight: kept on this computer and never sent. It counts where the service tells nothing, and
// stands beside what it tells.
import * as z from 'zod/mini';
import { issueOf } from '../messages/input-issue.ts';
import { message } from '../messages/message.ts';
import { asNumber, isDay, type Flight } from './flight.ts';

const isLike = (pattern: RegExp, wanted: 'airport' | 'note' | null) =>
  z.regex(pattern, issueOf(message('input.ownEntry', { wanted })));
const code = (pattern: RegExp, wanted: 'airport' | null) => z.nullable(z.string().check(isLike(pattern, wanted)));
/** Of the control characters, only line breaks stay. */
const cleanNote = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n]+/gu, ' ')
    .trim();

/** The database counts no others. */
const isFlightDay = (day: string) => isDay(day) && day >= '1900-01-01' && day <= '2199-12-31';

/** In minutes; at most four days. */
const duration = z.nullable(z.int().check(z.minimum(1), z.maximum(5_760)));

/** Null: not entered. Codes are in capitals. */
export const ownEntrySchema = z.strictObject({
  icaoOut: code(/^[A-Z0-9]{3,4}$/, 'airport'),
  icaoIn: code(/^[A-Z0-9]{3,4}$/, 'airport'),
  /** The designator of the type, such as `A20N`. */
  aircraft: code(/^(?=.*[A-Z0-9])[A-Z0-9-]{2,10}$/, null),
  day: z.nullable(z.string().check(z.refine(isFlightDay, issueOf(message('input.day'))))),
  /** En route. */
  minutes: duration,
  /** From block to block, in minutes. */
  block: duration,
  note: z.nullable(z.string().check(z.overwrite(cleanNote), isLike(/[\p{L}\p{N}]/u, 'note'), z.maxLength(1_000))),
});
export type OwnEntry = z.infer<typeof ownEntrySchema>;

export const emptyEntry: OwnEntry = {
  icaoOut: null,
  icaoIn: null,
  aircraft: null,
  day: null,
  minutes: null,
  block: null,
  note: null,
};

/** The members that count where the service tells nothing. */
export const ownFigures = ['day', 'icaoOut', 'icaoIn', 'aircraft', 'minutes', 'block'] as const;
export type OwnFigure = (typeof ownFigures)[number];

/** Two months: a longer time is none. */
export const longestFlightMin = 86_400;

/** Until the service knows the flight's date, it sends the time of the upload (A7), to the minute or the second. */
export const uploadTimeMs = 60_000;
const isUploadTime = ({ dateAt, createdAt }: Flight) =>
  dateAt !== null && createdAt !== null && Math.abs(dateAt - createdAt) < uploadTimeMs;

const isNoCode = (code: string) => ['', 'UNKNOWN'].includes(code.trim().toUpperCase());

function isNoDuration(value: Flight['enRoute']): boolean {
  const told = asNumber(value);
  return told === null || told < 0 || told > longestFlightMin;
}

/** Whether the service tells nothing of it. The facts of the database have the same rules (schema.ts). */
const isUntold: Readonly<Record<OwnFigure, (flight: Flight) => boolean>> = {
  day: (flight) => isUploadTime(flight) || !isFlightDay(flight.date.trim().slice(0, 10)),
  icaoOut: ({ icaoOut }) => isNoCode(icaoOut),
  icaoIn: ({ icaoIn }) => isNoCode(icaoIn),
  aircraft: ({ aircraft }) => isNoCode(aircraft),
  minutes: ({ enRoute }) => isNoDuration(enRoute),
  block: ({ totalFt }) => isNoDuration(totalFt),
};

/** What the service doesn't tell. */
export const untoldOf = (flight: Flight): OwnFigure[] => ownFigures.filter((figure) => isUntold[figure](flight));

/** What of an entry counts, because the service tells nothing of it. */
export const countedOf = (flight: Flight, own: OwnEntry | null): OwnFigure[] =>
  own === null ? [] : untoldOf(flight).filter((figure) => own[figure] !== null);

/** The flight with what the pilot entered where the service tells nothing. */
export function withOwn(flight: Flight, own: OwnEntry | null): Flight {
  if (own === null) return flight;
  const filled = { ...flight };
  for (const figure of countedOf(flight, own)) {
    if (figure === 'day') {
      filled.date = own.day!;
      filled.dateAt = Date.parse(own.day!);
    } else if (figure === 'minutes') filled.enRoute = own.minutes;
    else if (figure === 'block') filled.totalFt = own.block;
    else filled[figure] = own[figure]!;
  }
  return filled;
}

/** Whether the service or the pilot tells the route. */
export function isRouteTold(flight: Flight, own: OwnEntry | null): boolean {
  const untold = untoldOf(withOwn(flight, own));
  return !untold.includes('icaoOut') && !untold.includes('icaoIn');
}

/** The entry under the service's names, as it is printed and exported. */
export const ownEntryOf = (own: OwnEntry) => ({
  icao_out: own.icaoOut,
  icao_in: own.icaoIn,
  aircraft: own.aircraft,
  date: own.day,
  en_route: own.minutes,
  total_ft: own.block,
  note: own.note,
});

/** The service's names of what counts. */
export const ownFieldNames = {
  day: 'date',
  icaoOut: 'icao_out',
  icaoIn: 'icao_in',
  aircraft: 'aircraft',
  minutes: 'en_route',
  block: 'total_ft',
} as const satisfies Readonly<Record<OwnFigure, string>>;
