// When a refresh token may be sent, and what an answer means for the session (rules 25, 26). Pure.
import type { Failure } from '../../../contract/failure.ts';
import type { Name } from '../../../messages/message.ts';
import { connectionFailure, failures } from '../../messages/failures.ts';
import { backoffMs } from '../../platform/backoff.ts';
import type { TokenOutcome } from '../oauth/token-endpoint.ts';

/** The documented lifetime, 900 s; used if an answer has none, and outranked by a 401. */
export const documentedLifetimeMs = 900_000;

type Freshness = 'fresh' | 'due' | 'expired';

const dueAfterMs = (lifetimeMs: number) => Math.floor((lifetimeMs * 2) / 3);

export function freshnessOf(lifetimeMs: number, ageMs: number): Freshness {
  if (ageMs >= lifetimeMs) return 'expired';
  return ageMs >= dueAfterMs(lifetimeMs) ? 'due' : 'fresh';
}

/**
 * After a lost answer once more, and only once the access token has expired: a refresh token used twice ends the whole
 * consent.
 */
export function mayRefresh(freshness: Freshness, refreshesUnconfirmed: number): 'yes' | 'later' | 'never' {
  if (refreshesUnconfirmed >= 2) return freshness === 'expired' ? 'never' : 'later';
  if (refreshesUnconfirmed === 1) return freshness === 'expired' ? 'yes' : 'later';
  return freshness === 'fresh' ? 'later' : 'yes';
}

/**
 * The age in ms at which the next refresh is due; while an outcome is unknown, only at the end of the lifetime (rule 25). A
 * lifetime of seconds is not kept up: the next caller refreshes it.
 */
export const refreshesAtMs = (lifetimeMs: number, refreshesUnconfirmed: number) =>
  refreshesUnconfirmed > 0 ? lifetimeMs : Math.max(dueAfterMs(lifetimeMs), leastTimeBetweenMs);

const leastTimeBetweenMs = 10_000;

/** Our own longest backoff; the service may request a longer one. */
export const maxBackoffMs = 120_000;

/** The backoff after an answer that did nothing: 5 s, doubling to 2 minutes, or what the service requested. */
export const retryBackoffMs = (triesInVain: number, retryAfterMs: number | null) =>
  Math.max(retryAfterMs ?? 0, backoffMs(triesInVain, 5_000, maxBackoffMs));

type RefreshFailure =
  | { readonly session: 'ends'; readonly failure: Failure }
  /** `usedUp` is 'perhaps' where the refresh token must rest (rule 25). */
  | {
      readonly session: 'goes-on';
      readonly failure: Failure;
      readonly usedUp: 'no' | 'perhaps';
      readonly retryAfterMs: number | null;
    };

/**
 * What a refresh that brought no tokens means. `sentBefore`: how often this refresh token was sent before without an
 * answer.
 */
export function refreshFailure(
  service: Name,
  outcome: Exclude<TokenOutcome, { kind: 'issued' }>,
  sentBefore: number,
): RefreshFailure {
  const pauses = (failure: Failure, retryAfterMs: number | null = null): RefreshFailure => ({
    session: 'goes-on',
    failure,
    usedUp: outcome.kind === 'outcome-unknown' ? 'perhaps' : 'no',
    retryAfterMs,
  });
  switch (outcome.kind) {
    case 'grant-refused':
      return { session: 'ends', failure: sentBefore > 0 ? failures.signInLost() : failures.signInEnded(outcome.code) };
    case 'outcome-unknown':
      if (outcome.why === 'token-unusable' && sentBefore > 0) {
        return { session: 'ends', failure: failures.signInTokenUnusable(service, outcome.code) };
      }
      return sentBefore > 0
        ? { session: 'ends', failure: failures.signInLost() }
        : pauses(unanswered(service, outcome));
    case 'application-refused':
      return pauses(failures.applicationRefused(outcome.code, outcome.mode));
    case 'not-sent':
      return pauses(connectionFailure(service, outcome.why, outcome.code));
    case 'request-refused':
      return pauses(failures.answerNotUnderstood(service, outcome.code));
    case 'not-done':
      return pauses(failures.serviceError(service, outcome.code), outcome.retryAfterMs);
  }
}

function unanswered(service: Name, outcome: Extract<TokenOutcome, { kind: 'outcome-unknown' }>): Failure {
  const { code } = outcome;
  switch (outcome.why) {
    case 'application':
      return failures.applicationRefused(code, outcome.mode);
    case 'token-unusable':
      return failures.refreshedTokenUnusable(service, code);
    case 'lost':
      return failures.serviceUnreachable(service, code);
    case 'server-error':
      return failures.serviceError(service, code);
    case 'not-understood':
      return failures.answerNotUnderstood(service, code);
    case 'captive-portal':
      return failures.captivePortal(service, code);
  }
}
