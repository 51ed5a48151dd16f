// The failure for a refresh that brought no tokens, and whether the session continues. Pure.
import type { Name } from '../../../messages/message.ts';
import type { Failure } from '../../../contract/failure.ts';
import { failures, connectionFailure } from '../../messages/failures.ts';
import type { TokenOutcome } from '../oauth/token-endpoint.ts';

type RefreshFailure =
  | { readonly session: 'ends'; readonly failure: Failure }
  /** `usedUp` is 'perhaps' where the refresh token must rest (25). */
  | {
      readonly session: 'goes-on';
      readonly failure: Failure;
      readonly usedUp: 'no' | 'perhaps';
      readonly askedMs: number | null;
    };

/** `sentBefore`: how often this refresh token was sent before without an answer. */
export function refreshFailure(
  service: Name,
  outcome: Exclude<TokenOutcome, { kind: 'issued' }>,
  sentBefore: number,
): RefreshFailure {
  const pauses = (failure: Failure, askedMs: number | null = null): RefreshFailure => ({
    session: 'goes-on',
    failure,
    usedUp: outcome.kind === 'outcome-unknown' ? 'perhaps' : 'no',
    askedMs,
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
    case 'not-uploaded':
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
