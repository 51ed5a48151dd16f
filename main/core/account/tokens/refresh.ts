// One renewal, while no other window or process makes any (23): looks first at what is stored, says on disk that a refresh
// token is about to be sent before it is sent, and has the new one on disk before anybody gets the new access token (24).
// What an answer that did not come means is rule 25.
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

/** The life of the session that asks. */
type Owner = { readonly signal: AbortSignal; isStopped(): boolean };

/** What the wall clock said, or would have, when the other one stood there; epoch ms. */
export const wallAt = (clock: Clock, monotonicMs: number) =>
  Math.round(clock.now() - (clock.monotonic() - monotonicMs));

/** Each of its functions is called under the lock. */
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
  /** Whether anything answers for the service just now. */
  isServiceThere(owner: AbortSignal): Promise<boolean>;
  onRenewed(tokens: StoredTokens): void;
}) {
  const { profile, clock, log, endpoint, keeper, held, retry, memory } = deps;

  async function renew(owner: Owner): Promise<void> {
    const { signal } = owner;
    const isOver = () => owner.isStopped() || signal.aborted;
    const { current, unread } = await reread();
    if (isOver() || !current || retry.leftMs() > 0) return;
    // Another process may have renewed what nobody can read now: while the access token lives, that is not risked.
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
      // The one before may still be on its way, of a process that was killed for instance: whichever the service carries
      // out second is a token used twice, and ends the consent for the first as well.
      const unsettledMs = held.unsettledMs(current);
      if (unsettledMs > 0) {
        // Where the disk does not say since when, or says a moment in the future, the next process counts from here as well.
        const isSaid = current.outcomeUnknownSince !== null && current.outcomeUnknownSince <= clock.now();
        if (!isSaid) await keep({ outcomeUnknownSince: Math.round(clock.now() + unsettledMs - refreshLimitMs) });
        return retry.begin(failures.refreshResting(), unsettledMs);
      }
      // The last try there is: not thrown at a service that is down, or into a network that leads nowhere.
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
    // Signed out while the answer was on its way: there is nothing left to keep.
    if (!signal.aborted || owner.isStopped()) await settle(current, outcome, askedMonotonicMs);
  }

  /** Another process may have renewed, signed in or signed out since: what is stored is the truth. */
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

  /** The same tokens. Where another process has just tried in vain, its pause is ours: ten of them make one try, not ten. */
  function follow(current: TokenState, stored: StoredTokens) {
    const { refreshesUnconfirmed, outcomeUnknownSince, quietUntil } = stored;
    const leftMs = Math.min(quietUntil - clock.now(), maxBackoffMs);
    if (quietUntil !== current.quietUntil && leftMs > 0) {
      const isUnconfirmed = refreshesUnconfirmed > 0;
      const { serviceUnreachable, serviceError } = failures;
      retry.begin(isUnconfirmed ? serviceUnreachable(profile.name) : serviceError(profile.name, 'PAUSE'), leftMs);
    }
    held.amend({ refreshesUnconfirmed, outcomeUnknownSince, quietUntil });
    // In whose words, where it has written them down.
    if (memory.isNews()) memory.recall();
  }

  async function settle(current: TokenState, outcome: TokenOutcome, askedMonotonicMs: number) {
    if (outcome.kind === 'issued') return take(current, outcome.tokens, askedMonotonicMs);
    log.info('A renewal did not bring new tokens', { outcome });
    const result = refreshFailure(profile.name, outcome, current.refreshesUnconfirmed);
    if (result.session === 'ends') return end(current, result.failure);
    // What was certainly not carried out was as good as never sent.
    if (result.usedUp === 'no') held.amend({ refreshesUnconfirmed: current.refreshesUnconfirmed });
    await pause(current, result.failure, result.askedMs);
  }

  async function pause(current: TokenState, failure: Failure, askedMs: number | null) {
    retry.begin(failure, askedMs);
    if (held.current()?.accessToken === current.accessToken) {
      await keep({ quietUntil: Math.round(clock.now() + retry.leftMs()) });
    }
  }

  async function take(current: TokenState, issued: IssuedTokens, askedMonotonicMs: number) {
    // The same one that the service has answered 401 to: there is no other to be had.
    if (held.isRejected(issued.accessToken)) return end(current, failures.signInEnded('unauthorized'));
    const tokens = refreshedTokens(asStored(current), issued, wallAt(clock, askedMonotonicMs));
    await keeper.write(tokens);
    held.holdIssued(tokens, askedMonotonicMs, held.isRejected(current.accessToken));
    deps.onRenewed(tokens);
  }

  /** Holds and writes what changed in what is known of the tokens. */
  async function keep(change: Parameters<CurrentTokens['amend']>[0]) {
    const tokens = held.amend(change);
    if (tokens) await keeper.write(asStored(tokens));
  }

  /** Clears what is stored only where it is still what ended (24). */
  async function end(dead: TokenState, reason: Failure) {
    const stored = await keeper.read();
    if (stored.ok && stored.value && !isSame(stored.value, dead)) return held.holdStored(stored.value);
    if (stored.ok) await keeper.clear(dead);
    else keeper.abandon(dead);
    held.holdNone(reason);
  }

  return { renew, reread, keep, end };
}

const isSame = (one: StoredTokens, other: StoredTokens) =>
  one.accessToken === other.accessToken && one.refreshToken === other.refreshToken;
