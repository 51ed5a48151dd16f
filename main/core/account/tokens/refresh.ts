// One refresh, while no other window or process refreshes (23). Reads the stored tokens, records that the refresh token
// is about to be sent, and stores the new one before its access token is used (24). A lost answer is rule 25.
import type { Failure, Result } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import type { ServiceProfile } from '../../service/profile.ts';
import { asStored, type TokenState, type CurrentTokens } from './current-tokens.ts';
import { refreshFailure } from './refresh-failure.ts';
import type { SessionMemory } from './session-memory.ts';
import { maxBackoffMs, mayRefresh } from './refresh-policy.ts';
import type { RetryBackoff } from './retry-backoff.ts';
import { refreshedTokens, type StoredTokens, type TokenKeeper } from './token-store.ts';
import { refreshLimitMs, type IssuedTokens, type TokenEndpoint, type TokenOutcome } from '../oauth/token-endpoint.ts';

type Secret = Parameters<TokenEndpoint['refresh']>[1];

/** The lifetime of the calling session. */
type Owner = { readonly signal: AbortSignal; isStopped(): boolean };

/** The wall time of a monotonic time; epoch ms. */
export const wallAt = (clock: Clock, monotonicMs: number) =>
  Math.round(clock.now() - (clock.monotonic() - monotonicMs));

