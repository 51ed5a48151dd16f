// Parses times of the service.

/**
 * `Retry-After` in milliseconds from now: seconds or an HTTP date (RFC 9110 §10.2.3); null if it is absent or invalid.
 */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) || !text.endsWith('GMT') ? null : Math.max(0, at - now);
}

/**
 * A timestamp without offset, read in the service's zone (A7); one with an offset as it is. Null if it is not a time.
 */
export function serviceTime(text: string, zone: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-][01]\d:?[0-5]\d)?$/.exec(
    text,
  );
  if (!match) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '0', offset] = match;
  const asUtc = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Math.floor(Number(`0.${fraction}`) * 1000),
  );
  // Date.UTC accepts dates that do not exist (February 30th, 25:00) and reads the year 1 as 1901.
  const shown = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(shown)) return null;
  if (offset === 'Z') return asUtc;
  if (offset) {
    const sign = offset.startsWith('-') ? -1 : 1;
    return asUtc - sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))) * 60_000;
  }
  // The offset depends on the time and the time on the offset: two rounds settle it outside the hour of a change.
  const first = asUtc - zoneOffsetMs(asUtc, zone);
  return asUtc - zoneOffsetMs(first, zone);
}

/** How far local time in `zone` is ahead of UTC; 0 for an unknown zone. */
function zoneOffsetMs(at: number, zone: string): number {
  if (zone === 'UTC') return 0;
  try {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }).formatToParts(at);
    const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
    const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    return local - Math.floor(at / 1000) * 1000;
  } catch {
    return 0;
  }
}
