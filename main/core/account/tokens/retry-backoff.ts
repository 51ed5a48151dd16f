// The pause before the session's next attempt: its reason and its end.
import type { Failure } from '../../../contract/failure.ts';
import type { Clock } from '../../platform/ports.ts';
import { retryBackoffMs } from './refresh-policy.ts';

export type RetryBackoff = {
  /** Null while nothing is wrong. Stays after the pause, until an attempt succeeds. */
  readonly failure: Failure | null;
  /** @param mostMs the wait if nothing else ends it earlier. */
  leftMs(): number;
  /** @param mostMs when there is nothing left to wait for. */
  begin(failure: Failure, askedMs: number | null, mostMs?: number): void;
  /** Another process met this failure, and waits as long. */
  follow(failure: Failure, leftMs: number): void;
  /** Allows the next attempt now. */
  cutShort(): void;
  end(): void;
};

export function createRetryBackoff(clock: Clock): RetryBackoff {
  let failure: Failure | null = null;
  let triesInVain = 0;
  let againMonotonicMs = 0;
  return {
    get failure() {
      // By the wall clock as it is now: it may have been set since.
      return failure && { ...failure, retryAt: Math.round(clock.now() + againMonotonicMs - clock.monotonic()) };
    },
    leftMs: () => (failure === null ? 0 : Math.max(0, againMonotonicMs - clock.monotonic())),
    begin(because, askedMs, mostMs = Number.POSITIVE_INFINITY) {
      triesInVain += 1;
      const pauseMs = Math.min(retryBackoffMs(triesInVain, askedMs), mostMs);
      failure = because;
      againMonotonicMs = clock.monotonic() + pauseMs;
    },
    follow(because, leftMs) {
      triesInVain = Math.max(1, triesInVain);
      failure = because;
      againMonotonicMs = clock.monotonic() + leftMs;
    },
    cutShort() {
      againMonotonicMs = clock.monotonic();
    },
    end() {
      failure = null;
      triesInVain = 0;
    },
  };
}
