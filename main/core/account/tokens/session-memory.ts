// What is stored of a session beside its tokens, without secrets: why the last refresh failed, whether the access token
// has expired, why the session ended. The next process then waits as this one does, and shows the same.
import type { Failure } from '../../../contract/failure.ts';
import type { Clock } from '../../platform/ports.ts';
import type { Ended, CurrentTokens } from './current-tokens.ts';
import { maxBackoffMs } from './refresh-policy.ts';
import type { RetryBackoff } from './retry-backoff.ts';

type SessionNote = {
  /** Which tokens it belongs to, by the time they were obtained; null if none are held. */
  readonly obtainedAt: number | null;
  /** The access token was refused, or its lifetime has certainly passed. */
  readonly isExpired: boolean;
  /** Why the last refresh failed. */
  readonly failure: Failure | null;
  readonly ended: Ended | null;
};

/** Neither throws: a write error must not stop a refresh. */
export type StoredSession = { read(): SessionNote | null; write(note: SessionNote | null): void };

export type SessionMemory = ReturnType<typeof createSessionMemory>;

export function createSessionMemory(deps: {
  clock: Clock;
  held: CurrentTokens;
  retry: RetryBackoff;
  stored: StoredSession;
}) {
  const { clock, held, retry, stored } = deps;
  let known = 'null';

  function note(): SessionNote | null {
    const tokens = held.current();
    if (tokens) {
      const isExpired = held.freshness(tokens) === 'expired';
      const failure = retry.failure && withoutTime(retry.failure);
      return isExpired || failure ? { obtainedAt: tokens.obtainedAt, isExpired, failure, ended: null } : null;
    }
    const ended = held.ended();
    return ended && { obtainedAt: null, isExpired: false, failure: null, ended };
  }

  return {
    /** Stores the present state. */
    keep() {
      stored.write(note());
      known = JSON.stringify(stored.read());
    },
    /** Whether another process has written something since. */
    hasChanged: () => JSON.stringify(stored.read()) !== known,
    /** Applies what is stored for the tokens held here, or for the session that ended; true if it ended. */
    recall(): boolean {
      const found = stored.read();
      known = JSON.stringify(found);
      const tokens = held.current();
      if (tokens === null) {
        if (!found?.ended) return false;
        held.holdEnded(found.ended);
        return true;
      }
      const isOfThese = found !== null && found.obtainedAt === tokens.obtainedAt;
      if (isOfThese && found.isExpired) held.reject(tokens.accessToken);
      // The wall clock may have been set since: no backoff is longer than the longest one.
      const leftMs = Math.max(0, Math.min(tokens.quietUntil - clock.now(), maxBackoffMs));
      if (isOfThese && found.failure) retry.follow(found.failure, leftMs);
      else retry.end();
      return false;
    },
  };
}

const withoutTime = ({ retryAt: _retryAt, ...failure }: Failure): Failure => failure;
