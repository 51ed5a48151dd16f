// The state of a job after an attempt, as a pure rule: its next state, and whether the whole queue has to wait (the
// hold). No report is ever dropped: it is uploaded, rejected with the service's reason, or still in the queue.
import type { Name } from '../../messages/message.ts';
import type { Failure } from '../../contract/failure.ts';
import { answerFailure, failures, connectionFailure } from '../messages/failures.ts';
import { backoffMs } from '../platform/backoff.ts';
import { type ListOutcome, type NoToken, type UploadOutcome, outcomeUnknown } from '../service/outcomes.ts';
import type { Attempt, JobChange } from '../storage/tables/job.ts';
import { rejected, toBeSent, type Transition } from './transitions.ts';
import { holdFor, type Hold } from './upload-hold.ts';

type AfterAttempt = Transition & { readonly hold: Hold | null };

export type AttemptContext = {
  /** Wall and monotonic time after the attempt. */
  readonly now: number;
  readonly monotonic: number;
  readonly service: Name;
  /** Consecutive attempts that failed for the connection or the service, this one included. */
  readonly consecutiveFailures: number;
  /** The earliest next upload (wall), by the pacer. */
  readonly nextAt: number;
  /** Whether flights can be read (A4). */
  readonly canRead: boolean | null;
  /** Whether they ever could be: then the refusal may come from something in between. */
  readonly hasEverRead: boolean;
  readonly maxFileBytes: number;
};

/** An attempt is one of sixty requests a minute, and a pilot whose network is back expects uploads soon. */
const longestPauseMs = 2 * 60_000;
/** Longer, where each attempt may add an unconfirmed report. */
const longestUnconfirmedPauseMs = 5 * 60_000;

/** Retries indefinitely, with longer pauses: 5 s, 10 s, 20 s … `longestMs`. */
export const retryDelayMs = (consecutiveFailures: number, longestMs = longestPauseMs) =>
  backoffMs(consecutiveFailures, 5_000, longestMs);

const untilAskedAgainMs = 5 * 60_000;

/** Whether a status that means “nothing was done” is taken as proof of it (0020). */
export const mayBelieve = ({ canRead, hasEverRead }: Pick<AttemptContext, 'canRead' | 'hasEverRead'>) =>
  canRead === false && !hasEverRead;

export function afterAttempt(
  job: { readonly name: string; readonly bytes: number; readonly attempt: Attempt },
  outcome: UploadOutcome | NoToken,
  context: AttemptContext,
): AfterAttempt {
  const { now, monotonic, service } = context;
  const still = (failure: Failure): JobChange => ({ ...toBeSent, reason: failure });
  const later = (failure: Failure, delayMs: number, what: 'service-error' | 'unreachable'): AfterAttempt => {
    const hold = holdFor(failure, delayMs, context);
    return { change: still(hold.failure), hold, notes: [{ what, code: failure.code }] };
  };
  const untilFixed = (failure: Failure): AfterAttempt => ({
    change: still(failure),
    hold: { failure, until: monotonic + untilAskedAgainMs },
    notes: [{ what: 'held-back', kind: failure.kind, code: failure.code }],
  });
  /** Nothing is sent again before a lookup, or if that is not possible, the pilot's decision (0020). */
  const unconfirmed = (code: string): AfterAttempt => {
    const answered = answeredBy(outcome, service, job.bytes);
    const answer = answered && code;
    const delayMs = pauseWhileUnconfirmedMs(outcome, answered, context);
    const failure = answered?.failure ?? failures.serviceError(service, code);
    return {
      change: {
        state: 'unconfirmed',
        reason:
          context.canRead === false ? failures.answerLostAndUnreadable(answer) : failures.answerLost(null, answer),
        attempt: { ...job.attempt, endedAt: now, lookups: 0, ...(answered && { answered }) },
      },
      hold: delayMs === 0 ? null : holdFor(failure, delayMs, context),
      notes: [{ what: 'answer-lost', code }],
    };
  };
  const refused = (failure: Failure): AfterAttempt => ({ ...rejected(failure), hold: null });

  // By its definition the status means that nothing was done. Trusted only if flights could never be read, so that the
  // pilot is not asked after each maintenance.
  if (mayBelieve(context) && 'means' in outcome && outcome.means?.done === 'nothing') {
    const failure = answerFailure(service, outcome, job.bytes);
    if (outcome.kind === 'refused-by-gateway') return refused(failure);
    const restMs = outcome.means.next === 'hold' ? untilAskedAgainMs : retryDelayMs(context.consecutiveFailures);
    return later(failure, Math.max(outcome.retryAfterMs ?? 0, restMs), 'service-error');
  }
  if (outcome.kind !== 'no-token' && outcomeUnknown(outcome))
    return unconfirmed('code' in outcome ? outcome.code : 'stopped');
  // A new outcome does not compile until it is answered here, or is unknown.
  switch (outcome.kind) {
    case 'accepted':
      return {
        change: {
          state: 'uploaded',
          evidence: 'answered',
          reason: null,
          attempt: null,
          flightId: outcome.flight.id,
          uploadedAt: now,
        },
        hold: null,
        notes: [{ what: 'uploaded', flightId: outcome.flight.id }],
      };
    case 'stopped':
      return { change: toBeSent, hold: null };
    case 'no-token':
      return { change: toBeSent, hold: holdWithoutToken(outcome.failure, context) };
    case 'unauthorized':
      return untilFixed(failures.signInEnded(outcome.code));
    case 'scope-missing':
      return untilFixed(failures.scopeMissing('flights:write'));
    case 'write-not-enabled':
      return untilFixed({ ...failures.writeNotEnabled(), retryAt: now + untilAskedAgainMs });
    case 'too-fast':
      return {
        change: still(failures.tooFast(context.nextAt)),
        hold: null,
        notes: [{ what: 'too-fast' }],
      };
    case 'rate-limited':
      return {
        change: still(failures.rateLimited(context.nextAt, outcome.code)),
        hold: null,
        notes: [{ what: 'rate-limited', code: outcome.code }],
      };
    case 'file-rejected':
      return refused(failures.fileRejectedByService(outcome.code));
    case 'file-too-large':
      return refused({
        ...(job.bytes > context.maxFileBytes
          ? failures.fileTooLarge(job.bytes, context.maxFileBytes)
          : failures.fileTooLargeForService(job.bytes)),
        code: outcome.code,
      });
    case 'unreachable':
      return later(
        connectionFailure(service, outcome.why ?? 'no-answer', outcome.code),
        retryDelayMs(context.consecutiveFailures),
        'unreachable',
      );
  }
}

