// How far the service's clock is ahead of ours: learned from records whose making was witnessed, and believed only as long
// as both clocks have run on since. A zone that the profile has wrong (A7) is in the figure, and so does no harm.
import type { Flight } from '../../contract/strip.ts';
import type { Clock } from '../platform/ports.ts';

/** Clocks drift: what was seen longer ago says nothing to the second. */
const GOOD_FOR_MS = 6 * 3_600_000;
/** The wall clock moved against the monotonic one by more than this: it was set, or the machine slept. */
const SET_MS = 1_000;
/** Zones and clocks that nobody has set are apart by a day or so; a record with another time says nothing of the clock. */
const FARTHEST_MS = 2 * 86_400_000;

export function createClockSkew(clock: Clock) {
  let seen: { readonly aheadMs: number; readonly monotonic: number; readonly wallAheadMs: number } | null = null;
  const wallAheadMs = () => clock.now() - clock.monotonic();
  return {
    /** The service has just answered with a record that it made meanwhile. */
    witness(flight: Flight) {
      const aheadMs = flight.createdAt === null ? null : flight.createdAt - clock.now();
      if (aheadMs === null || Math.abs(aheadMs) > FARTHEST_MS) return;
      seen = { aheadMs, monotonic: clock.monotonic(), wallAheadMs: wallAheadMs() };
    },
    /** A lower bound, at most as much too low as the answer took; null where it is not known. */
    aheadMs(): number | null {
      if (!seen || clock.monotonic() - seen.monotonic > GOOD_FOR_MS) return null;
      return Math.abs(wallAheadMs() - seen.wallAheadMs) > SET_MS ? null : seen.aheadMs;
    },
  };
}
