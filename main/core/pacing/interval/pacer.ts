// When the next report may leave: a rule over values. Observations in, decision out; the loop that waits is uploader.ts.
// Moments are on the monotonic clock. The memory is what is kept across restarts; the wait between two reports is pacer-wait.ts.
import { freshBracket, type Bracket, type Wait } from './bracket.ts';
import { afterAcceptance, afterRefusal } from './learning.ts';
import { expectedWaitMs, nextWaitMs, waitAfterRefusalMs } from './next-wait.ts';

type Arrival = { readonly endedAt: number; readonly durationMs: number };

export type PacerState = {
  readonly bracket: Bracket;
  /** The last report that was accepted, or may have been; null when none is known. */
  readonly lastAccepted: Arrival | null;
  /** A refusal since then. */
  readonly lastRefused: Arrival | null;
  /** False where the service may not count from `lastAccepted`: an answer was lost, or the clock stood still meanwhile. */
  readonly isSure: boolean;
  /** How long the last reports took, from first byte to answer. */
  readonly durationsMs: readonly number[];
  /** No upload before this moment: a refusal asked for it. */
  readonly uploadsFrom: number;
  /** No request at all before this moment. */
  readonly requestsFrom: number;
  /** Refusals in a row, each of its own kind: the pause grows with them. */
  readonly tooFastInARow: number;
  readonly rateLimitedInARow: number;
};

export type Observation =
  | { readonly kind: 'accepted'; readonly startedAt: number; readonly endedAt: number }
  /** No answer, or none that can be read: it may have been accepted. */
  | { readonly kind: 'unsettled'; readonly startedAt: number; readonly endedAt: number }
  | {
      readonly kind: 'too-fast';
      readonly startedAt: number;
      readonly endedAt: number;
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: 'rate-limited'; readonly endedAt: number; readonly retryAfterMs: number | null }
  /** The machine slept or the clock was set: what passed since the last report is not known. */
  | { readonly kind: 'clock-jumped' };

const RATE_FLOOR_MS = 15_000;
const RATE_CEILING_MS = 60_000;
/** A longer pause than this is not believed at once: then the service is asked again. */
export const MAX_PAUSE_MS = 3_600_000;
const DURATIONS_KEPT = 16;

export const freshPacer = (bracket: Bracket = freshBracket): PacerState => ({
  bracket,
  lastAccepted: null,
  lastRefused: null,
  isSure: true,
  durationsMs: [],
  uploadsFrom: Number.NEGATIVE_INFINITY,
  requestsFrom: Number.NEGATIVE_INFINITY,
  tooFastInARow: 0,
  rateLimitedInARow: 0,
});

export function observe(state: PacerState, seen: Observation): PacerState {
  switch (seen.kind) {
    case 'accepted': {
      const durationMs = seen.endedAt - seen.startedAt;
      const durationsMs = [...state.durationsMs, durationMs].slice(-DURATIONS_KEPT);
      const quickestMs = Math.min(...durationsMs);
      const wait = state.isSure ? waitBetween(state.lastAccepted, seen, quickestMs) : null;
      const sinceRefusalMs = waitBetween(state.lastRefused, seen, quickestMs)?.mostMs ?? null;
      return {
        ...state,
        bracket: wait ? afterAcceptance(state.bracket, wait, sinceRefusalMs) : state.bracket,
        lastAccepted: { endedAt: seen.endedAt, durationMs },
        lastRefused: null,
        isSure: true,
        durationsMs,
        tooFastInARow: 0,
        rateLimitedInARow: 0,
      };
    }
    case 'unsettled':
      return {
        ...state,
        lastAccepted: { endedAt: seen.endedAt, durationMs: shortestMs(state) },
        lastRefused: null,
        isSure: false,
      };
    case 'too-fast': {
      const retryAfterMs = believed(seen.retryAfterMs);
      const quickestMs = shortestMs(state);
      const durationMs = seen.endedAt - seen.startedAt;
      const whole = waitBetween(state.lastAccepted, seen, quickestMs);
      const wait = state.lastRefused === null ? whole : waitBetween(state.lastRefused, seen, quickestMs);
      const left = retryAfterMs === null ? null : { leastMs: retryAfterMs - 1_000 - durationMs, mostMs: retryAfterMs };
      const bracket =
        state.isSure && wait && whole
          ? afterRefusal(state.bracket, wait, whole, left, usualMs(state) - quickestMs)
          : state.bracket;
      const tooFastInARow = state.tooFastInARow + 1;
      const passedMs = state.isSure && state.lastAccepted ? seen.endedAt - state.lastAccepted.endedAt : 0;
      const pauseMs = pauseAfter(
        retryAfterMs,
        Math.ceil(waitAfterRefusalMs(bracket, passedMs, state.lastRefused === null)),
        tooFastInARow,
      );
      return {
        ...state,
        bracket,
        lastRefused: { endedAt: seen.endedAt, durationMs },
        uploadsFrom: Math.max(state.uploadsFrom, seen.endedAt + pauseMs),
        tooFastInARow,
      };
    }
    case 'rate-limited': {
      const rateLimitedInARow = state.rateLimitedInARow + 1;
      const ownPauseMs = Math.min(RATE_CEILING_MS, RATE_FLOOR_MS * 2 ** Math.min(rateLimitedInARow - 1, 8));
      const pauseMs = pauseAfter(believed(seen.retryAfterMs), ownPauseMs, rateLimitedInARow);
      return { ...state, requestsFrom: Math.max(state.requestsFrom, seen.endedAt + pauseMs), rateLimitedInARow };
    }
    case 'clock-jumped':
      return { ...state, isSure: false };
  }
}

