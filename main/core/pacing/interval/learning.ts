// What an answer says of the service's minimum wait: a bracket and an answer in, a bracket out.
import {
  BUDGET_DOUBTED,
  BUDGET_GROWN,
  BUDGET_SHRUNK,
  BUDGET_TOLD,
  CONFIRMED_FROM,
  FIRST_LOOK_AFTER,
  MAX_WAIT_MS,
  SEARCH_BUDGET,
  type Bracket,
  type Wait,
} from './bracket.ts';
import { LADDER_MS, nextRungMs } from './ladder.ts';

const LOOKS_RARER = 4;
const LAST_LOOK_AFTER = 320;
/** So often it has to hold until a refusal ends the search. */
const SETTLED = 30;
/** What our own reckoning may be wrong by. */
const A_LITTLE = 0.012;
const A_LITTLE_MS = 20;
/** Where the way is uneven, one report that got through is so much of a proof. */
const TRUST = 0.3;

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
    return { ...bracket, held: bracket.held + 1, unconfirmedAttempts: isTight ? 0 : bracket.unconfirmedAttempts };
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
  const narrowed = {
    ...bracket,
    acceptedMs: Math.min(enoughMs, MAX_WAIT_MS),
    unconfirmedAttempts: isClean ? 0 : bracket.unconfirmedAttempts,
  };
  // What was too short does now: the service has changed its mind, or it was another program's work. How far it goes
  // down is to be found.
  return enoughMs > refusedMs
    ? narrowed
    : {
        ...narrowed,
        ...refusedBelow(before, enoughMs),
        refusedInAllMs: 0,
        spent: SEARCH_BUDGET - (before.held < SETTLED ? BUDGET_DOUBTED : BUDGET_SHRUNK),
        held: 0,
        lookAfter: FIRST_LOOK_AFTER,
      };
}

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
  // So long a wait would be news (A10): the pause is kept, but nothing is learned from a service that has lost its senses.
  const isWait = left !== null && left.mostMs <= MAX_WAIT_MS;
  const known = isWait ? withRetryAfter(bracket, whole, left) : bracket;
  const { acceptedMs, refusedMs, held, lookAfter, unconfirmedAttempts } = known;
  const sinceMs = known.restarts === false ? whole.leastMs : wait.leastMs;
  if (acceptedMs === null || sinceMs < acceptedMs) {
    const isLook = held >= lookAfter;
    const hasGrown = bracket.acceptedMs !== null && known.refusedMs > bracket.acceptedMs;
    const hasRestarted = acceptedMs !== null && whole.leastMs >= acceptedMs && left === null;
    return {
      ...known,
      refusedMs: Math.min(Math.max(refusedMs, sinceMs), acceptedMs ?? MAX_WAIT_MS),
      refusedBeforeMs: sinceMs > refusedMs ? refusedMs : Math.max(known.refusedBeforeMs, sinceMs),
      refusedInAllMs:
        acceptedMs !== null && whole.leastMs >= acceptedMs
          ? known.refusedInAllMs
          : Math.max(known.refusedInAllMs, whole.leastMs),
      spent: hasGrown ? SEARCH_BUDGET - BUDGET_TOLD : spentAfter(known, isLook),
      held: 0,
      lookAfter: isLook ? Math.min(LAST_LOOK_AFTER, lookAfter * LOOKS_RARER) : lookAfter,
      unconfirmedAttempts:
        acceptedMs === null && unconfirmedAttempts > 1 ? unconfirmedAttempts + 1 : unconfirmedAttempts,
      restarts: hasRestarted ? true : known.restarts,
    };
  }
  // Another program may have been at work. If it was our own reckoning, it was wrong by little.
  if (unconfirmedAttempts === 0)
    return {
      ...known,
      restarts: known.restarts === false && wait !== whole ? null : known.restarts,
      acceptedMs: Math.min(
        MAX_WAIT_MS,
        acceptedMs + Math.max(Math.min(A_LITTLE_MS, A_LITTLE * acceptedMs), unevenMs / 2),
      ),
      held: 0,
      unconfirmedAttempts: 1,
    };
  return {
    ...known,
    refusedMs: Math.min(Math.max(refusedMs, wait.leastMs), MAX_WAIT_MS),
    // It was refused twice.
    refusedBeforeMs: Math.min(Math.max(refusedMs, wait.leastMs), MAX_WAIT_MS),
    acceptedMs: null,
    unconfirmedAttempts: 2,
    spent: SEARCH_BUDGET - BUDGET_GROWN,
    held: 0,
    lookAfter: FIRST_LOOK_AFTER,
  };
}

/** Refused after it has held for so long: what is left to be won is within what the way varies by, and the search is over. */
const spentAfter = ({ spent, held }: Bracket, isLook: boolean) =>
  isLook ? spent : held >= SETTLED ? Math.max(SEARCH_BUDGET, spent + 1) : spent + 1;

/**
 * Retry-After says what is left of the wait, in whole seconds rounded up (A12): the whole wait is longer than that but
 * for a second, and what has passed with what is left is enough. Both hold whether or not the refusal began it anew; where
 * that is known the bracket is a second wide.
 */
function withRetryAfter(bracket: Bracket, whole: Wait, left: Wait): Bracket {
  const tooShortMs = bracket.restarts === false ? whole.leastMs + left.leastMs : left.leastMs;
  const refusedMs = Math.max(bracket.refusedMs, tooShortMs);
  // The hour before says nothing: no wait is expected to be longer than a minute unless the service says so.
  const expectedMs = Math.max(left.mostMs, LADDER_MS.at(-1)!);
  const enoughMs = bracket.restarts === true ? left.mostMs : Math.min(expectedMs, whole.mostMs + left.mostMs);
  const isOutdated = bracket.acceptedMs === null || refusedMs >= bracket.acceptedMs;
  const acceptedMs = isOutdated ? enoughMs : Math.min(bracket.acceptedMs!, enoughMs);
  // The service's own word needs no second one.
  const refusedBeforeMs = refusedMs > bracket.refusedMs ? refusedMs : bracket.refusedBeforeMs;
  return { ...bracket, refusedMs: Math.min(refusedMs, acceptedMs), refusedBeforeMs, acceptedMs };
}
