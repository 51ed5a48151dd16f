// What is known of the service's minimum wait (A10): the bracket between the longest wait that was too short and the
// shortest that was accepted, and the rule that narrows it. Pure: an answer in, a bracket out; a bracket in, the next
// wait out. Waits are from the answer to one report to the start of the next. Why these figures: docs/pacing.md.
import { z } from 'zod';
import { tryBetween } from './search-policy.ts';

export const bracketSchema = z.object({
  /** The longest wait that was too short; 0 until one was. */
  refusedMs: z.number().nonnegative(),
  /** The longest but one: what a single refusal says may be another program's work. */
  refusedBeforeMs: z.number().nonnegative().default(0),
  /** The longest that was too short if a refusal does not begin the wait anew. */
  refusedInAllMs: z.number().nonnegative().default(0),
  /** The shortest that is known to do; null until one is. */
  acceptedMs: z.number().nonnegative().nullable(),
  /** Refusals that the search has cost. */
  spent: z.number().int().nonnegative(),
  /** Reports in a row that the wait has held for. */
  held: z.number().int().nonnegative(),
  /** So often it has to hold until a look below it is worth a refusal. */
  lookAfter: z.number().int().positive(),
  /** Refusals of a wait that has held. One may be the work of another program, two are not. */
  doubts: z.number().int().nonnegative(),
  /** Whether a refusal begins the wait anew (A11); null until it is known. */
  restarts: z.boolean().nullable(),
});
export type Bracket = z.infer<typeof bracketSchema>;

/** A wait between two arrivals, as well as it is known. */
export type Wait = { readonly leastMs: number; readonly mostMs: number };

/** Refusals that one search may cost; after a change of the service's mind there are so many again. */
const SEARCH_BUDGET = 5;
const BUDGET_AFTER_CHANGE = 2;
/** Where nothing is known: as often as 60 a minute allow, "a few seconds", and what comes after that. */
const LADDER_MS = [1_070, 4_900, 17_000, 61_000] as const;
const NEXT_RUNG_FROM = 1.1;
/** From here on a rung is kept from the refusal on: it costs little, and what is refused then was too short either way. */
const KEPT_ANEW_FROM_MS = 15_000;
/** For so few reports it is not worth being refused to learn that there is no wait. */
const FEW = 12;
const FEW_FIRST_MS = 5_000;
const FEW_SECOND_MS = 9_000;
const MAX_WAIT_MS = 120_000;
/** What the service itself says may be longer, to this. */
export const LONGEST_MS = 3_600_000;
/** Below this a wait is hidden by the way to the service. */
const SMALLEST_MS = 100;
/** Less than this the way to the service varies anyway. */
const LEAST_STEP_MS = 11;
const LEAST_STEP = 0.002;
/** A wait counts from arrival to arrival: what the way there and back takes, roughly, is in it. */
const WAY_MS = 200;
/** Below this the limit of requests, and what the way varies by, weigh as much as the wait. */
const SHORT_MS = 1_500;
const WIDE = 0.04;
/** So wide a bracket is narrowed even where it costs more refusals than were meant for it. */
const OPEN = 0.05;
const LOOK_SHARE = 0.75;
/** Where the limit of requests binds first, little is to be won. */
const DOUBTED_FROM_MS = 1_500;
const NEAR = 1.12;
const CONFIRMED_FROM = 0.45;
const FIRST_LOOK_AFTER = 80;
const LOOKS_RARER = 4;
const LAST_LOOK_AFTER = 320;
const A_LITTLE_LONGER = 1.02;
/** Where the way is uneven, one report that got through is so much of a proof. */
const TRUST = 0.3;

export const freshBracket: Bracket = {
  refusedMs: 0,
  refusedBeforeMs: 0,
  refusedInAllMs: 0,
  acceptedMs: null,
  spent: 0,
  held: 0,
  lookAfter: FIRST_LOOK_AFTER,
  doubts: 0,
  restarts: null,
};

