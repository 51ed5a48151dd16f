// A counter shared by several brokers, in Valkey or any server with the Redis protocol. The Redis store of
// @fastify/rate-limit hides every failure with `skipOnError`, and an operator has to see them.

import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyBaseLogger } from 'fastify';
import { Redis } from 'ioredis';

export type RateStore = {
  /** `redis://` or `rediss://`, without a password. */
  url: string;
  password: string | null;
};

type SharedCounter = {
  Store: FastifyRateLimitStoreCtor;
  /** Resolves after the first connection attempt, successful or not. */
  opened: Promise<void>;
  close(): void;
};

/** A counter that has no expiry, or a later one than ours, gets it whatever the reason: it would refuse an address for ever. */
const countScript = `
  local current = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 or left > tonumber(ARGV[1]) then
    left = tonumber(ARGV[1])
    redis.call('PEXPIRE', KEYS[1], left)
  end
  return { current, left }
`;
const keyPrefix = 'pilot-companion-broker:';
/** How long a request waits for the store. After this much silence the connection is reopened. */
const commandMs = 250;
const silentMs = 1_000;
const connectMs = 1_000;
const maxRetryMs = 5_000;

export function createSharedCounter({ url, password }: RateStore, log: FastifyBaseLogger): SharedCounter {
  const redis = new Redis(url, {
    ...(password !== null && { password }),
    connectionName: 'pilot-companion-broker',
    // A late count is useless, so nothing is queued.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandMs,
    socketTimeout: silentMs,
    connectTimeout: connectMs,
    retryStrategy: (attempt) => Math.min(attempt * 200, maxRetryMs),
  });

  const opened = new Promise<void>((resolve) => {
    for (const event of ['ready', 'error', 'close'] as const) redis.once(event, () => resolve());
  });
  let isWorking: boolean | null = null;
  const works = () => {
    if (isWorking === false) log.info('the store of shared limits answers again');
    isWorking = true;
  };
  const fails = (error: Error) => {
    if (isWorking !== false) {
      log.warn(
        { reason: reasonOf(error) },
        'the store of shared limits fails: until it answers, each broker counts alone',
      );
    }
    isWorking = false;
  };
  // Called for each failed connection and command; only a change is logged.
  redis.on('error', fails);

  class Store implements FastifyRateLimitStore {
    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs = 60_000,
    ) {
      void redis.eval(countScript, 1, keyPrefix + key, windowMs, (error, reply) => {
        if (error) {
          fails(error);
          return callback(error);
        }
        works();
        const [current, ttl] = reply as [number, number];
        callback(null, { current, ttl });
      });
    }
    child() {
      return this;
    }
  }

  return { Store, opened, close: () => redis.disconnect() };
}

/** Only the first word of a refused command: the rest may repeat its arguments. */
function reasonOf(error: Error): string {
  if (error.name === 'ReplyError') return /^[A-Z]+/.exec(error.message)?.[0] ?? error.name;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
