// Limits requests per client address with @fastify/rate-limit: in this process and, with a store, together with all
// brokers that share it. Decision 0025 describes what happens if the store can't be reached.

import rateLimit from '@fastify/rate-limit';
import type { RateLimitPluginOptions } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Configuration } from './configuration.ts';
import { createSharedCounter } from './shared-counter.ts';

const minuteMs = 60_000;
/** Counters in this process; the least recently used one is dropped first. */
const maxAddresses = 10_000;

export class TooManyRequests extends Error {
  readonly statusCode = 429;
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('Too many requests from this address.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Limits every route registered after it without `rateLimit: false`. A refusal is a `TooManyRequests`. */
export function addRateLimits(app: FastifyInstance, { requestsPerMinute, rateStore }: Configuration): void {
  const limits: RateLimitPluginOptions = {
    max: requestsPerMinute,
    timeWindow: minuteMs,
    cache: maxAddresses,
    // Anybody with one IPv6 address has 2^64 of them.
    ipv6Subnet: 64,
    addHeaders: withoutHeaders,
    addHeadersOnExceeding: withoutHeaders,
    errorResponseBuilder: (_request, { ttl }) => new TooManyRequests(Math.max(1, Math.ceil(ttl / 1000))),
  };
  void app.register(rateLimit, limits);
  if (rateStore === null) return;
  const counter = createSharedCounter(rateStore, app.log);
  // So that the first requests are already counted together.
  app.addHook('onReady', () => counter.opened);
  app.addHook('onClose', async () => counter.close());
  // Second, so that what this process refuses doesn't reach the store.
  void app.register(rateLimit, { ...limits, store: counter.Store, skipOnError: true });
}

/** Companions need only Retry-After, which the refusal sets. */
const withoutHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
  'retry-after': false,
};
