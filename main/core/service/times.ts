import type { Clock } from '../platform/ports.ts';
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

// The service's own clock, as the `Date` of its answers gives it (RFC 9110 §6.6.1), against our monotonic clock. Setting
// our wall clock moves nothing here; but it can't be told from a sleep, in which the monotonic clock may stand still, so
// after either the service's clock is unknown until its next answer.

/** A time that is known to lie between two, epoch milliseconds of the service. */
export type ServiceTime = { readonly from: number; readonly until: number };

/** The wall clock moved against the monotonic one by more than this: it was set, or the machine slept. */
const setMs = 1_000;
/** `Date` has whole seconds. */
const resolutionMs = 1_000;

export type ServiceClock = ReturnType<typeof createServiceClock>;

export function createServiceClock(clock: Clock) {
  const wallAheadMs = () => clock.now() - clock.monotonic();
  let lastWallAheadMs = wallAheadMs();
  /** Moments before this one can't be compared. */
  let since = Number.NEGATIVE_INFINITY;
  /** How far the service's clock is ahead of our monotonic one. */
  let ahead: ServiceTime | null = null;

  function checkClocks() {
    const wallAhead = wallAheadMs();
    if (Math.abs(wallAhead - lastWallAheadMs) > setMs) {
      ahead = null;
      since = clock.monotonic();
    }
    lastWallAheadMs = wallAhead;
  }

  return {
    /** An answer of the service came just now, to a request that began at `askedAt` (monotonic). */
    answered(date: string | undefined, askedAt: number) {
      checkClocks();
      const at = date === undefined ? Number.NaN : Date.parse(date);
      if (Number.isNaN(at) || askedAt < since) return;
      const seen = { from: at - clock.monotonic(), until: at + resolutionMs - askedAt };
      const both = ahead && { from: Math.max(ahead.from, seen.from), until: Math.min(ahead.until, seen.until) };
      // Each answer narrows it. Where they contradict each other, a clock drifted or was set: the newest counts.
      ahead = both && both.from <= both.until ? both : seen;
    },
    /** What the service's clock showed at a moment of our monotonic clock; null if that is not known. */
    at(monotonic: number): ServiceTime | null {
      checkClocks();
      return ahead && monotonic >= since ? { from: ahead.from + monotonic, until: ahead.until + monotonic } : null;
    },
  };
}
