// Why no report leaves now, until when, and how many tries in a row have failed. It is on the disk, so that every process
// says the same and the next one goes on waiting: where an answer cannot be looked up, a fresh try in each short-lived
// process would put one more report in doubt.
import type { Clock } from '../platform/ports.ts';
import type { StoredHold } from '../storage/tables/learned-facts.ts';
import type { Hold } from './transitions.ts';

/** Longer than any try takes: what passes by itself and was not said again since is old news. */
const OLD_NEWS_MS = 5 * 60_000;

export function createUploadHold(deps: {
  clock: Clock;
  /** Each throws what the database says. */
  stored: { read(): StoredHold | null; write(hold: StoredHold | null): void };
  onChange(hold: Hold | null): void;
}) {
  const { clock, stored } = deps;
  /** Null until this process sends: then it reads what the one that does has written. */
  let own: { hold: Hold | null; consecutiveFailures: number } | null = null;

  function read(): { hold: Hold | null; consecutiveFailures: number } {
    const found = stored.read();
    if (found === null) return { hold: null, consecutiveFailures: 0 };
    const { failure, until, keptAt, consecutiveFailures } = found;
    const now = clock.now();
    if (failure.requiredAction === undefined && now > until + OLD_NEWS_MS)
      return { hold: null, consecutiveFailures: 0 };
    // A wall clock that was set back does not make it longer than it was.
    const leftMs = Math.max(0, Math.min(until - now, until - keptAt));
    return { hold: { failure, until: clock.monotonic() + leftMs }, consecutiveFailures };
  }

  /** What ends with a sign-in is known from the sign-in itself. */
  const isKept = (hold: Hold | null): hold is Hold => hold !== null && Number.isFinite(hold.until);

  function keep(hold: Hold | null, consecutiveFailures: number) {
    const now = Math.round(clock.now());
    const until = isKept(hold) ? Math.round(now + Math.max(0, hold.until - clock.monotonic())) : 0;
    stored.write(isKept(hold) ? { failure: hold.failure, until, keptAt: now, consecutiveFailures } : null);
  }

  function change(hold: Hold | null, consecutiveFailures: number) {
    const before = own?.hold ?? null;
    own = { hold, consecutiveFailures };
    if (before !== hold) deps.onChange(hold);
  }

  const consecutiveFailures = () => (own ?? read()).consecutiveFailures;

  return {
    current: (): Hold | null => (own ?? read()).hold,
    consecutiveFailures,
    /** Only writes it down, in the transaction of the caller; `change` follows once that is committed. */
    keep,
    change,
    set(hold: Hold | null) {
      change(hold, consecutiveFailures());
      keep(hold, consecutiveFailures());
    },
    /** This process sends from here on, and goes on waiting where another one left off. */
    resume() {
      own ??= read();
    },
    /** Something was mended, or the pilot says so: the next try may be made at once, by whichever process sends. */
    forget() {
      if (own) change(null, 0);
      stored.write(null);
    },
    /** Another process may have forgotten it. */
    follow() {
      if (own && isKept(own.hold) && stored.read() === null) change(null, 0);
    },
  };
}