/** Call each function under the lock. */
export function createRefresh(deps: {
  profile: ServiceProfile;
  clock: Clock;
  log: Logger;
  endpoint: TokenEndpoint;
  keeper: TokenKeeper;
  held: CurrentTokens;
  retry: RetryBackoff;
  memory: SessionMemory;
  readSecret(): Promise<Result<Secret>>;
  /** Whether the service answers now. */
  isServiceThere(owner: AbortSignal): Promise<boolean>;
  onRefreshed(tokens: StoredTokens): void;
}) {
  const { profile, clock, log, endpoint, keeper, held, retry, memory } = deps;

  async function run(owner: Owner): Promise<void> {
    const { signal } = owner;
    const isOver = () => owner.isStopped() || signal.aborted;
    const { current, unread } = await reread();
    if (isOver() || !current || retry.leftMs() > 0) return;
    // Another process may have refreshed tokens that cannot be read now: while the access token is valid, that is not
    // risked.
    if (unread && held.freshness(current) !== 'expired') {
      return retry.begin(unread, null, current.lifetimeMs - held.ageMs(current));
    }
    const may = mayRefresh(held.freshness(current), current.refreshesUnconfirmed);
    if (may === 'later') return;
    if (may === 'never') return end(current, failures.signInLost());
    if (current.refreshToken === null) {
      if (held.freshness(current) === 'expired') await end(current, failures.signInEnded());
      return;
    }
    if (current.refreshesUnconfirmed > 0) {
      // An earlier refresh, of a killed process for example, may still be in progress: the second use of a refresh
      // token ends the consent.
      const unsettledMs = held.unsettledMs(current);
      if (unsettledMs > 0) {
        // Where the stored time is missing or in the future, the next process counts from here as well.
        const isStored = current.outcomeUnknownSince !== null && current.outcomeUnknownSince <= clock.now();
        if (!isStored) await keep({ outcomeUnknownSince: Math.round(clock.now() + unsettledMs - refreshLimitMs) });
        return retry.begin(failures.refreshResting(), unsettledMs);
      }
      // The last attempt: not made while the service is down or unreachable.
      const isThere = await deps.isServiceThere(signal);
      if (isOver()) return;
      if (!isThere) return pause(current, failures.serviceUnreachable(profile.name), null);
    }
    const secret = await deps.readSecret();
    if (isOver()) return;
    if (!secret.ok) return retry.begin(secret.failure, null);
    await keep({
      refreshesUnconfirmed: current.refreshesUnconfirmed + 1,
      outcomeUnknownSince: Math.round(clock.now()),
    });
    const askedMonotonicMs = clock.monotonic();
    const outcome = await endpoint.refresh(current.refreshToken, secret.value, signal);
    // Signed out during the refresh: nothing is stored.
    if (!signal.aborted || owner.isStopped()) await settle(current, outcome, askedMonotonicMs);
  }

  /** Another process may have refreshed, signed in or out since: what is stored counts. */
  async function reread(): Promise<{ current: TokenState | null; unread: Failure | null }> {
    const current = held.current();
    if (!current) return { current, unread: null };
    const stored = await keeper.read();
    if (!stored.ok) return { current, unread: stored.failure };
    if (stored.value === null) {
      held.holdNone(null);
      memory.recall();
    } else if (!isSame(stored.value, current)) {
      held.holdStored(stored.value);
      memory.recall();
    } else follow(current, stored.value);
    return { current: held.current(), unread: null };
  }

  /**
   * The same tokens. A failed attempt of another process delays ours as well: ten processes make one attempt, not ten.
   */
  function follow(current: TokenState, stored: StoredTokens) {
    const { refreshesUnconfirmed, outcomeUnknownSince, quietUntil } = stored;
    const leftMs = Math.min(quietUntil - clock.now(), maxBackoffMs);
    if (quietUntil !== current.quietUntil && leftMs > 0) {
      const isUnconfirmed = refreshesUnconfirmed > 0;
      const { serviceUnreachable, serviceError } = failures;
      retry.begin(isUnconfirmed ? serviceUnreachable(profile.name) : serviceError(profile.name, 'PAUSE'), leftMs);
    }
    held.amend({ refreshesUnconfirmed, outcomeUnknownSince, quietUntil });
    // Its failure, if it has stored one.
    if (memory.hasChanged()) memory.recall();
  }

  async function settle(current: TokenState, outcome: TokenOutcome, askedMonotonicMs: number) {
    if (outcome.kind === 'issued') return accept(current, outcome.tokens, askedMonotonicMs);
    log.info('a refresh brought no new tokens', { outcome });
    const result = refreshFailure(profile.name, outcome, current.refreshesUnconfirmed);
    if (result.session === 'ends') return end(current, result.failure);
    // A refresh that was certainly not carried out counts as never sent.
    if (result.usedUp === 'no') held.amend({ refreshesUnconfirmed: current.refreshesUnconfirmed });
    await pause(current, result.failure, result.askedMs);
  }

  async function pause(current: TokenState, failure: Failure, askedMs: number | null) {
    retry.begin(failure, askedMs);
    if (held.current()?.accessToken === current.accessToken) {
      await keep({ quietUntil: Math.round(clock.now() + retry.leftMs()) });
    }
  }

  async function accept(current: TokenState, issued: IssuedTokens, askedMonotonicMs: number) {
    // The same token that was answered with 401: there is no other.
    if (held.isRejected(issued.accessToken)) return end(current, failures.signInEnded('unauthorized'));
    const tokens = refreshedTokens(asStored(current), issued, wallAt(clock, askedMonotonicMs));
    await keeper.write(tokens);
    held.holdIssued(tokens, askedMonotonicMs, held.isRejected(current.accessToken));
    deps.onRefreshed(tokens);
  }

  /** Stores a change of what is known about the tokens. */
  async function keep(change: Parameters<CurrentTokens['amend']>[0]) {
    const tokens = held.amend(change);
    if (tokens) await keeper.write(asStored(tokens));
  }

  /** Removes the stored tokens only where they are the ones that ended (24). */
  async function end(dead: TokenState, reason: Failure) {
    const stored = await keeper.read();
    if (stored.ok && stored.value && !isSame(stored.value, dead)) return held.holdStored(stored.value);
    if (stored.ok) await keeper.clear(dead);
    else keeper.abandon(dead);
    held.holdNone(reason);
  }

  return { run, reread, keep, end };
}

const isSame = (one: StoredTokens, other: StoredTokens) =>
  one.accessToken === other.accessToken && one.refreshToken === other.refreshToken;
