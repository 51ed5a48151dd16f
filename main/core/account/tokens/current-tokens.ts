// What this process holds of one consent, and how old that is: by the monotonic clock, outranked by a 401 (26).
// Knows nothing of the disk (stored-tokens.ts) and calls nobody (renewal.ts).
import type { Failure } from '../../../contract/failure.ts';
import type { Clock } from '../../platform/ports.ts';
import { freshnessOf, type Freshness } from './refresh-policy.ts';
import type { StoredTokens } from './token-store.ts';
import { refreshLimitMs } from '../oauth/token-endpoint.ts';

export type TokenState = StoredTokens & {
  /** When it was asked for; where it was read from the store, as the wall clock has it, which may have been set since. */
  readonly obtainedMonotonicMs: number;
  /** When it came to this process: that old it is for certain. */
  readonly knownSinceMonotonicMs: number;
  /** When the refresh token was last sent without a word; of no meaning where there is no doubt. */
  readonly outcomeUnknownSinceMonotonicMs: number;
  /** It was asked for because the one before was answered 401. Never stored. */
  readonly bornOfRejection: boolean;
};

/** Why nobody is signed in, and who was; both null where there is nothing to say. */
export type Ended = { readonly reason: Failure | null; readonly name: string | null };

export type CurrentTokens = ReturnType<typeof createCurrentTokens>;

/** @param deps.onHold other tokens are held now, or none. */
export function createCurrentTokens(deps: { clock: Clock; onHold(): void }) {
  const { clock } = deps;
  let held: TokenState | null = null;
  let ended: Ended | null = null;
  // The value that the service has answered 401 to: gone, whatever the clock says.
  let rejectedValue: string | null = null;

  /**
   * Milliseconds. In doubt only what is certain counts: after an answer that was long on its way, or with a wall clock that
   * was set forward, a token would seem gone that still lives, and its refresh token would be sent too early (25).
   */
  const ageMs = (tokens: TokenState) =>
    clock.monotonic() - (tokens.refreshesUnconfirmed > 0 ? tokens.knownSinceMonotonicMs : tokens.obtainedMonotonicMs);

  /** Milliseconds until what was sent without a word has surely come to its end at the service, and may be sent again. */
  const unsettledMs = (tokens: TokenState) =>
    tokens.refreshesUnconfirmed === 0
      ? 0
      : Math.max(0, tokens.outcomeUnknownSinceMonotonicMs + refreshLimitMs - clock.monotonic());

  /**
   * Counted from what is on the disk, so that processes that live for seconds get there as well. A moment in the future (the
   * clock was set back since) counts as now; a clock that was set forward cannot be told from time that passed.
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

    /** The lifetime counts from the moment of asking: the answer may have been long on its way. */
    holdIssued(stored: StoredTokens, askedMonotonicMs: number, bornOfRejection: boolean) {
      const since = {
        obtainedMonotonicMs: askedMonotonicMs,
        knownSinceMonotonicMs: clock.monotonic(),
        outcomeUnknownSinceMonotonicMs: askedMonotonicMs,
      };
      hold({ ...stored, ...since, bornOfRejection });
    },

    /** What was read: the wall clock says what is left of it; one that went backwards since says nothing. */
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

    /** The same tokens, with something else known about them. */
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

    /** @param reason null where there is nothing to tell: somebody signed out. */
    holdNone: (reason: Failure | null) => hold(null, reason),
    /** The same, as another process has written it down. */
    holdEnded(was: Ended) {
      hold(null);
      ended = was;
    },

    /** At once and without a word to anybody: what is stored goes after it. */
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
