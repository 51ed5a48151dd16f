// The service's own clock, as the `Date` of its answers gives it (RFC 9110 §6.6.1), against our monotonic clock. Setting
// our wall clock moves nothing here; but it can't be told from a sleep, in which the monotonic clock may stand still, so
// after either the service's clock is unknown until its next answer.
import type { Clock } from '../platform/ports.ts';

/** A time that is known to lie between two, epoch milliseconds of the service. */
export type ServiceTime = { readonly from: number; readonly until: number };

/** The wall clock moved against the monotonic one by more than this: it was set, or the machine slept. */
const SET_MS = 1_000;
/** `Date` has whole seconds. */
const RESOLUTION_MS = 1_000;

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
    if (Math.abs(wallAhead - lastWallAheadMs) > SET_MS) {
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
      const seen = { from: at - clock.monotonic(), until: at + RESOLUTION_MS - askedAt };
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