/** The wait to keep before the next of `waiting` reports, milliseconds. */
export function nextWaitMs(bracket: Bracket, waiting: number): number {
  const { refusedMs, acceptedMs, held, lookAfter } = bracket;
  if (acceptedMs === null) return nextRungMs(bracket, waiting);
  if (isDoubtful(bracket) && waiting >= FEW) return refusedMs * LOOK_SHARE;
  const downMs = nextDownMs(bracket, acceptedMs, waiting);
  if (downMs !== null) return downMs;
  if (held < lookAfter || waiting < 2 * FEW) return acceptedMs;
  // A look: where the bracket is still wide, into it; else below it, as the service may have changed its mind.
  return acceptedMs - refusedMs > WIDE * acceptedMs ? (acceptedMs + refusedMs) / 2 : refusedMs * LOOK_SHARE;
}

/** Into the bracket; null where that is not worth it. */
function nextDownMs(bracket: Bracket, acceptedMs: number, waiting: number): number | null {
  const { refusedMs, spent, restarts } = bracket;
  const isOpen = acceptedMs - refusedMs > OPEN * acceptedMs;
  const left = Math.max(isOpen ? 1 : 0, SEARCH_BUDGET - spent);
  const leastMs = Math.max(refusedMs, SMALLEST_MS);
  const downMs =
    acceptedMs < SHORT_MS
      ? acceptedMs * (leastMs / acceptedMs) ** stepDown(left, waiting)
      : tryBetween(leastMs + WAY_MS, acceptedMs + WAY_MS, left, waiting - 1, restarts === true) - WAY_MS;
  if (acceptedMs <= SMALLEST_MS || acceptedMs - downMs < Math.max(LEAST_STEP_MS, LEAST_STEP * acceptedMs)) return null;
  const savesMs = (waiting - 1) * (downMs - refusedMs);
  if (savesMs < acceptedMs) return null;
  return refusedMs === 0 && downMs < 2 * SMALLEST_MS ? 0 : downMs;
}

/**
 * Down to nearly what was too short, and nothing more was refused on the way: then that one refusal is more likely another
 * program's work, and is worth one more. What lies near it and was refused as well confirms it.
 */
const isDoubtful = ({ refusedMs, refusedBeforeMs, acceptedMs, spent }: Bracket) =>
  acceptedMs !== null &&
  refusedMs >= DOUBTED_FROM_MS &&
  acceptedMs < refusedMs * NEAR &&
  refusedBeforeMs < refusedMs * CONFIRMED_FROM &&
  spent < SEARCH_BUDGET - 1;

/**
 * After a refusal: what is known to do, from its answer. While it is not known whether the refusal began the wait anew,
 * the first try is to count on from the report before: where that does, each later refusal costs next to nothing.
 * @param passedMs since the last report that was accepted
 * @param isFirst whether nothing else was refused since then
 */
export function waitAfterRefusalMs(bracket: Bracket, passedMs: number, isFirst: boolean): number {
  const { acceptedMs, restarts } = bracket;
  if (acceptedMs === null) {
    const rungMs = nextRungMs({ ...bracket, refusedMs: Math.max(bracket.refusedMs, passedMs) }, 0);
    return rungMs >= KEPT_ANEW_FROM_MS ? rungMs : Math.max(rungMs / 2, rungMs - passedMs);
  }
  if (restarts === false || (restarts === null && isFirst)) return Math.max(0, acceptedMs - passedMs);
  return restarts === true || passedMs >= acceptedMs ? acceptedMs : acceptedMs - passedMs;
}

/** What the next departures are planned with: the wait that the search is expected to end at. */
export function expectedWaitMs(bracket: Bracket, waiting: number): number {
  const { refusedMs, acceptedMs } = bracket;
  const next = nextWaitMs(bracket, waiting);
  if (acceptedMs === null) return Math.max(next, FEW_FIRST_MS);
  return next < acceptedMs ? (Math.max(refusedMs, SMALLEST_MS) + acceptedMs) / 2 : acceptedMs;
}

