// When the next report may be uploaded: five seconds after the last one, longer where the service requires it, quicker
// only while many reports wait. Pure; times are on the monotonic clock, in milliseconds. Why: docs/design/pacing.md.
import * as z from 'zod/mini';
import { backoffMs, believedMs, maxPauseMs, pausedUntil, type Refusal } from '../platform/backoff.ts';

const coldMs = 5_000;
/** No wait is shorter: the rate limit is 60 requests a minute. */
const leastMs = 1_000;
/** A longer wait is obeyed once, and not remembered. */
const longestMs = 120_000;
/** A quicker wait is tried with so many reports waiting, and after so many accepted ones in a row. */
const quickening = { waiting: 20, accepted: 3, factor: 0.9 } as const;
/** How near to a wait that was refused no other is tried. */
const near = 1.1;
const dayMs = 86_400_000;

export type PacerState = Readonly<z.infer<ReturnType<typeof schemaWith>>>;

/** What is known of one account's service; what was learned of the wait is three numbers and two times. */
function schemaWith(moved: (at: number) => number) {
  const time = z.pipe(z._default(z.number(), -1e12), z.transform(moved));
  const length = z.number().check(z.nonnegative());
  return z.object({
    /** From the end of one upload to the start of the next. */
    waitMs: z._default(length, coldMs),
    /** A wait that was refused, or the one that the service required: none that is shorter is tried. */
    tooShortMs: z._default(length, 0),
    /** Reports accepted in a row with this wait; negative: refusals in a row. */
    inARow: z._default(z.int(), 0),
    /** The next upload, unless a quicker one is tried. */
    nextAt: time,
    refusedAt: time,
    /** No request at all before this time: the rate limit was exceeded, so many times in a row. */
    requestsFrom: time,
    rateLimitedInARow: z._default(z.int(), 0),
  });
}
export const freshPacer = schemaWith((at) => at).parse({});

type Sent = { readonly startedAt: number; readonly endedAt: number };
export type Observation =
  /** `unsettled`: no answer, or none that can be read; the report may have been accepted. */
  | (Sent & { readonly kind: 'unsettled' })
  | (Sent & { readonly kind: 'accepted' })
  | (Sent & Refusal & { readonly kind: 'too-fast' })
  | (Refusal & { readonly kind: 'rate-limited' });

const quicker = (waitMs: number) => Math.max(leastMs, waitMs * quickening.factor);
const bounded = (waitMs: number) => Math.min(longestMs, waitMs);

/** After two weeks without an upload, what was learned counts no more. */
const remembered = (state: PacerState, now: number): PacerState =>
  now - state.nextAt < 14 * dayMs ? state : { ...state, waitMs: coldMs, tooShortMs: 0, inARow: 0 };

/** The earliest time for the next of `waiting` uploads; the rate limit is applied afterwards. */
export function earliestUpload(stored: PacerState, now: number, waiting: number): number {
  const { waitMs, tooShortMs, inARow, nextAt, refusedAt, requestsFrom } = remembered(stored, now);
  const tryMs = quicker(waitMs);
  const isNearRefused = tryMs < tooShortMs * near && now - refusedAt < 7 * dayMs;
  const isWorthIt = waiting >= quickening.waiting && inARow >= quickening.accepted;
  const isTried = isWorthIt && !isNearRefused && now - refusedAt > dayMs;
  return Math.max(now, requestsFrom, isTried ? nextAt - waitMs + tryMs : nextAt);
}

export function observe(stored: PacerState, seen: Observation): PacerState {
  const state = remembered(stored, seen.endedAt);
  if (seen.kind === 'rate-limited') {
    const rateLimitedInARow = state.rateLimitedInARow + 1;
    // Without Retry-After a quarter of the service's window, doubled up to a whole one.
    const from = pausedUntil(seen, rateLimitedInARow, backoffMs(rateLimitedInARow, 15_000, 60_000));
    return { ...state, requestsFrom: Math.max(state.requestsFrom, from), rateLimitedInARow };
  }
  const { startedAt, endedAt } = seen;
  const { waitMs, nextAt } = state;
  const next = (pauseMs: number) => Math.max(nextAt, endedAt + pauseMs);
  if (seen.kind === 'unsettled') return { ...state, inARow: 0, nextAt: next(waitMs) };
  const isTry = startedAt < nextAt;
  const waitedMs = isTry ? Math.max(quicker(waitMs), waitMs - (nextAt - startedAt)) : waitMs;
  if (seen.kind === 'accepted') {
    const inARow = isTry ? 1 : Math.max(0, state.inARow) + 1;
    return { ...state, waitMs: waitedMs, inARow, nextAt: next(waitedMs), rateLimitedInARow: 0 };
  }
  const refused = { ...state, inARow: Math.min(0, state.inARow) - 1, refusedAt: endedAt };
  const askedMs = believedMs(seen.retryAfterMs);
  const requiredMs = askedMs === null ? null : Math.max(leastMs, askedMs);
  // Long after the last report, something else that the pilot uploads was too near: nothing about this wait.
  const isLearned = startedAt < nextAt + waitMs;
  if (requiredMs !== null && state.inARow >= 0) {
    const longer = bounded(waitedMs + requiredMs);
    return { ...refused, ...(isLearned && { waitMs: longer, tooShortMs: longer }), nextAt: next(requiredMs) };
  }
  const longer = isTry ? waitMs : bounded(Math.max(waitMs * 1.6, waitMs + 2_000));
  const learned = isLearned && { waitMs: longer, tooShortMs: waitedMs };
  return { ...refused, ...learned, nextAt: next(Math.max(longer, requiredMs ?? 0)) };
}

/** Whether the wait is the one that the service required with `Retry-After`. */
export const isRequired = ({ waitMs, tooShortMs }: PacerState) => waitMs === tooShortMs;

/** Until when a refusal pauses uploads, or all requests. */
export const pauseEnd = ({ inARow, nextAt, requestsFrom }: PacerState) =>
  inARow < 0 ? Math.max(nextAt, requestsFrom) : requestsFrom;

/** @param now wall time, of the same time as @param monotonic */
export const toStored = (state: PacerState, now: number, monotonic: number) => ({
  keptAt: Math.round(now),
  ...schemaWith((at) => Math.round(at - monotonic)).parse(state),
});

/** Unreadable state counts as nothing known. */
export function fromStored(stored: unknown, now: number, monotonic: number): PacerState {
  const kept = z.object({ keptAt: z.number() }).safeParse(stored);
  // A clock that was set back must not lengthen a pause.
  const passedMs = kept.success ? Math.max(0, now - kept.data.keptAt) : 0;
  const read = schemaWith((at) => monotonic + Math.min(maxPauseMs, at - passedMs)).safeParse(stored);
  return kept.success && read.success ? read.data : freshPacer;
}
