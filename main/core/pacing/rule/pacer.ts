// When the next report may be uploaded: a rule over values. The loop that waits is in uploader.ts. Times are on the
// monotonic clock, in milliseconds.
import { backoffMs, believedMs, pausedUntil, type Refusal } from '../../platform/backoff.ts';
import { afterCounted, learn } from './belief.ts';
import { nextTryMs } from './next-try.ts';
import { never, type PacerState } from './pacer-state.ts';

type Sent = { readonly startedAt: number; readonly endedAt: number };
export type Observation =
  /** `unsettled`: no answer, or none that can be read; the report may have been accepted. */
  | (Sent & { readonly kind: 'accepted' | 'unsettled' })
  | (Sent & Refusal & { readonly kind: 'too-fast' })
  | (Refusal & { readonly kind: 'rate-limited' })
  /** The machine slept or the clock was set: the time since the last report is unknown. */
  | { readonly kind: 'clock-jumped' };

const DURATIONS_KEPT = 16;
/** Refusals without our own pause; if nothing was ever accepted, there is one from the first on. */
const PATIENCE = 9;
/** A longer pause than this between two reports begins another run. */
const RUN_GAP_MS = 300_000;

export function observe(state: PacerState, seen: Observation): PacerState {
  if (seen.kind === 'clock-jumped') return { ...state, isSure: false };
  if (seen.kind === 'rate-limited') {
    const rateLimitedInARow = state.rateLimitedInARow + 1;
    // Without Retry-After a quarter of the service's window, doubled up to a whole one.
    const from = pausedUntil(seen, rateLimitedInARow, backoffMs(rateLimitedInARow, 15_000, 60_000));
    return { ...state, requestsFrom: Math.max(state.requestsFrom, from), rateLimitedInARow };
  }
  const arrivedAt = (seen.startedAt + seen.endedAt) / 2;
  const isKnown = state.accepted.length > 0;
  const seenAt = seen.endedAt;
  if (seen.kind === 'too-fast') {
    const tooFastInARow = state.tooFastInARow + 1;
    const inVain = tooFastInARow - (isKnown ? PATIENCE : 0);
    const from = pausedUntil(seen, tooFastInARow, inVain > 0 ? backoffMs(inVain, 1_000, 120_000) : 0);
    const paused = { ...state, seenAt, uploadsFrom: Math.max(state.uploadsFrom, from), tooFastInARow };
    if (!isKnown) return paused;
    const weights = learn(state, arrivedAt, false, believedMs(seen.retryAfterMs));
    return { ...paused, weights, refusedAt: arrivedAt, emptyAt: arrivedAt, sinceEmpty: 0 };
  }
  const isAccepted = seen.kind === 'accepted';
  const tookMs = Math.round(seen.endedAt - seen.startedAt);
  const durationsMs = isAccepted ? [...state.durationsMs, tookMs].slice(-DURATIONS_KEPT) : state.durationsMs;
  const isSameRun = arrivedAt - (state.accepted.at(-1) ?? never) < RUN_GAP_MS;
  return {
    ...afterCounted(state, isAccepted ? arrivedAt : seenAt),
    weights: isAccepted && state.isSure && isKnown ? learn(state, arrivedAt, true, null) : state.weights,
    isSure: isAccepted,
    durationsMs,
    jitterMs: jitterOf(durationsMs),
    runFrom: isSameRun ? state.runFrom : arrivedAt,
    seenAt,
    ...(isAccepted && { tooFastInARow: 0, rateLimitedInARow: 0 }),
  };
}

/** Half of the last reports took longer than the quickest by this. */
function jitterOf(durationsMs: readonly number[]): number {
  if (durationsMs.length < 3) return 0;
  const sorted = durationsMs.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1]! - sorted[0]!;
}

/** Cached decisions of a state, by the number of waiting reports. */
const decided = new WeakMap<PacerState, Record<number, number>>();

/** The earliest time for the next of `waiting` uploads, by belief and pauses; the rate limit is applied afterwards. */
export function earliestUpload(state: PacerState, now: number, waiting: number): number {
  const { accepted, durationsMs, runFrom, seenAt, uploadsFrom, requestsFrom } = state;
  if (accepted.length === 0) return Math.max(now, uploadsFrom, requestsFrom);
  const known = decided.get(state) ?? {};
  decided.set(state, known);
  const from = Math.max(seenAt, uploadsFrom, requestsFrom);
  const tripMs = durationsMs.length === 0 ? 0 : Math.min(...durationsMs) / 2;
  known[waiting] ??= Math.ceil(nextTryMs(state, from + tripMs, Math.max(1, waiting), Math.max(0, from - runFrom)));
  return Math.max(now, from + known[waiting]);
}
