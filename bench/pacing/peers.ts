// Other algorithms: each is the documented one of its library, with the settings of its readme or its defaults, and a
// simple reaction to a refusal if the library leaves that to its user.

import { requestsWithSubscription, windowMs } from '../../emulator/flights/limits.ts';
import type { Strategy } from './simulation.ts';

const fiveSecondsMs = 5_000;

/** Five seconds after each answer, and again after each refusal; obeys Retry-After. */
export function createFixedWait(): Strategy {
  let nextMs = 0;
  return {
    next: (nowMs) => Math.max(nowMs, nextMs),
    answered(answer, _startedMs, endedMs) {
      nextMs = endedMs + (answer.kind === 'accepted' ? fiveSecondsMs : (answer.retryAfterMs ?? fiveSecondsMs));
    },
  };
}

/** p-retry's default around each upload: immediately; after a refusal 1 s, 2 s, 4 s …; ignores Retry-After. */
function createBackoff(): Strategy {
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
 * Bottleneck's reservoir and p-queue's interval cap: 60 tokens, refilled every 60 s, one job at a time. After a refusal
 * the handler of bottleneck's "failed" event retries after five seconds, or Retry-After.
 */
function createTokenBucket(): Strategy {
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

/** Immediately after each acceptance; five seconds after a refusal, or Retry-After. */
function createWaitAfterRefusal(): Strategy {
  let nextMs = 0;
  return {
    next: (nowMs) => Math.max(nowMs, nextMs),
    answered(answer, _startedMs, endedMs) {
      nextMs = answer.kind === 'accepted' ? endedMs : endedMs + (answer.retryAfterMs ?? fiveSecondsMs);
    },
  };
}

/** Additive decrease, multiplicative increase: 1 s at first, 100 ms less after each acceptance, doubled by a refusal. */
export function createAimd(): Strategy {
  const [firstMs, stepMs, factor] = [1_000, 100, 2];
  let waitMs = firstMs;
  let nextMs = 0;
  return {
    next: (nowMs) => Math.max(nowMs, nextMs),
    answered(answer, _startedMs, endedMs) {
      waitMs = answer.kind === 'accepted' ? Math.max(0, waitMs - stepMs) : Math.max(firstMs, waitMs * factor);
      nextMs = endedMs + (answer.kind === 'accepted' ? waitMs : (answer.retryAfterMs ?? waitMs));
    },
  };
}

export const peers: Readonly<Record<string, () => Strategy>> = {
  'fixed 5 s': createFixedWait,
  '5 s after a refusal': createWaitAfterRefusal,
  'p-retry': createBackoff,
  'token bucket': createTokenBucket,
  AIMD: createAimd,
};
