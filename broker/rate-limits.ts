// How often one address may ask, by @fastify/rate-limit: counted in this process, and where a store is configured, together
// with all brokers that share it. Decision 0025 says what happens while the store cannot be reached.

import rateLimit from '@fastify/rate-limit';
import type { RateLimitPluginOptions } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Configuration } from './configuration.ts';
import { createSharedCounter } from './shared-counter.ts';

const minuteMs = 60_000;
/** Counters kept in this process; the address that asked longest ago is forgotten first. */
const maxAddresses = 10_000;

export class TooManyRequests extends Error {
  readonly statusCode = 429;
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('Too many requests from this address.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Limits every route that is registered after it and does not say `rateLimit: false`. A refusal is a `TooManyRequests`. */
export function addRateLimits(app: FastifyInstance, { requestsPerMinute, rateStore }: Configuration): void {
  const limits: RateLimitPluginOptions = {
    max: requestsPerMinute,
    timeWindow: minuteMs,
    cache: maxAddresses,
    // Anybody who has one IPv6 address has 2^64 of them.
    ipv6Subnet: 64,
    addHeaders: withoutHeaders,
    addHeadersOnExceeding: withoutHeaders,
    errorResponseBuilder: (_request, { ttl }) => new TooManyRequests(Math.max(1, Math.ceil(ttl / 1000))),
  };
  void app.register(rateLimit, limits);
  if (rateStore === null) return;
  const counter = createSharedCounter(rateStore, app.log);
  // The first requests are counted together already.
  app.addHook('onReady', () => counter.opened);
  app.addHook('onClose', async () => counter.close());
  // Counted second: what this process refuses does not reach the store.
  void app.register(rateLimit, { ...limits, store: counter.Store, skipOnError: true });
}

/** What a companion needs to know stands in Retry-After, which the refusal sets. */
const withoutHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
  'retry-after': false,
};
