// The tokens that this process holds, and their age by the monotonic clock; a 401 outranks that (26). Does no I/O.
import type { Failure } from '../../../contract/failure.ts';
import type { Clock } from '../../platform/ports.ts';
import { freshnessOf, type Freshness } from './refresh-policy.ts';
import type { StoredTokens } from './token-store.ts';
import { refreshLimitMs } from '../oauth/token-endpoint.ts';

export type TokenState = StoredTokens & {
  /** When they were requested; for stored ones by the wall clock, which may have been set since. */
  readonly obtainedMonotonicMs: number;
  /** When this process got them: their age is at least that. */
  readonly knownSinceMonotonicMs: number;
  /** When the refresh token was last sent without an answer; meaningless where all are settled. */
  readonly outcomeUnknownSinceMonotonicMs: number;
  /** They were requested because the previous ones got 401. Never stored. */
  readonly bornOfRejection: boolean;
};

/** Why nobody is signed in, and who was; both null if there is nothing to report. */
export type Ended = { readonly reason: Failure | null; readonly name: string | null };

export type CurrentTokens = ReturnType<typeof createCurrentTokens>;

/** @param deps.onHold other tokens are held now, or none. */
export function createCurrentTokens(deps: { clock: Clock; onHold(): void }) {
  const { clock } = deps;
  let held: TokenState | null = null;
  let ended: Ended | null = null;
  // The access token that the service answered with 401: expired, regardless of the clock.
  let rejectedValue: string | null = null;

  /**
   * Milliseconds. While an outcome is unknown, only the certain age counts: after a late answer, or with a wall clock
   * set forward, a valid token would seem expired, and its refresh token would be sent too early (25).
   */
  const ageMs = (tokens: TokenState) =>
    clock.monotonic() - (tokens.refreshesUnconfirmed > 0 ? tokens.knownSinceMonotonicMs : tokens.obtainedMonotonicMs);

  /**
   * Milliseconds until an unanswered refresh has certainly ended at the service, so that the token may be sent again.
   */
  const unsettledMs = (tokens: TokenState) =>
    tokens.refreshesUnconfirmed === 0
      ? 0
      : Math.max(0, tokens.outcomeUnknownSinceMonotonicMs + refreshLimitMs - clock.monotonic());

  /**
   * Counted from the stored time, so that short-lived processes get there as well. A time in the future (the clock was
   * set back) counts as now; a clock set forward cannot be distinguished from elapsed time.
   */
  const outcomeUnknownSinceOf = ({ outcomeUnknownSince }: StoredTokens) =>
    clock.monotonic() - (outcomeUnknownSince === null ? 0 : Math.max(0, clock.now() - outcomeUnknownSince));

  function hold(tokens: TokenState | null, reason: Failure | null = null) {
    const before = held;
    held = tokens;
    if (tokens) ended = null;
    else if (before || reason) ended = { reason, name: before?.identity?.name ?? ended?.name ?? null };
    deps.onHold();
  }

  return {
    current: () => held,
    ended: () => ended,
    ageMs,
    unsettledMs,
    freshness: (tokens: TokenState): Freshness =>
      tokens.accessToken === rejectedValue ? 'expired' : freshnessOf(tokens.lifetimeMs, ageMs(tokens)),

    isRejected: (accessToken: string) => accessToken === rejectedValue,
    reject: (accessToken: string) => void (rejectedValue = accessToken),

    /** The lifetime counts from the request: the answer may have been slow. */
    holdIssued(stored: StoredTokens, askedMonotonicMs: number, bornOfRejection: boolean) {
      const since = {
        obtainedMonotonicMs: askedMonotonicMs,
        knownSinceMonotonicMs: clock.monotonic(),
        outcomeUnknownSinceMonotonicMs: askedMonotonicMs,
      };
      hold({ ...stored, ...since, bornOfRejection });
    },

    /** For stored tokens the remaining lifetime comes from the wall clock, unless it went backwards. */
    holdStored(stored: StoredTokens) {
      const now = clock.monotonic();
      const elapsedMs = Math.max(0, clock.now() - stored.obtainedAt);
      hold({
        ...stored,
        obtainedMonotonicMs: now - elapsedMs,
        knownSinceMonotonicMs: now,
        outcomeUnknownSinceMonotonicMs: outcomeUnknownSinceOf(stored),
        bornOfRejection: false,
      });
    },

    /** Changes what is known about the same tokens. */
    amend(
      change: Partial<
        Pick<TokenState, 'refreshesUnconfirmed' | 'outcomeUnknownSince' | 'quietUntil' | 'identity' | 'bornOfRejection'>
      >,
    ): TokenState | null {
      if (!held) return null;
      const next = { ...held, ...change };
      const isOtherAttempt =
        next.outcomeUnknownSince !== held.outcomeUnknownSince || next.refreshesUnconfirmed > held.refreshesUnconfirmed;
      held = { ...next, ...(isOtherAttempt && { outcomeUnknownSinceMonotonicMs: outcomeUnknownSinceOf(next) }) };
      return held;
    },

    /** @param reason null after a sign-out. */
    holdNone: (reason: Failure | null) => hold(null, reason),
    /** The same, as stored by another process. */
    holdEnded(was: Ended) {
      hold(null);
      ended = was;
    },

    /** Forgets them immediately, without an event; the stored ones are removed afterwards. */
    letGo() {
      ended = { reason: null, name: held?.identity?.name ?? ended?.name ?? null };
      held = null;
    },
  };
}

export function asStored(tokens: TokenState): StoredTokens {
  const {
    obtainedMonotonicMs: _obtained,
    knownSinceMonotonicMs: _known,
    outcomeUnknownSinceMonotonicMs: _unknown,
    bornOfRejection: _born,
    ...stored
  } = tokens;
  return stored;
}
