// How far the service's clock is ahead of ours, learned from records that were just made. It is forgotten after a
// while, and when a clock was set. A wrong time zone in the profile (A7) is part of the figure, and does no harm.
import type { Flight } from '../../contract/strip.ts';
import type { Clock } from '../platform/ports.ts';

/** Clocks drift: older figures are not exact to the second. */
const GOOD_FOR_MS = 6 * 3_600_000;
/** The wall clock moved against the monotonic one by more than this: it was set, or the machine slept. */
const SET_MS = 1_000;
/** Time zones and unset clocks differ by a day or so; a larger difference is no clock. */
const FARTHEST_MS = 2 * 86_400_000;

export function createClockSkew(clock: Clock) {
  let seen: { readonly aheadMs: number; readonly monotonic: number; readonly wallAheadMs: number } | null = null;
  const wallAheadMs = () => clock.now() - clock.monotonic();
  return {
    /** The service has just answered with a record that it made during the request. */
    witness(flight: Flight) {
      const aheadMs = flight.createdAt === null ? null : flight.createdAt - clock.now();
      if (aheadMs === null || Math.abs(aheadMs) > FARTHEST_MS) return;
      seen = { aheadMs, monotonic: clock.monotonic(), wallAheadMs: wallAheadMs() };
    },
    /** A lower bound, too low by the duration of the answer at most; null if it is not known. */
    aheadMs(): number | null {
      if (!seen || clock.monotonic() - seen.monotonic > GOOD_FOR_MS) return null;
      return Math.abs(wallAheadMs() - seen.wallAheadMs) > SET_MS ? null : seen.aheadMs;
    },
  };
}
