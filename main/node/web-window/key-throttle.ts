// Limits wrong keys, so that keys cannot be guessed; sessions are not affected. Also limits the log of refused requests
// to one line a minute.
import type { Clock, Logger } from '../../core/platform/ports.ts';

const PERIOD_MS = 60_000;
const MOST_WRONG = 20;

export type KeyThrottle = ReturnType<typeof createKeyThrottle>;

export function createKeyThrottle({ clock, log }: { readonly clock: Clock; readonly log: Logger }) {
  let beganAt = Number.NEGATIVE_INFINITY;
  let wrong = 0;
  let rejected = 0;

  function startPeriodIfDue() {
    if (clock.monotonic() - beganAt < PERIOD_MS) return;
    if (rejected > 1) log.warn('requests to the window were rejected', { count: rejected });
    beganAt = clock.monotonic();
    wrong = 0;
    rejected = 0;
  }

  return {
    /** Whether a key may be tried now. */
    mayTry() {
      startPeriodIfDue();
      return wrong < MOST_WRONG;
    },
    wrongKey() {
      startPeriodIfDue();
      wrong += 1;
    },
    rejected(fields: { readonly method: string; readonly path: string; readonly why: string }) {
      startPeriodIfDue();
      rejected += 1;
      // An unauthenticated client must not fill the log.
      if (rejected === 1)
        log.warn('a request to the window was rejected', { ...fields, path: fields.path.slice(0, 200) });
    },
  };
}
