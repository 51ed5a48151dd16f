// When the next report may be uploaded: a rule over values. Observations in, decision out; the loop that waits is
// uploader.ts. Moments are on the monotonic clock, in milliseconds.
import { afterCounted, learn, type History, type Weights } from './belief.ts';
import { nextTryMs } from './next-try.ts';

export type PacerState = {
  /** What kind of service it is. */
  readonly weights: Weights;
  /** What the service has counted. */
  readonly history: History;
  /** False where the last report may not have arrived, or the clock stood still since. */
  readonly isSure: boolean;
  /** How long the last reports took, from first byte to answer. */
  readonly durationsMs: readonly number[];
  /** When the first report of this run was accepted, and when the last answer came. */
  readonly runFrom: number;
  readonly seenAt: number;
  /** No upload before this moment: a refusal asked for it. */
  readonly uploadsFrom: number;
  /** No request at all before this moment. */
  readonly requestsFrom: number;
  /** Refusals in a row, each of its own kind: the pause grows with them. */
  readonly tooFastInARow: number;
  readonly rateLimitedInARow: number;
};

type Sent = { readonly startedAt: number; readonly endedAt: number };
type Refused = { readonly endedAt: number; readonly retryAfterMs: number | null };
export type Observation =
  /** `unsettled`: no answer, or none that can be read; the report may have been accepted. */
  | (Sent & { readonly kind: 'accepted' | 'unsettled' })
  | (Sent & Refused & { readonly kind: 'too-fast' })
  | (Refused & { readonly kind: 'rate-limited' })
  /** The machine slept or the clock was set: what passed since the last report is not known. */
  | { readonly kind: 'clock-jumped' };

/** After a rate-limit refusal without Retry-After: a quarter of the service's window, doubled up to a whole one. */
const RATE_FLOOR_MS = 15_000;
const RATE_CEILING_MS = 60_000;
/** A longer pause than this is not believed at once: then the service is asked again. */
export const MAX_PAUSE_MS = 3_600_000;
/** From so many refusals in a row on, or the first one where nothing was ever accepted, each doubles the pause. */
const PATIENT_REFUSALS = 10;
const PATIENCE_FLOOR_MS = 1_000;
const PATIENCE_CEILING_MS = 120_000;
const DURATIONS_KEPT = 16;
/** A longer pause than this between two reports begins another run. */
const RUN_GAP_MS = 300_000;
const never = Number.NEGATIVE_INFINITY;

export const freshPacer = (weights: Weights = ''): PacerState => ({
  weights,
  history: { accepted: [], refusedAt: never, emptyAt: never, sinceEmpty: 0, jitterMs: 0 },
  isSure: true,
  durationsMs: [],
  runFrom: never,
  seenAt: never,
  uploadsFrom: never,
  requestsFrom: never,
  tooFastInARow: 0,
  rateLimitedInARow: 0,
});

export function observe(state: PacerState, seen: Observation): PacerState {
  if (seen.kind === 'clock-jumped') return { ...state, isSure: false };
  if (seen.kind === 'rate-limited') {
    const rateLimitedInARow = state.rateLimitedInARow + 1;
    const ownPauseMs = Math.min(RATE_CEILING_MS, RATE_FLOOR_MS * 2 ** Math.min(rateLimitedInARow - 1, 8));
    const pauseMs = pauseAfter(seen.retryAfterMs, ownPauseMs, rateLimitedInARow);
    return { ...state, requestsFrom: Math.max(state.requestsFrom, seen.endedAt + pauseMs), rateLimitedInARow };
  }
  const { startedAt, endedAt } = seen;
  const arrivedAt = (startedAt + endedAt) / 2;
  const { accepted } = state.history;
  if (seen.kind === 'too-fast') {
    const tooFastInARow = state.tooFastInARow + 1;
    const isKnown = accepted.length > 0;
    const doubled = tooFastInARow - (isKnown ? PATIENT_REFUSALS : 1);
    const ownPauseMs = doubled < 0 ? 0 : Math.min(PATIENCE_CEILING_MS, PATIENCE_FLOOR_MS * 2 ** doubled);
    const pauseMs = pauseAfter(seen.retryAfterMs, ownPauseMs, tooFastInARow);
    return {
      ...state,
      ...(isKnown && {
        weights: learn(state.weights, state.history, arrivedAt, false, believed(seen.retryAfterMs)),
        history: { ...state.history, refusedAt: arrivedAt, emptyAt: arrivedAt, sinceEmpty: 0 },
      }),
      seenAt: endedAt,
      uploadsFrom: Math.max(state.uploadsFrom, endedAt + pauseMs),
      tooFastInARow,
    };
  }
  const isAccepted = seen.kind === 'accepted';
  const isKnown = isAccepted && state.isSure && accepted.length > 0;
  const durationsMs = isAccepted
    ? [...state.durationsMs, Math.round(endedAt - startedAt)].slice(-DURATIONS_KEPT)
    : state.durationsMs;
  const isSameRun = arrivedAt - (accepted.at(-1) ?? never) < RUN_GAP_MS;
  return {
    ...state,
    weights: isKnown ? learn(state.weights, state.history, arrivedAt, true, null) : state.weights,
    history: { ...afterCounted(state.history, isAccepted ? arrivedAt : endedAt), jitterMs: jitterOf(durationsMs) },
    isSure: isAccepted,
    durationsMs,
    runFrom: isSameRun ? state.runFrom : arrivedAt,
    seenAt: endedAt,
    ...(isAccepted && { tooFastInARow: 0, rateLimitedInARow: 0 }),
  };
}

const believed = (retryAfterMs: number | null) =>
  retryAfterMs === null ? null : Math.min(MAX_PAUSE_MS, Math.max(0, retryAfterMs));

/** What the service asks for, once; where that did not do (Retry-After: 0, a clock that is wrong), our own pause at least. */
function pauseAfter(retryAfterMs: number | null, ownPauseMs: number, inARow: number): number {
  const askedMs = believed(retryAfterMs);
  return askedMs === null || inARow > 1 ? Math.max(askedMs ?? 0, ownPauseMs) : askedMs;
}

/** What half of the last reports took longer than the quickest. */
function jitterOf(durationsMs: readonly number[]): number {
  if (durationsMs.length < 3) return 0;
  const sorted = durationsMs.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1]! - sorted[0]!;
}

/** Decisions of a state, by the number of reports that wait: the same question is asked often. */
const decided = new WeakMap<PacerState, Map<number, number>>();

/**
 * The earliest moment for the next of `waiting` uploads by what is known of the service and the pauses that it asked for;
 * the request budget comes on top.
 */
export function earliestUpload(state: PacerState, now: number, waiting: number): number {
  const { history, weights, seenAt, uploadsFrom, requestsFrom } = state;
  if (history.accepted.length === 0) return Math.max(now, uploadsFrom, requestsFrom);
  const known = decided.get(state) ?? new Map<number, number>();
  decided.set(state, known);
  const count = Math.max(1, waiting);
  let at = known.get(count);
  if (at === undefined) {
    const from = Math.max(seenAt, uploadsFrom, requestsFrom);
    const tripMs = state.durationsMs.length === 0 ? 0 : Math.min(...state.durationsMs) / 2;
    at = from + Math.ceil(nextTryMs(weights, history, from + tripMs, count, Math.max(0, from - state.runFrom)));
    known.set(count, at);
  }
  return Math.max(now, at);
}
