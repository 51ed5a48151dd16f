// Matches unconfirmed uploads with new records of the service. Jobs that could share a record are matched together: as many
// new records as jobs means that all arrived. No record after the grace time means that the report may be sent again. A wrong
// "found" would lose a report and a wrong "not found" would double it, so everything else is the pilot's decision.
import type { Flight } from '../../contract/strip.ts';
import type { Attempt } from '../storage/tables/jobs.ts';

export type Finding =
  | { readonly kind: 'found'; readonly flight: Flight }
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'not-found' }
  /** `isSeveral`: more new records than unconfirmed jobs; otherwise the listing is inconclusive. */
  | { readonly kind: 'ambiguous'; readonly isSeveral: boolean };

export type UnconfirmedAttempt = {
  readonly jobId: number;
  readonly attempt: Attempt;
  /** Whether this lookup is one of those that make up the grace time. */
  readonly isDue: boolean;
  /** Whether it ended so recently that a new record can hardly be another upload's. Counts where the clock skew is not known. */
  readonly isRecent: boolean;
  /** Another report, which is not looked up here, may have made a new record as well. */
  readonly hasRival?: boolean;
};

type Listing = {
  /** The newest records, newest first. */
  readonly records: readonly Flight[];
  /** Whether they go back to every attempt's beginning, and each of them can be read. */
  readonly isWhole: boolean;
};

/** When to look up after the connection broke: a record may appear a little later. The last one ends the grace time. */
export const lookupAfterMs = [500, 3_000, 10_000] as const;

/** The service shows whole seconds, and the two clocks drift. */
const CLOCK_MARGIN_MS = 3_000;
/** A record made this long after the connection ended is of another upload. */
export const latestRecordMs = 15 * 60_000;

/** A record made days before the attempt is not of it, however wrong a clock may be. */
const surelyBeforeMs = 4 * 86_400_000;
/** A time this far away is a zero that the service filled in. */
const noTimeMs = 20 * 365 * 86_400_000;

/** `owned`: ids that belong to other jobs. */
export function findRecords(
  unconfirmedAttempts: readonly UnconfirmedAttempt[],
  { records, isWhole }: Listing,
  owned: ReadonlySet<number>,
): ReadonlyMap<number, Finding> {
  const findings = new Map<number, Finding>();
  const ordered = unconfirmedAttempts.toSorted(
    (a, b) => a.attempt.startedAt - b.attempt.startedAt || a.jobId - b.jobId,
  );
  const oldestFirst = records.toSorted((a, b) => a.id - b.id);
  const newestId = oldestFirst.at(-1)?.id ?? 0;
  const candidatesOf = ({ attempt }: UnconfirmedAttempt) =>
    oldestFirst.filter((flight) => mayBeOf(flight, attempt, newestId, owned));
  for (const group of groupsOf(ordered, candidatesOf)) {
    for (const [index, one] of group.unconfirmedAttempts.entries()) {
      findings.set(one.jobId, findInGroup(group, index, newestId, isWhole));
    }
  }
  // A new record from another time is another upload's, unless a clock was set in between. The pilot decides.
  const added = new Set([...findings.values()].flatMap((one) => (one.kind === 'found' ? [one.flight.id] : [])));
  const others = oldestFirst.filter(({ id }) => !added.has(id));
  for (const { jobId, attempt } of ordered) {
    const mightBe = (flight: Flight) =>
      isNew(flight, attempt, newestId, owned) && (madeAfterMs(flight, attempt) ?? 0) >= -surelyBeforeMs;
    if (findings.get(jobId)?.kind === 'not-found' && others.some(mightBe)) findings.set(jobId, unclear);
  }
  return findings;
}

/** Whether a record could be of this attempt, by its id and by when it was made. */
export const mayBeOf = (flight: Flight, attempt: Attempt, newestId: number, owned: ReadonlySet<number>): boolean =>
  isNew(flight, attempt, newestId, owned) && fitsTime(flight, attempt);

