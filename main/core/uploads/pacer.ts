// When the next report may leave: a rule over values. Observations in, decision out; the loop that waits is uploader.ts.
// Moments are on the monotonic clock. The memory is what is kept across restarts (moments as ages, by the keeper).
import { z } from 'zod';

/** What is known of the service's minimum wait (A10): the bracket that the wait is looked for in. */
export const pacerMemorySchema = z.object({
  version: z.literal(1),
  /** The wait kept between uploads now. */
  gapMs: z.number(),
  /** The longest wait that was refused, the shortest that was accepted; null until seen. */
  refusedMs: z.number().nullable(),
  acceptedMs: z.number().nullable(),
});
export type PacerMemory = z.infer<typeof pacerMemorySchema>;

export type PacerState = {
  readonly memory: PacerMemory;
  /** When the answer of the last accepted upload came; null when none is known. */
  readonly lastAcceptedAt: number | null;
  /** No upload before this moment: a refusal asked for it. */
  readonly uploadsFrom: number;
  /** No request at all before this moment. */
  readonly requestsFrom: number;
  /** Refusals in a row: the pause grows with them. */
  readonly refusalsInARow: number;
};

export type Observation =
  | { readonly kind: 'accepted'; readonly startedAt: number; readonly endedAt: number }
  | {
      readonly kind: 'too-fast';
      readonly startedAt: number;
      readonly endedAt: number;
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: 'rate-limited'; readonly endedAt: number; readonly retryAfterMs: number | null };

const START_GAP_MS = 5_000;
const MAX_GAP_MS = 120_000;
const RATE_FLOOR_MS = 15_000;
const RATE_CEILING_MS = 60_000;

export const freshMemory: PacerMemory = { version: 1, gapMs: START_GAP_MS, refusedMs: null, acceptedMs: null };

export const freshPacer = (memory: PacerMemory = freshMemory): PacerState => ({
  memory,
  lastAcceptedAt: null,
  uploadsFrom: Number.NEGATIVE_INFINITY,
  requestsFrom: Number.NEGATIVE_INFINITY,
  refusalsInARow: 0,
});

export function observe(state: PacerState, seen: Observation): PacerState {
  switch (seen.kind) {
    case 'accepted': {
      const waited = state.lastAcceptedAt === null ? null : seen.startedAt - state.lastAcceptedAt;
      const { memory } = state;
      const acceptedMs = waited === null ? memory.acceptedMs : Math.min(waited, memory.acceptedMs ?? waited);
      // A wait that was refused before and is accepted now: the service changed its mind, or another program was at work.
      const refusedMs =
        memory.refusedMs !== null && acceptedMs !== null && acceptedMs <= memory.refusedMs ? null : memory.refusedMs;
      return {
        ...state,
        memory: { ...memory, acceptedMs, refusedMs },
        lastAcceptedAt: seen.endedAt,
        refusalsInARow: 0,
      };
    }
    case 'too-fast': {
      const { memory } = state;
      const waited = state.lastAcceptedAt === null ? null : seen.startedAt - state.lastAcceptedAt;
      const refusalsInARow = state.refusalsInARow + 1;
      const ownPauseMs = Math.min(MAX_GAP_MS, memory.gapMs * 1.5 ** (refusalsInARow - 1));
      const pauseMs = pauseAfter(seen.retryAfterMs, ownPauseMs, refusalsInARow);
      const refused: PacerState = {
        ...state,
        uploadsFrom: Math.max(state.uploadsFrom, seen.endedAt + pauseMs),
        refusalsInARow,
      };
      // The first refusal of a wait that has held before may be the work of another program: nothing is learned from it.
      const hasHeld = waited !== null && memory.acceptedMs !== null && memory.acceptedMs <= waited;
      if (waited === null || (hasHeld && refusalsInARow === 1)) return refused;
      return {
        ...refused,
        memory: {
          ...memory,
          gapMs: Math.min(MAX_GAP_MS, Math.max(memory.gapMs, longerGap(memory, waited, seen.retryAfterMs))),
          refusedMs: Math.max(waited, memory.refusedMs ?? 0),
          acceptedMs: hasHeld ? null : memory.acceptedMs,
        },
      };
    }
    case 'rate-limited': {
      const refusalsInARow = state.refusalsInARow + 1;
      const ownPauseMs = Math.min(RATE_CEILING_MS, RATE_FLOOR_MS * 2 ** (refusalsInARow - 1));
      const pauseMs = pauseAfter(seen.retryAfterMs, ownPauseMs, refusalsInARow);
      return { ...state, requestsFrom: Math.max(state.requestsFrom, seen.endedAt + pauseMs), refusalsInARow };
    }
  }
}

/** What the service asks for, once; where that did not do (Retry-After: 0, a clock that is wrong), our own growing wait at least. */
const pauseAfter = (retryAfterMs: number | null, ownPauseMs: number, refusalsInARow: number) =>
  retryAfterMs === null || refusalsInARow > 1 ? Math.max(retryAfterMs ?? 0, ownPauseMs) : retryAfterMs;

/** The wait to keep after `waitedMs` was too short: what the service says, else what is known to hold, else half as long again. */
function longerGap(memory: PacerMemory, waitedMs: number, retryAfterMs: number | null): number {
  if (retryAfterMs !== null) return waitedMs + retryAfterMs;
  return memory.acceptedMs !== null && memory.acceptedMs > waitedMs ? memory.acceptedMs : waitedMs * 1.5;
}

/** The earliest moment for an upload by the minimum wait and the pauses asked for; the request budget comes on top. */
export const earliestUpload = (state: PacerState, now: number) =>
  Math.max(
    now,
    state.uploadsFrom,
    state.requestsFrom,
    state.lastAcceptedAt === null ? now : state.lastAcceptedAt + state.memory.gapMs,
  );

/**
 * Departure times of the next `count` reports, by the very rules that obey the limits.
 * `withinLimit(ends, at)` is the budget's rule: the earliest moment at or after `at` given the ends of earlier requests.
 */
export function departures(
  state: PacerState,
  count: number,
  now: number,
  ends: readonly number[],
  withinLimit: (ends: readonly number[], at: number) => number,
  usualUploadMs = 0,
): number[] {
  const times: number[] = [];
  const known = [...ends];
  let at = earliestUpload(state, now);
  for (let index = 0; index < count; index += 1) {
    at = withinLimit(known, at);
    times.push(at);
    known.push(at + usualUploadMs);
    at = at + usualUploadMs + state.memory.gapMs;
  }
  return times;
}
