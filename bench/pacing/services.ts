// What a service accepts, as rules over arrivals in virtual time. Each rule returns the earliest time at which the next
// report is accepted; the simulation derives the refusals.

import { between, type Draw } from '../harness/draw.ts';

export type Answer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'too-fast' | 'rate-limited'; readonly retryAfterMs: number | null };

/** The rule of one service. Times are milliseconds, in order. */
export interface Rule {
  /** The first time at or after `atMs` at which one more report is accepted. */
  earliest(atMs: number): number;
  accepted(atMs: number): void;
  refused?(atMs: number): void;
}

/** A minimum wait between two reports. @param gap of the report with this number, counted from 1; @param restarts whether a refusal begins the wait again */
export function minimumWait(gap: (index: number, atMs: number) => number, restarts = false): Rule {
  let fromMs = Number.NEGATIVE_INFINITY;
  let sent = 0;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let gapMs = 0;
  return {
    earliest: (atMs) => Math.max(atMs, Math.max(fromMs, refusedAt) + gapMs),
    accepted(atMs) {
      sent += 1;
      fromMs = atMs;
      refusedAt = Number.NEGATIVE_INFINITY;
      gapMs = gap(sent, atMs);
    },
    refused(atMs) {
      if (restarts) refusedAt = atMs;
    },
  };
}

/** A token bucket that refills continuously, by one token per `refillMs`. */
export function tokenBucket(capacity: number, refillMs: number): Rule {
  let tokens = capacity;
  let atMs = 0;
  const fill = (nowMs: number) => {
    tokens = Math.min(capacity, tokens + (nowMs - atMs) / refillMs);
    atMs = nowMs;
  };
  return {
    earliest: (nowMs) => {
      const then = Math.min(capacity, tokens + (nowMs - atMs) / refillMs);
      return then >= 1 - 1e-9 ? nowMs : nowMs + (1 - then) * refillMs;
    },
    accepted(nowMs) {
      fill(nowMs);
      tokens -= 1;
    },
  };
}

/** Reports fill a bucket of `capacity`; one leaks at each tick of the service's clock. */
export function leakyBucket(capacity: number, leakMs: number, offsetMs: number): Rule {
  let level = 0;
  let leaked = 0;
  const ticks = (atMs: number) => Math.floor((atMs + offsetMs) / leakMs);
  const levelAt = (atMs: number) => Math.max(0, level - (ticks(atMs) - leaked));
  return {
    earliest: (atMs) => (levelAt(atMs) < capacity ? atMs : (ticks(atMs) + 1) * leakMs - offsetMs),
    accepted(atMs) {
      level = levelAt(atMs) + 1;
      leaked = ticks(atMs);
    },
  };
}

/** At most `count` in any span. */
export function slidingWindow(count: number, spanMs: number): Rule {
  const arrivals: number[] = [];
  return {
    earliest: (atMs) => Math.max(atMs, (arrivals.at(-count) ?? Number.NEGATIVE_INFINITY) + spanMs),
    accepted: (atMs) => void arrivals.push(atMs),
  };
}

/** At most `count` in each span of the clock. */
export function fixedWindow(count: number, spanMs: number, offsetMs: number): Rule {
  let window = Number.NEGATIVE_INFINITY;
  let used = 0;
  const windowOf = (atMs: number) => Math.floor((atMs + offsetMs) / spanMs);
  return {
    earliest: (atMs) => (windowOf(atMs) === window && used >= count ? (windowOf(atMs) + 1) * spanMs - offsetMs : atMs),
    accepted(atMs) {
      if (windowOf(atMs) !== window) [window, used] = [windowOf(atMs), 0];
      used += 1;
    },
  };
}

/** `Retry-After` as a service writes it, in seconds or as an HTTP date. */
export type RetryAfter = 'absent' | 'seconds' | 'too short' | 'too long' | 'date';

/** How far the computer's clock differs from the service's. */
const mostSkewMs = 1_500;

/** Returns what a client understands of `Retry-After`, while `leftMs` are left. */
export function createRetryAfter(kind: RetryAfter, draw: Draw): (leftMs: number) => number | null {
  const skewMs = kind === 'date' ? between(draw, -mostSkewMs, mostSkewMs) : 0;
  return (leftMs) => {
    const right = Math.max(1, Math.ceil(leftMs / 1000)) * 1000;
    if (kind === 'absent') return null;
    if (kind === 'seconds') return right;
    // A date has whole seconds, and the service's clock may be anywhere within one.
    if (kind === 'date') return Math.max(0, Math.round(leftMs + draw() * 1000 - skewMs));
    if (kind === 'too short') return Math.floor((right / 1000) * draw() * 0.8) * 1000;
    return right + Math.ceil(1 + draw() * 10) * 1000;
  };
}