/** A service that was reset uses its ids again: then neither ids nor owners prove anything. */
const isNew = (flight: Flight, attempt: Attempt, newestId: number, owned: ReadonlySet<number>) =>
  newestId < attempt.baselineId || (flight.id > attempt.baselineId && !owned.has(flight.id));

/** How long after the attempt began the record was made, by the service's own clock; null if that is not known. */
function madeAfterMs(flight: Flight, { aheadMs, startedAt }: Attempt): number | null {
  if (typeof aheadMs !== 'number' || flight.createdAt === null) return null;
  const afterMs = flight.createdAt - aheadMs - startedAt;
  return Math.abs(afterMs) > noTimeMs ? null : afterMs;
}

function fitsTime(flight: Flight, attempt: Attempt): boolean {
  const afterMs = madeAfterMs(flight, attempt);
  return afterMs === null || (afterMs >= -CLOCK_MARGIN_MS && afterMs <= (attempt.lastedMs ?? 0) + latestRecordMs);
}

type Group = { unconfirmedAttempts: UnconfirmedAttempt[]; flights: Flight[] };

/** Attempts that have a candidate in common, directly or through others, belong together. Their order stays. */
function groupsOf(
  unconfirmedAttempts: readonly UnconfirmedAttempt[],
  candidatesOf: (one: UnconfirmedAttempt) => Flight[],
): Group[] {
  let groups: Group[] = [];
  for (const one of unconfirmedAttempts) {
    const candidates = candidatesOf(one);
    const isNear = (group: Group) => group.flights.some((flight) => candidates.includes(flight));
    const near = groups.filter(isNear);
    const flights = new Set([...near.flatMap((group) => group.flights), ...candidates]);
    groups = [
      ...groups.filter((group) => !isNear(group)),
      {
        unconfirmedAttempts: [...near.flatMap((group) => group.unconfirmedAttempts), one],
        flights: [...flights].toSorted((a, b) => a.id - b.id),
      },
    ];
  }
  return groups;
}

function findInGroup(
  { unconfirmedAttempts, flights }: Group,
  index: number,
  newestId: number,
  isWhole: boolean,
): Finding {
  const { attempt, isDue } = unconfirmedAttempts[index]!;
  const isLastLookup = ({ attempt: { lookups }, isDue: isLookupDue }: UnconfirmedAttempt) =>
    isLookupDue && lookups + 1 >= lookupAfterMs.length;
  if (flights.length === 0) {
    if (!isWhole) return unclear;
    return isDue && isLastLookup(unconfirmedAttempts[index]!) ? { kind: 'not-found' } : { kind: 'not-yet' };
  }
  if (flights.length > unconfirmedAttempts.length) return { kind: 'ambiguous', isSeveral: true };
  if (!isWhole || newestId < attempt.baselineId) return unclear;
  // Some arrived, and it is unknown which. A record may still appear.
  if (flights.length < unconfirmedAttempts.length)
    return unconfirmedAttempts.every(isLastLookup) ? unclear : { kind: 'not-yet' };
  // All arrived. Which record is whose does not matter for sending; the service numbers them in order of arrival.
  const isSure = unconfirmedAttempts.every(
    (one, place) => isCountable(one, flights[place]!) && mayBeOf(flights[place]!, one.attempt, newestId, none),
  );
  return isSure ? { kind: 'found', flight: flights[index]! } : unclear;
}

const unclear = { kind: 'ambiguous', isSeveral: false } as const;
const none: ReadonlySet<number> = new Set();

/** Whether the number of new records is proof: by their times, or because no other upload can be among them. */
const isCountable = ({ attempt, isRecent, hasRival }: UnconfirmedAttempt, flight: Flight) =>
  !hasRival && (madeAfterMs(flight, attempt) !== null || (attempt.isBaselineSure === true && isRecent));