type Answered = NonNullable<Attempt['answered']>;

/** Why a report is sent again whose answer was lost. */
export const lostAnswerFailure = (attempt: Attempt | null, service: Name): Failure =>
  attempt?.answered?.failure ?? failures.serviceError(service, 'no answer');

/** An answer that leaves the outcome of the upload open; undefined if there was none. */
function answeredBy(outcome: UploadOutcome | NoToken, service: Name, bytes: number): Answered | undefined {
  switch (outcome.kind) {
    case 'accepted-unread':
    case 'absent':
      return { failure: failures.answerNotUnderstood(service, outcome.code) };
    case 'not-understood': {
      const failure = failures.answerNotUnderstood(service, outcome.code);
      return { failure, ...(outcome.isAboutRequest && { outcome: 'rejected' }) };
    }
    case 'captive-portal':
      return { failure: failures.captivePortal(service, outcome.code) };
    case 'server-error': {
      const { next = 'retry', done = 'unknown' } = outcome.means ?? {};
      const failure = answerFailure(service, outcome, bytes);
      if (next === 'hold') return { failure, outcome: 'held-back' };
      return { failure, ...(done === 'nothing' && { outcome: 'unavailable' }) };
    }
    case 'refused-by-gateway':
      return { failure: answerFailure(service, outcome, bytes), outcome: 'refused' };
    case 'unauthorized':
    case 'not-permitted':
      return { failure: failures.notPermitted(outcome.code), outcome: 'held-back' };
    default:
      return undefined;
  }
}

/**
 * Where the answer can be looked up, the lookup comes first and sets the pace. Otherwise the other reports wait a
 * little: else one bad minute leaves the whole queue unconfirmed, report by report.
 */
function pauseWhileUnconfirmedMs(
  outcome: UploadOutcome | NoToken,
  answered: Answered | undefined,
  context: AttemptContext,
): number {
  if (outcome.kind === 'stopped') return 0;
  const askedMs = ('retryAfterMs' in outcome && outcome.retryAfterMs) || 0;
  return Math.max(askedMs, context.canRead ? 0 : pauseAfterMs(answered, context.consecutiveFailures));
}

/** An error of the client is not fixed in seconds. */
export const pauseAfterMs = (answered: Answered | undefined, consecutiveFailures: number) =>
  answered?.outcome === 'held-back' ? untilAskedAgainMs : retryDelayMs(consecutiveFailures, longestUnconfirmedPauseMs);

/** Without a token: until the pilot signs in, or else until the next attempt. */
export function holdWithoutToken(
  failure: Failure,
  context: Pick<AttemptContext, 'now' | 'monotonic' | 'consecutiveFailures'>,
): Hold {
  if (failure.requiredAction === 'sign-in') return { failure, until: Number.POSITIVE_INFINITY };
  // The pilot, or the owner of the application, can fix it at any time: retried without notice.
  if (failure.requiredAction) return { failure, until: context.monotonic + untilAskedAgainMs };
  return holdFor(failure, retryDelayMs(context.consecutiveFailures), context);
}

/** The failure of a lookup, for which the queue waits; null if another failure is shown. */
export function lookupFailure(outcome: ListOutcome, service: Name): Failure | null {
  switch (outcome.kind) {
    case 'unreachable':
      return connectionFailure(service, outcome.why ?? 'no-answer', outcome.code);
    case 'captive-portal':
      return failures.captivePortal(service, outcome.code);
    case 'lost':
      return failures.serviceError(service, outcome.code);
    case 'server-error':
      return answerFailure(service, outcome, 0);
    case 'not-understood':
      return failures.answerNotUnderstood(service, outcome.code);
    default:
      return null;
  }
}

/** Whether the connection or the service failed: counts towards slower retries. */
export function isServiceFailure(outcome: UploadOutcome | NoToken): boolean {
  if (outcome.kind === 'no-token') return !outcome.failure.requiredAction;
  return outcome.kind === 'unreachable' || (outcome.kind !== 'stopped' && outcomeUnknown(outcome));
}
