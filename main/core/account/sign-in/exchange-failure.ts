// Why the exchange of a code brought no tokens, for the pilot. A code is never sent twice: the pilot signs in again.
import type { Name } from '../../../messages/message.ts';
import type { Failure } from '../../../contract/failure.ts';
import { failures, connectionFailure } from '../../messages/failures.ts';
import type { TokenOutcome } from '../oauth/token-endpoint.ts';

/** `service` is its name. */
export function exchangeFailure(service: Name, outcome: Exclude<TokenOutcome, { kind: 'issued' }>): Failure {
  switch (outcome.kind) {
    case 'grant-refused':
      return failures.signInAnswerStale(service, outcome.code);
    case 'request-refused':
      return failures.signInRefused(service, outcome.code);
    case 'application-refused':
      return failures.applicationRefused(outcome.code, outcome.mode);
    case 'not-uploaded':
      return outcome.why === 'no-answer'
        ? failures.signInUnanswered(service, outcome.code)
        : { ...connectionFailure(service, outcome.why, outcome.code), requiredAction: 'sign-in' };
    case 'not-done':
    case 'outcome-unknown':
      switch (outcome.why) {
        case 'application':
          return failures.applicationRefused(outcome.code, outcome.mode);
        case 'captive-portal':
          return { ...failures.captivePortal(service, outcome.code), requiredAction: 'sign-in' };
        case 'not-understood':
          return failures.signInNotUnderstood(service, outcome.code);
        case 'token-unusable':
          return failures.signInTokenUnusable(service, outcome.code);
        case 'busy':
        case 'server-error':
          return failures.signInServiceError(service, outcome.code);
        case 'lost':
          return failures.signInUnanswered(service, outcome.code);
      }
  }
}
