// When something happened, to the second, in the computer's zone, with the date where it is not today.

/** `14:02:11`, on another day `12 May 14:02:11`, in another year `12 May 2025 14:02:11`. */
export function exactMoment(at: number, now: number, zone?: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone }).format(at);
  const day = (moment: number, hasYear: boolean) =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'long',
      timeZone: zone,
      ...(hasYear && { year: 'numeric' }),
    }).format(moment);
  if (day(at, true) === day(now, true)) return time;
  const isThisYear = day(at, true).slice(-4) === day(now, true).slice(-4);
  return `${day(at, !isThisYear)} ${time}`;
}
