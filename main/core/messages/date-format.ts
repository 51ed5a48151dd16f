// Moments inside sentences: in the pilot's own zone, with the date where it is not today.

/** `14:02`, `12 May, 14:02`, `12 May 2025, 14:02`. `zone`: the computer's own where it is absent. */
export function momentWords(at: number, now: number, zone?: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(at);
  const date = dateWords(at, now, zone);
  return date === null ? time : `${date}, ${time}`;
}

/** `at 14:02`, `on 12 May, 14:02`. */
export const whenWords = (at: number, now: number, zone?: string): string =>
  `${dateWords(at, now, zone) === null ? 'at' : 'on'} ${momentWords(at, now, zone)}`;

/** `12 May`, `12 May 2025`; null where it is today. */
export function dateWords(at: number, now: number, zone?: string): string | null {
  const day = (moment: number, year: boolean) =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'long',
      timeZone: zone,
      ...(year && { year: 'numeric' }),
    }).format(moment);
  if (day(at, true) === day(now, true)) return null;
  const isThisYear = day(at, true).slice(-4) === day(now, true).slice(-4);
  return day(at, !isThisYear);
}

/** `14:02:11`, on another day `12 May 14:02:11`, in another year `12 May 2025 14:02:11`. */
export function exactMoment(at: number, now: number, zone?: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone }).format(at);
  const date = dateWords(at, now, zone);
  return date === null ? time : `${date} ${time}`;
}
