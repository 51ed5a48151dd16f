// What others do. Each is the documented algorithm of its library with the settings that its readme shows or that stand
// by default, and a plain cure for a refusal where the library leaves that to its user.

import { requestsWithSubscription, windowMs } from '../../emulator/flights/limits.ts';
import type { Strategy } from './strategy.ts';

const fiveSecondsMs = 5_000;

/** Five seconds after each answer, and after each refusal again; what Retry-After asks for is obeyed. */
export function createFixedWait(): Strategy {
  let nextMs = 0;
  return {
    next: (nowMs) => Math.max(nowMs, nextMs),
    answered(answer, _startedMs, endedMs) {
      nextMs = endedMs + (answer.kind === 'accepted' ? fiveSecondsMs : (answer.retryAfterMs ?? fiveSecondsMs));
    },
  };
}

/** p-retry's default around each upload: at once; after a refusal 1 s, 2 s, 4 s …; it does not know Retry-After. */
export function createBackoff(): Strategy {
  let nextMs = 0;
  let refusals = 0;
  return {
    next: (nowMs) => Math.max(nowMs, nextMs),
    answered(answer, _startedMs, endedMs) {
      refusals = answer.kind === 'accepted' ? 0 : refusals + 1;
      nextMs = refusals === 0 ? endedMs : endedMs + 1_000 * 2 ** (refusals - 1);
    },
  };
}

/**
 * Bottleneck's reservoir and p-queue's interval cap: 60 tokens, filled up every 60 s, one job at a time. For a refusal
 * bottleneck's "failed" event has its user say when to try again: five seconds, or what Retry-After asks for.
 */
export function createTokenBucket(): Strategy {
  let tokens = requestsWithSubscription;
  let refillMs = windowMs;
  let nextMs = 0;
  return {
    next(nowMs) {
      const atMs = Math.max(nowMs, nextMs);
      return tokens > 0 || atMs >= refillMs ? atMs : refillMs;
    },
    answered(answer, startedMs, endedMs) {
      while (startedMs >= refillMs) {
        refillMs += windowMs;
        tokens = requestsWithSubscription;
      }
      tokens -= 1;
      nextMs = answer.kind === 'accepted' ? endedMs : endedMs + (answer.retryAfterMs ?? fiveSecondsMs);
    },
  };
}
