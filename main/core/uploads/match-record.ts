// Whether a record of the service is that of an upload whose answer was lost, as a pure rule over one attempt. A record is
// unexplained if it is newer than the attempt's baseline and belongs to no other report. Exactly one, made while the
// attempt lasted by the service's own clock, is probably the report's. None after the grace time means that the report
// may be sent again. Everything else is the pilot's decision.
import type { Flight } from '../../contract/flight.ts';
import type { ServiceTime } from '../service/times.ts';
import type { Attempt } from '../storage/tables/job.ts';

export type Finding =
  | { readonly kind: 'inferred'; readonly flight: Flight }
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'not-found' }
  /** `isSeveral`: more than one record may be the report's. */
  | { readonly kind: 'unknown'; readonly isSeveral: boolean };

export type Listing = {
  /** The newest records, newest first. */
  readonly records: readonly Flight[];
  /** Whether they go back to the attempt's baseline, and each of them can be read. */
  readonly isWhole: boolean;
};

/** When to look up after the connection broke: a record may appear a little later. The last one ends the grace time. */
export const lookupAfterMs = [500, 3_000, 10_000] as const;

/** The service shows whole seconds. */
const resolutionMs = 1_000;

/** A service that started its numbering again uses its ids again: then neither ids nor owners explain anything. */
const isRenumbered = ({ records }: Pick<Listing, 'records'>, { baselineId }: Pick<Attempt, 'baselineId'>) =>
  records.length > 0 && records[0]!.id < baselineId;

export const unexplainedIn = (
  listing: Pick<Listing, 'records'>,
  attempt: Pick<Attempt, 'baselineId'>,
  owned: ReadonlySet<number>,
): readonly Flight[] =>
  isRenumbered(listing, attempt)
    ? listing.records
    : listing.records.filter(({ id }) => id > attempt.baselineId && !owned.has(id));

/**
 * The time in which a record of the attempt was made, by the service's clock; null if that is not known. `neededMs`: the
 * longest time from the last byte to the answer that was ever seen.
 */
export const windowOf = ({ sentAt, lastedMs = 0 }: Attempt, neededMs: number): ServiceTime | null =>
  sentAt ? { from: sentAt.from, until: sentAt.until + lastedMs + neededMs } : null;

/** Null, an unknown window, may contain anything. */
export const contains = (window: ServiceTime | null, createdAt: number) =>
  window === null || (createdAt > window.from - resolutionMs && createdAt <= window.until);

export function findRecord(
  attempt: Attempt,
  listing: Listing,
  given: {
    /** Ids of records that belong to other reports. */
    readonly owned: ReadonlySet<number>;
    readonly window: ServiceTime | null;
    /** The windows of all other unconfirmed attempts. */
    readonly otherWindows: readonly (ServiceTime | null)[];
    readonly isLastLookup: boolean;
  },
): Finding {
  const unexplained = unexplainedIn(listing, attempt, given.owned);
  const [flight] = unexplained;
  if (unexplained.length > 1) {
    const possible = unexplained.filter(({ createdAt }) => createdAt === null || contains(given.window, createdAt));
    return { kind: 'unknown', isSeveral: possible.length > 1 };
  }
  if (!listing.isWhole || isRenumbered(listing, attempt)) return { kind: 'unknown', isSeveral: false };
  if (!flight) return { kind: given.isLastLookup ? 'not-found' : 'not-yet' };
  const { createdAt } = flight;
  const isOwn =
    createdAt !== null &&
    given.window !== null &&
    contains(given.window, createdAt) &&
    !given.otherWindows.some((window) => contains(window, createdAt));
  return isOwn ? { kind: 'inferred', flight } : { kind: 'unknown', isSeveral: false };
}
