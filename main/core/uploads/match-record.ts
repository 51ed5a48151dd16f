// Finds the records of uploads whose answers were lost: the records since the attempts, less those that belong to known jobs.
// Jobs that could share a record are told apart together: as many new records as jobs means that all have arrived. None after
// a grace time means that it may be sent again; anything else is the pilot's to decide. A wrong "found" would lose a report
// and a wrong "not there" would double it, so that what time and number cannot settle is asked.
import type { Flight } from '../../contract/strip.ts';
import type { Attempt } from '../storage/tables/jobs.ts';

export type Finding =
  | { readonly kind: 'found'; readonly flight: Flight }
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'not-there' }
  /** `isSeveral`: more new records than jobs in doubt; else what is listed does not tell. */
  | { readonly kind: 'ambiguous'; readonly isSeveral: boolean };

export type Doubt = {
  readonly jobId: number;
  readonly attempt: Attempt;
  /** Whether this look is one of those that the grace time is made of. */
  readonly isDue: boolean;
  /** Whether it ended so lately that a new record can hardly be somebody else's. Counts where the clocks are not known. */
  readonly isRecent: boolean;
  /** Another report, which is not looked for here, may have a new record as well: one that is there may be that one's. */
  readonly hasRival?: boolean;
};

export type Listing = {
  /** The newest records, newest first. */
  readonly records: readonly Flight[];
  /** Whether they go back to every attempt's beginning, and each of them can be read. */
  readonly isWhole: boolean;
};

/** When to look after the connection broke: a record may appear a little later. The last one ends the grace time. */
export const scanAfterMs = [500, 3_000, 10_000] as const;

/** The service shows whole seconds, and the two clocks drift. */
const CLOCK_MARGIN_MS = 3_000;
/** A record that is made so long after the connection ended is of another upload. */
export const latestRecordMs = 15 * 60_000;

/** What was made days before the attempt is not of it, however wrong a clock may be. */
const surelyBeforeMs = 4 * 86_400_000;
/** A time so far away is none: a service that fills in its zero says nothing of when. */
const noTimeMs = 20 * 365 * 86_400_000;

/** `owned`: ids that belong to other jobs. */
export function findRecords(
  unconfirmedAttempts: readonly Doubt[],
  { records, isWhole }: Listing,
  owned: ReadonlySet<number>,
): ReadonlyMap<number, Finding> {
  const findings = new Map<number, Finding>();
  const ordered = unconfirmedAttempts.toSorted(
    (a, b) => a.attempt.startedAt - b.attempt.startedAt || a.jobId - b.jobId,
  );
  const oldestFirst = records.toSorted((a, b) => a.id - b.id);
  const newestId = oldestFirst.at(-1)?.id ?? 0;
  const candidatesOf = ({ attempt }: Doubt) =>
    oldestFirst.filter((flight) => mayBeOf(flight, attempt, newestId, owned));
  for (const group of groupsOf(ordered, candidatesOf)) {
    for (const [index, doubt] of group.unconfirmedAttempts.entries()) {
      findings.set(doubt.jobId, judge(group, index, newestId, isWhole));
    }
  }
  // A new record from another time is somebody else's, unless a clock was set meanwhile: the pilot can tell.
  const added = new Set([...findings.values()].flatMap((one) => (one.kind === 'found' ? [one.flight.id] : [])));
  const others = oldestFirst.filter(({ id }) => !added.has(id));
  for (const { jobId, attempt } of ordered) {
    const mightBe = (flight: Flight) =>
      isNew(flight, attempt, newestId, owned) && (madeAfterMs(flight, attempt) ?? 0) >= -surelyBeforeMs;
    if (findings.get(jobId)?.kind === 'not-there' && others.some(mightBe)) findings.set(jobId, unclear);
  }
  return findings;
}