const believed = (retryAfterMs: number | null) =>
  retryAfterMs === null ? null : Math.min(MAX_PAUSE_MS, Math.max(0, retryAfterMs));

/** What the service asks for, once; where that did not do (Retry-After: 0, a clock that is wrong), our own wait at least. */
const pauseAfter = (retryAfterMs: number | null, ownPauseMs: number, inARow: number) =>
  retryAfterMs === null || inARow > 1 ? Math.max(retryAfterMs ?? 0, ownPauseMs) : retryAfterMs;

const shortestMs = ({ durationsMs }: PacerState) => (durationsMs.length === 0 ? 0 : Math.min(...durationsMs));

/** Half of the last reports took longer; one that the machine slept through does not move it. */
const usualMs = ({ durationsMs }: PacerState) =>
  durationsMs.toSorted((one, other) => one - other)[durationsMs.length >> 1] ?? 0;

/** How much quicker than the quickest of n reports another may be: so many n-ths of what half of them took longer. */
const QUICKER = 3;

/** What a report takes at its quickest, as far as so few can tell. */
function tripMs(state: PacerState): number {
  const quickestMs = shortestMs(state);
  return Math.max(0, quickestMs - (QUICKER * (usualMs(state) - quickestMs)) / Math.max(1, state.durationsMs.length));
}

/**
 * From the answer to one report to the start of the next. The service itself counts from some moment between a report's
 * first byte and its answer: what a report takes at its quickest is the same each time and cancels out; by what it takes
 * longer, on whichever way, the wait is uncertain.
 */
function waitBetween(
  before: Arrival | null,
  { startedAt, endedAt }: { readonly startedAt: number; readonly endedAt: number },
  quickestMs: number,
): Wait | null {
  if (before === null) return null;
  const late = (durationMs: number) => Math.max(0, durationMs - quickestMs);
  const between = Math.max(0, startedAt - before.endedAt);
  const [one, other] = [late(before.durationMs), late(endedAt - startedAt)];
  return { leastMs: between + Math.min(one, other), mostMs: between + Math.max(one, other) };
}

/** The earliest moment for the next of `waiting` uploads by the minimum wait and the pauses asked for; the request budget comes on top. */
export function earliestUpload(state: PacerState, now: number, waiting: number): number {
  const paused = Math.max(now, state.uploadsFrom, state.requestsFrom);
  if (state.lastAccepted === null || state.lastRefused !== null) return paused;
  return Math.max(paused, state.lastAccepted.endedAt + Math.ceil(nextWaitMs(state.bracket, waiting, tripMs(state))));
}

/**
 * Departure times of the next `count` of `waiting` reports, by the very rules that obey the limits.
 * `withinLimit(ends, at)` is the budget's rule: the earliest moment at or after `at` given the ends of earlier requests.
 */
export function departures(
  state: PacerState,
  count: number,
  waiting: number,
  now: number,
  ends: readonly number[],
  withinLimit: (ends: readonly number[], at: number) => number,
  usualUploadMs = 0,
): number[] {
  const times: number[] = [];
  const known = [...ends];
  const quickestMs = tripMs(state);
  let at = earliestUpload(state, now, waiting);
  for (let index = 0; index < count; index += 1) {
    at = withinLimit(known, at);
    times.push(at);
    known.push(at + usualUploadMs);
    at += usualUploadMs + expectedWaitMs(state.bracket, waiting - index - 1, quickestMs);
  }
  return times;
}

/** From an answer to the next departure, as far ahead as nothing better is known. */
export const usualWaitMs = (state: PacerState, waiting: number) =>
  Math.round(expectedWaitMs(state.bracket, waiting, tripMs(state)));
