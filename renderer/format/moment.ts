// Moments as pilots read them: UTC with Z on the strip, the pilot's own time on hover.
// All take milliseconds since 1970.

export const LANGUAGE = 'en-GB';

const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(LANGUAGE, { hourCycle: 'h23', ...options });
  return (at: number) => format.format(at);
};

const twoDigits = { hour: '2-digit', minute: '2-digit' } as const;

/** `14:02:16` in UTC. */
export const utcTime = formatter({ ...twoDigits, second: '2-digit', timeZone: 'UTC' });

/** `14:02` in UTC. */
export const utcMinute = formatter({ ...twoDigits, timeZone: 'UTC' });

/** `20 Nov` in UTC. */
export const utcDay = formatter({ day: 'numeric', month: 'short', timeZone: 'UTC' });

const utcDayOfYear = formatter({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `20 Nov 2026, 14:02:16 Z`. */
export const utcFull = (at: number) => `${utcDayOfYear(at)}, ${utcTime(at)} Z`;

/** The pilot's own zone, with its name: `Sat 21 Nov, 15:02:16 CET`. */
export function localMoment(at: number, timeZone?: string): string {
  return new Intl.DateTimeFormat(LANGUAGE, {
    hourCycle: 'h23',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...twoDigits,
    second: '2-digit',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).format(at);
}

const DAY_MS = 86_400_000;
export const isSameUtcDay = (a: number, b: number) => Math.floor(a / DAY_MS) === Math.floor(b / DAY_MS);

/** Today as `14:02:16`, another day as `20 Nov 14:02`; the `Z` is added where it is drawn. */
export function shortMoment(at: number, now: number): string {
  return isSameUtcDay(at, now) ? utcTime(at) : `${utcDay(at)} ${utcMinute(at)}`;
}

/** In the pilot's own zone: today `16:02:11`, another day `20 Nov 16:02`, another year `20 Nov 2025 16:02`. */
export function localShort(at: number, now: number, timeZone?: string): string {
  const draw = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LANGUAGE, { hourCycle: 'h23', ...options, ...(timeZone && { timeZone }) });
  const day = draw({ day: 'numeric', month: 'short', year: 'numeric' });
  if (day.format(at) === day.format(now)) return draw({ ...twoDigits, second: '2-digit' }).format(at);
  const isThisYear = day.format(at).slice(-4) === day.format(now).slice(-4);
  const date = isThisYear ? draw({ day: 'numeric', month: 'short' }).format(at) : day.format(at);
  return `${date} ${draw(twoDigits).format(at)}`;
}

/** The name of the pilot's own zone: `CET`, `GMT+5:30`. */
export function localZone(at: number, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat(LANGUAGE, {
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'UTC';
}