/** Whether a record could be of this attempt, by its number and by when it was made. */
export const mayBeOf = (flight: Flight, attempt: Attempt, newestId: number, owned: ReadonlySet<number>): boolean =>
  isNew(flight, attempt, newestId, owned) && fitsTime(flight, attempt);

/** A service that began afresh gives its numbers anew: they say nothing then, and neither does whose they were. */
const isNew = (flight: Flight, attempt: Attempt, newestId: number, owned: ReadonlySet<number>) =>
  newestId < attempt.baselineId || (flight.id > attempt.baselineId && !owned.has(flight.id));

/** How long after the attempt began the record was made, by the service's own clock; null where that is not known. */
function madeAfterMs(flight: Flight, { aheadMs, startedAt }: Attempt): number | null {
  if (typeof aheadMs !== 'number' || flight.createdAt === null) return null;
  const afterMs = flight.createdAt - aheadMs - startedAt;
  return Math.abs(afterMs) > noTimeMs ? null : afterMs;
}

function fitsTime(flight: Flight, attempt: Attempt): boolean {
  const afterMs = madeAfterMs(flight, attempt);
  return afterMs === null || (afterMs >= -CLOCK_MARGIN_MS && afterMs <= (attempt.lastedMs ?? 0) + latestRecordMs);
}

type Group = { unconfirmedAttempts: Doubt[]; flights: Flight[] };

/** Doubts that have a candidate in common, directly or through others, belong together. Their order stays. */
function groupsOf(unconfirmedAttempts: readonly Doubt[], candidatesOf: (doubt: Doubt) => Flight[]): Group[] {
  let groups: Group[] = [];
  for (const doubt of unconfirmedAttempts) {
    const candidates = candidatesOf(doubt);
    const isNear = (group: Group) => group.flights.some((flight) => candidates.includes(flight));
    const near = groups.filter(isNear);
    const flights = new Set([...near.flatMap((group) => group.flights), ...candidates]);
    groups = [
      ...groups.filter((group) => !isNear(group)),
      {
        unconfirmedAttempts: [...near.flatMap((group) => group.unconfirmedAttempts), doubt],
        flights: [...flights].toSorted((a, b) => a.id - b.id),
      },
    ];
  }
  return groups;
}

function judge({ unconfirmedAttempts, flights }: Group, index: number, newestId: number, isWhole: boolean): Finding {
  const { attempt, isDue } = unconfirmedAttempts[index]!;
  const isLastLook = ({ attempt: { looks }, isDue: isLookDue }: Doubt) => isLookDue && looks + 1 >= scanAfterMs.length;
  if (flights.length === 0) {
    if (!isWhole) return unclear;
    return isDue && isLastLook(unconfirmedAttempts[index]!) ? { kind: 'not-there' } : { kind: 'not-yet' };
  }
  if (flights.length > unconfirmedAttempts.length) return { kind: 'ambiguous', isSeveral: true };
  if (!isWhole || newestId < attempt.baselineId) return unclear;
  // Some have arrived, and which ones cannot be told: a record may still come.
  if (flights.length < unconfirmedAttempts.length)
    return unconfirmedAttempts.every(isLastLook) ? unclear : { kind: 'not-yet' };
  // All have arrived. Which record is whose does not matter for sending; the service numbered them as they came.
  const isSure = unconfirmedAttempts.every(
    (doubt, place) => isCountable(doubt, flights[place]!) && mayBeOf(flights[place]!, doubt.attempt, newestId, none),
  );
  return isSure ? { kind: 'found', flight: flights[index]! } : unclear;
}

const unclear = { kind: 'ambiguous', isSeveral: false } as const;
const none: ReadonlySet<number> = new Set();

/** Whether "there is exactly one more" says enough: by the time it was made, or because nothing else can have come between. */
const isCountable = ({ attempt, isRecent, hasRival }: Doubt, flight: Flight) =>
  !hasRival && (madeAfterMs(flight, attempt) !== null || (attempt.isBaselineSure === true && isRecent));