/**
 * @param wait since the last report that was accepted
 * @param sinceRefusalMs at most; null where there was no refusal since that report
 */
export function afterAcceptance(before: Bracket, wait: Wait, sinceRefusalMs: number | null): Bracket {
  const { acceptedMs, refusedMs } = before;
  const isProof = sinceRefusalMs !== null && sinceRefusalMs < refusedMs;
  const bracket = isProof
    ? { ...before, restarts: false, refusedMs: Math.max(refusedMs, Math.min(before.refusedInAllMs, wait.leastMs)) }
    : before;
  const isClean = sinceRefusalMs === null;
  if (acceptedMs !== null && wait.leastMs >= acceptedMs * 0.999) {
    const isTight = isClean && wait.leastMs < acceptedMs * 1.5;
    return { ...bracket, held: bracket.held + 1, doubts: isTight ? 0 : bracket.doubts };
  }
  // That a report may leave after an hour says nothing of the wait.
  const keptMs = sinceRefusalMs ?? wait.leastMs;
  if (acceptedMs === null && keptMs > nextRungMs(bracket, 0) * 1.2) return bracket;
  // Counted from a refusal or not (A11), no wait is expected to be longer than a minute unless one was kept.
  const enoughMs =
    acceptedMs === null && sinceRefusalMs !== null
      ? Math.min(wait.mostMs, Math.max(sinceRefusalMs, LADDER_MS.at(-1)!))
      : acceptedMs !== null && isClean
        ? Math.min(wait.mostMs, acceptedMs - (acceptedMs - wait.leastMs) * TRUST)
        : wait.mostMs;
  const narrowed = { ...bracket, acceptedMs: Math.min(enoughMs, longestFor(acceptedMs)), doubts: isClean ? 0 : bracket.doubts };
  // What was too short does now: the service has changed its mind, and how far is to be found.
  return enoughMs > refusedMs
    ? narrowed
    : {
        ...narrowed,
        ...refusedBelow(before, enoughMs),
        refusedInAllMs: 0,
        spent: SEARCH_BUDGET - BUDGET_AFTER_CHANGE,
        held: 0,
        lookAfter: FIRST_LOOK_AFTER,
      };
}

/** By our own reckoning no wait grows beyond two minutes; one that the service itself said may be longer. */
const longestFor = (acceptedMs: number | null) =>
  acceptedMs !== null && acceptedMs > MAX_WAIT_MS ? LONGEST_MS : MAX_WAIT_MS;

/** What is still believed to be too short. */
const refusedBelow = ({ refusedBeforeMs }: Bracket, enoughMs: number) => ({
  refusedMs: refusedBeforeMs < enoughMs * CONFIRMED_FROM ? refusedBeforeMs : 0,
  refusedBeforeMs: 0,
});

/**
 * @param wait since the report or the refusal before: after a refusal the wait may count from there (A11)
 * @param whole since the last report that was accepted
 * @param left of the wait, as Retry-After says; null where it does not
 * @param unevenMs by which half of the reports take longer than the quickest
 */
