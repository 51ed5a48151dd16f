// The wait before the next report, by what is known: a rule over the bracket. Why these figures: docs/pacing.md.
import { CONFIRMED_FROM, SEARCH_BUDGET, type Bracket } from './bracket.ts';
import { FEW, FEW_FIRST_MS, LADDER_MS, nextRungMs } from './ladder.ts';
import { tryBetween } from './search-policy.ts';
import { roundTry } from './known-intervals.ts';

/** Below this a wait is hidden by the way to the service. */
const SMALLEST_MS = 100;
/** Less than this the way to the service varies anyway. */
const LEAST_STEP_MS = 15;
const LEAST_STEP = 0.002;
/** A wait counts from arrival to arrival: what the way there and back takes, roughly, is in it. */
const WAY_MS = 200;
/** Below this the limit of requests, and what the way varies by, weigh as much as the wait. */
const SHORT_MS = 1_500;
/** Where it is not known whether refusals begin the wait anew, from so many on they are taken to. */
const RESTART_FROM = 2;
/** So wide a bracket is narrowed even where it costs a refusal more than was meant for it: one went to learning that they begin it anew. */
const OPEN = 0.035;
/** From so much of the refused wait on, counting on from the report before would not show what refusals do. */
const SHOWN_TO = 0.75;
/** Where 60 a minute bind first, a shorter wait wins next to nothing. */
const LOOKED_FROM_MS = 850;
const WIDE = 0.018;
const LOOK_SHARE = 0.85;
const DOUBTED_FROM_MS = 1_500;
const NEAR = 1.16;
/** From here on a rung is kept from the refusal on: it costs little, and what is refused then was too short either way. */
const KEPT_AGAIN_FROM_MS = 15_000;
/** Of shorter ones so much is kept from the refusal on, at least; the first time, and later. */
const KEPT_FIRST = 0.7;
const KEPT_LATER = 0.5;
const MANY = 97;

/**
 * The wait to keep before the next of `waiting` reports, milliseconds.
 * @param tripMs what a report takes at its quickest
 */
export function nextWaitMs(bracket: Bracket, waiting: number, tripMs: number): number {
  const { refusedMs, acceptedMs, held, lookAfter } = bracket;
  if (acceptedMs === null) return nextRungMs(bracket, waiting);
  if (isDoubtful(bracket) && waiting >= FEW) return refusedMs * LOOK_SHARE;
  const downMs = nextDownMs(bracket, acceptedMs, waiting, tripMs);
  if (downMs !== null) return downMs;
  if (held < lookAfter || waiting < 2 * FEW || acceptedMs < LOOKED_FROM_MS) return acceptedMs;
  // A look, never two in a hundred reports: where the bracket is still wide, into it; else below it, as the service may
  // have changed its mind.
  return acceptedMs - refusedMs > WIDE * acceptedMs ? (acceptedMs + refusedMs) / 2 : refusedMs * LOOK_SHARE;
}

/** Into the bracket; null where that is not worth it. */
function nextDownMs(bracket: Bracket, acceptedMs: number, waiting: number, tripMs: number): number | null {
  const { refusedMs, spent, restarts } = bracket;
  const isOpen = acceptedMs - refusedMs > OPEN * acceptedMs;
  const left = Math.max(isOpen && restarts === true ? 1 : 0, SEARCH_BUDGET - spent);
  const leastMs = Math.max(refusedMs, SMALLEST_MS);
  const isRestarted = restarts ?? spent >= RESTART_FROM;
  const downMs =
    acceptedMs < SHORT_MS
      ? acceptedMs * (leastMs / acceptedMs) ** stepDown(left, waiting)
      : roundTry(
          tryBetween(leastMs + WAY_MS, acceptedMs + WAY_MS, left, waiting - 1, isRestarted) - WAY_MS,
          leastMs,
          acceptedMs,
          tripMs,
        );
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
 * After a refusal, from its answer. While it is not known whether the refusal began the wait anew, the first try counts on
 * from the report before: where that does, each later refusal costs next to nothing. Where it would do in either case, and
 * so show nothing, it is the next try of the search instead.
 * @param passedMs since the last report that was accepted
 * @param isFirst whether nothing else was refused since then
 */
export function waitAfterRefusalMs(bracket: Bracket, passedMs: number, isFirst: boolean): number {
  const { acceptedMs, restarts, spent } = bracket;
  if (acceptedMs === null) return rungAfterRefusalMs(bracket, passedMs);
  const leftMs = acceptedMs - passedMs;
  if (restarts === true || (restarts === null && !isFirst && leftMs <= 0)) return acceptedMs;
  if (restarts === false || !isFirst || leftMs <= SHOWN_TO * passedMs) return Math.max(0, leftMs);
  return Math.max(leftMs, tryBetween(Math.max(passedMs, SMALLEST_MS), acceptedMs, SEARCH_BUDGET - spent, MANY, true));
}

/** Upwards, from the refusal's answer: short rungs count on from the report before, and the greater part of them from the refusal. */
function rungAfterRefusalMs(bracket: Bracket, passedMs: number): number {
  const rungMs = nextRungMs({ ...bracket, refusedMs: Math.max(bracket.refusedMs, passedMs) }, 0);
  const lastMs = LADDER_MS.at(-1)!;
  // The last one counts on, as it is long; where that did not do, it is kept from the refusal on.
  if (bracket.unconfirmedAttempts < 2 && passedMs >= lastMs && bracket.refusedMs < lastMs) return lastMs;
  const isKept = bracket.restarts !== false && rungMs >= KEPT_AGAIN_FROM_MS && rungMs !== lastMs;
  const kept = rungMs < KEPT_AGAIN_FROM_MS && bracket.unconfirmedAttempts < 2 ? KEPT_FIRST : KEPT_LATER;
  return isKept ? rungMs : Math.max(rungMs * kept, rungMs - passedMs);
}

/** What the next departures are planned with: the wait that the search is expected to end at. */
export function expectedWaitMs(bracket: Bracket, waiting: number, tripMs: number): number {
  const { refusedMs, acceptedMs } = bracket;
  const next = nextWaitMs(bracket, waiting, tripMs);
  if (acceptedMs === null) return Math.max(next, FEW_FIRST_MS);
  return next < acceptedMs ? (Math.max(refusedMs, SMALLEST_MS) + acceptedMs) / 2 : acceptedMs;
}

/**
 * How far to go down where the wait is short, as a share of the bracket: few refusals left means small steps. With none
 * left, a bracket of width 1 costs half of it for each report (`cost`); with one more, steps s cost 1 / 6s on the way down
 * and s × `cost` after it.
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
