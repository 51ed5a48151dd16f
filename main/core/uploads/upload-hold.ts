// Why nothing is uploaded, until when, and how many attempts in a row have failed. It is on disk, so that the next
// process continues to wait: where lost answers cannot be looked up, each new attempt may add an unconfirmed report.
import type { Failure } from '../../contract/failure.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import { accountSubject, type LearnedFacts, type StoredHold } from '../storage/tables/learned-facts.ts';

/** Why nothing is uploaded, until when (monotonic; infinity: until something changes). */
export type Hold = { readonly failure: Failure; readonly until: number };

/** A hold for this long, whose failure says when it ends. */
export const holdFor = (
  failure: Failure,
  delayMs: number,
  { now, monotonic }: { readonly now: number; readonly monotonic: number },
): Hold => ({ failure: { ...failure, retryAt: now + delayMs }, until: monotonic + delayMs });

/** Longer than any attempt takes: a temporary failure that was not repeated within this has passed. */
const expiresAfterMs = 5 * 60_000;

export type UploadHold = ReturnType<typeof createUploadHold>;

export function createUploadHold(deps: {
  clock: Clock;
  log: Logger;
  accountId: number;
  facts: LearnedFacts;
  onChange(hold: Hold | null): void;
}) {
  const { clock, facts } = deps;
  const subject = accountSubject(deps.accountId);
  const stored = {
    read: () => facts.read(subject, 'hold'),
    write: (hold: StoredHold | null) => facts.write(subject, 'hold', hold, clock.now()),
  };
  /** Null while another process uploads: then what that one has written counts. */
  let own: { hold: Hold | null; consecutiveFailures: number } | null = null;

  function read(): { hold: Hold | null; consecutiveFailures: number } {
    const found = stored.read();
    if (found === null) return { hold: null, consecutiveFailures: 0 };
    const { failure, until, keptAt, consecutiveFailures } = found;
    const now = clock.now();
    if (failure.requiredAction === undefined && now > until + expiresAfterMs)
      return { hold: null, consecutiveFailures: 0 };
    // Bounded: the wall clock may have been set back since.
    const leftMs = Math.max(0, Math.min(until - now, until - keptAt));
    return { hold: { failure, until: clock.monotonic() + leftMs }, consecutiveFailures };
  }

  /** A hold until the pilot signs in is not stored: it follows from the sign-in. */
  const isKept = (hold: Hold | null): hold is Hold => hold !== null && Number.isFinite(hold.until);

  function apply(hold: Hold | null, consecutiveFailures: number) {
    const before = own?.hold ?? null;
    own = { hold, consecutiveFailures };
    if (before !== hold) deps.onChange(hold);
  }

  const consecutiveFailures = () => (own ?? read()).consecutiveFailures;

  /** Holds here also where it can't be stored: a full disk must not make the queue quicker. */
  function set(hold: Hold | null, failures = consecutiveFailures()) {
    apply(hold, failures);
    const now = Math.round(clock.now());
    const until = isKept(hold) ? Math.round(now + Math.max(0, hold.until - clock.monotonic())) : 0;
    stored.write(isKept(hold) ? { failure: hold.failure, until, keptAt: now, consecutiveFailures: failures } : null);
  }

  return {
    current: (): Hold | null => (own ?? read()).hold,
    consecutiveFailures,
    set,
    /** No attempt will show when it is over: it is no longer shown here, and stays on disk. */
    hide: () => apply(null, consecutiveFailures()),
    /** This process uploads from here on, and continues to wait if another one left off. */
    resume() {
      own ??= read();
    },
    /** The cause was removed, or the pilot wants to retry: the next attempt may be made immediately, in any process. */
    forget() {
      if (own) apply(null, 0);
      try {
        stored.write(null);
      } catch (error) {
        // On a full disk it is over here at least.
        deps.log.warn('the end of a hold could not be stored', { error });
      }
    },
    /** Another process may have forgotten it. */
    follow() {
      if (own && isKept(own.hold) && stored.read() === null) apply(null, 0);
    },
  };
}