export function afterRefusal(bracket: Bracket, wait: Wait, whole: Wait, left: Wait | null, unevenMs: number): Bracket {
  const known = left === null ? bracket : withRetryAfter(bracket, whole.mostMs, left);
  const { acceptedMs, refusedMs, held, lookAfter, doubts } = known;
  const sinceMs = known.restarts === false ? whole.leastMs : wait.leastMs;
  if (acceptedMs === null || sinceMs < acceptedMs) {
    const isLook = held >= lookAfter;
    const hasRestarted = acceptedMs !== null && whole.leastMs >= acceptedMs && left === null;
    return {
      ...known,
      refusedMs: Math.min(Math.max(refusedMs, sinceMs), acceptedMs ?? MAX_WAIT_MS),
      refusedBeforeMs: sinceMs > refusedMs ? refusedMs : Math.max(known.refusedBeforeMs, sinceMs),
      refusedInAllMs:
        acceptedMs !== null && whole.leastMs >= acceptedMs
          ? known.refusedInAllMs
          : Math.max(known.refusedInAllMs, whole.leastMs),
      spent: known.spent + (isLook ? 0 : 1),
      held: 0,
      lookAfter: isLook ? Math.min(LAST_LOOK_AFTER, lookAfter * LOOKS_RARER) : lookAfter,
      doubts: acceptedMs === null && doubts > 1 ? doubts + 1 : doubts,
      restarts: hasRestarted ? true : known.restarts,
    };
  }
  // Another program may have been at work. If it was our own reckoning, it was wrong by little.
  if (doubts === 0)
    return {
      ...known,
      restarts: known.restarts === false && wait !== whole ? null : known.restarts,
      acceptedMs: Math.min(
        longestFor(acceptedMs),
        Math.max(acceptedMs * A_LITTLE_LONGER, acceptedMs + unevenMs / 2),
      ),
      doubts: 1,
    };
  return {
    ...known,
    refusedMs: Math.min(Math.max(refusedMs, wait.leastMs), MAX_WAIT_MS),
    // It was refused twice.
    refusedBeforeMs: Math.min(Math.max(refusedMs, wait.leastMs), MAX_WAIT_MS),
    acceptedMs: null,
    doubts: 2,
    spent: SEARCH_BUDGET - BUDGET_AFTER_CHANGE,
    held: 0,
    lookAfter: FIRST_LOOK_AFTER,
  };
}

/**
 * Retry-After says what is left of the wait, in whole seconds rounded up (A12): the whole wait is longer than that but
 * for a second, and what has passed with what is left is enough. Both hold whether or not the refusal began it anew.
 */
function withRetryAfter(bracket: Bracket, wholeMs: number, left: Wait): Bracket {
  const refusedMs = Math.max(bracket.refusedMs, left.leastMs);
  const enoughMs = Math.min(LONGEST_MS, wholeMs + left.mostMs);
  const isOutdated = bracket.acceptedMs === null || refusedMs >= bracket.acceptedMs;
  const acceptedMs = isOutdated ? enoughMs : Math.min(bracket.acceptedMs!, enoughMs);
  // The service's own word needs no second one.
  const refusedBeforeMs = refusedMs > bracket.refusedMs ? refusedMs : bracket.refusedBeforeMs;
  return { ...bracket, refusedMs: Math.min(refusedMs, acceptedMs), refusedBeforeMs, acceptedMs };
}

/** Upwards, while no wait is known that does. */
function nextRungMs({ refusedMs, refusedInAllMs, restarts, spent, doubts }: Bracket, waiting: number): number {
  if (refusedMs === 0 && spent === 0) return waiting >= FEW ? LADDER_MS[0] : FEW_FIRST_MS;
  const tooShortMs = restarts === true ? refusedMs : Math.max(refusedMs, refusedInAllMs);
  if (spent === 1 && tooShortMs >= FEW_FIRST_MS && tooShortMs * NEXT_RUNG_FROM < FEW_SECOND_MS) return FEW_SECOND_MS;
  const rung =
    doubts > 1 ? refusedMs * (doubts === 2 ? 2 : 2.5) : LADDER_MS.find((one) => one > tooShortMs * NEXT_RUNG_FROM);
  return Math.min(MAX_WAIT_MS, rung ?? tooShortMs * 2);
}

/**
 * How far to go down where the wait is short, as a share of the bracket: few refusals left means small steps. With none left, a bracket of width
 * 1 costs half of it for each report (`cost`); with one more, steps s cost 1 / 6s on the way down and s × `cost` after it.
 */
function stepDown(budget: number, waiting: number): number {
  let cost = waiting / 2;
  let step = 0;
  for (let left = 0; left < budget; left += 1) {
    step = Math.min(0.5, Math.sqrt(1 / (6 * cost)));
    cost = 1 / (6 * step) + step * cost;
  }
  return step;
}
