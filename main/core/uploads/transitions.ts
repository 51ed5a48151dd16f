// What becomes of a job after an attempt, as one pure rule: the job's next state, and whether the whole queue has to wait
// for something (the gate). Nothing here drops a report: it is uploaded, refused with the service's reason, or still ours.
import type { Failure } from '../../contract/failure.ts';
import { failures, noWay } from '../failures.ts';
import type { ListOutcome, UploadOutcome } from '../service/client.ts';
import type { Attempt, JobChange } from '../storage/jobs.ts';

type NoToken = { readonly kind: 'no-token'; readonly failure: Failure };

/** Why no report leaves now, until when (monotonic; infinity: until something changes). */
export type Gate = { readonly failure: Failure; readonly until: number };

export type Transition = {
  readonly change: JobChange;
  readonly gate: Gate | null;
  /** A word for the history, with its figures. */
  readonly happening: { readonly what: string; readonly details: Readonly<Record<string, unknown>> } | null;
};

export type Moment = {
  /** Wall and monotonic time after the attempt. */
  readonly now: number;
  readonly monotonic: number;
  readonly service: string;
  /** Attempts in a row that the way to the service or the service itself spoilt, this one included. */
  readonly troublesInARow: number;
  /** Earliest next departure (wall), by the pacer. */
  readonly nextAt: number;
  /** Whether records can be looked for (A4). */
  readonly canRead: boolean | null;
  readonly maxFileBytes: number;
};

/** A try is one request of the sixty that a minute holds, and a pilot whose network is back sees reports leave soon. */
const LONGEST_PAUSE_MS = 2 * 60_000;
/** Where each try may put one more report in doubt, for the pilot to settle by hand. */
export const LONGEST_PAUSE_IN_DOUBT_MS = 5 * 60_000;

/** Retry for ever, slower: 5 s, 10 s, 20 s … `longestMs`. */
export const retryDelayMs = (troublesInARow: number, longestMs = LONGEST_PAUSE_MS) =>
  Math.min(longestMs, 5_000 * 2 ** Math.min(Math.max(0, troublesInARow - 1), 10));

const ASK_AGAIN_MS = 5 * 60_000;

export function afterAttempt(
  job: { readonly name: string; readonly bytes: number; readonly attempt: Attempt },
  outcome: UploadOutcome | NoToken,
  moment: Moment,
): Transition {
  const { now, monotonic, service } = moment;
  const waiting = { state: 'waiting', reason: null, attempt: null } as const;
  const still = (failure: Failure): JobChange => ({ ...waiting, reason: failure });
  const later = (failure: Failure, delayMs: number, what: string): Transition => ({
    change: still({ ...failure, retryAt: now + delayMs }),
    gate: { failure: { ...failure, retryAt: now + delayMs }, until: monotonic + delayMs },
    happening: { what, details: { code: failure.code } },
  });
  const untilMended = (failure: Failure, askAgainMs: number): Transition => ({
    change: still(failure),
    gate: { failure, until: monotonic + askAgainMs },
    happening: { what: 'held-back', details: { kind: failure.kind, code: failure.code } },
  });
  const inDoubt = (code: string, delayMs = 0): Transition => ({
    change: {
      state: 'unconfirmed',
      reason: moment.canRead === false ? failures.answerLostAndUnreadable() : failures.answerLost(null),
      attempt: { ...job.attempt, endedAt: now, looks: 0 },
    },
    gate:
      delayMs === 0
        ? null
        : {
            failure: { ...failures.serviceTrouble(service, code), retryAt: now + delayMs },
            until: monotonic + delayMs,
          },
    happening: { what: 'answer-lost', details: { code } },
  });
  // Where the answer can be looked up, that comes first, and paces what follows. Where it cannot, the others wait a little:
  // else one bad minute puts the whole queue in doubt, report by report.
  const pauseMs = moment.canRead ? 0 : retryDelayMs(moment.troublesInARow, LONGEST_PAUSE_IN_DOUBT_MS);
  const refused = (failure: Failure): Transition => ({
    change: { state: 'refused', reason: failure, attempt: null },
    gate: null,
    happening: { what: 'refused', details: { code: failure.code } },
  });

  switch (outcome.kind) {
    case 'accepted':
      return {
        change: { state: 'uploaded', reason: null, attempt: null, flightId: outcome.flight.id, uploadedAt: now },
        gate: null,
        happening: { what: 'uploaded', details: { flightId: outcome.flight.id } },
      };
    case 'accepted-unread':
    case 'lost':
      return inDoubt(outcome.code, pauseMs);
    case 'stopped':
      return outcome.mayHaveArrived ? inDoubt('stopped') : { change: waiting, gate: null, happening: null };
    case 'no-token':
      return { change: waiting, gate: gateWithoutToken(outcome.failure, moment), happening: null };
    case 'unauthorized':
      return untilMended(failures.signInEnded(outcome.code), ASK_AGAIN_MS);
    case 'scope-missing':
      return untilMended(failures.scopeMissing('flights:write'), ASK_AGAIN_MS);
    case 'write-not-enabled':
      return untilMended({ ...failures.writeNotEnabled(), retryAt: now + ASK_AGAIN_MS }, ASK_AGAIN_MS);
    case 'not-permitted':
      return untilMended(failures.notPermitted(outcome.code, now + ASK_AGAIN_MS), ASK_AGAIN_MS);
    case 'too-fast':
      return {
        change: still(failures.tooFast(moment.nextAt)),
        gate: null,
        happening: { what: 'too-fast', details: {} },
      };
    case 'rate-limited':
      return {
        change: still(failures.rateLimited(moment.nextAt, outcome.code)),
        gate: null,
        happening: { what: 'rate-limited', details: { code: outcome.code } },
      };
    case 'file-refused':
      return refused(failures.fileRefusedByService(job.name, outcome.code));
    case 'file-too-large':
      return refused({
        ...(job.bytes > moment.maxFileBytes
          ? failures.fileTooLarge(job.name, job.bytes, moment.maxFileBytes)
          : failures.fileTooLargeForService(job.name)),
        code: outcome.code,
      });
    case 'trouble': {
      // A gateway gave up waiting, or the service stumbled: it may have stored the report all the same. Where that can be
      // looked up, look; where it cannot, an answer that says it was not even begun leaves no doubt (0015).
      if (moment.canRead || outcome.mayBeDone) {
        return inDoubt(outcome.code, Math.max(outcome.retryAfterMs ?? 0, pauseMs));
      }
      const delayMs = Math.max(outcome.retryAfterMs ?? 0, retryDelayMs(moment.troublesInARow));
      return later(failures.serviceTrouble(service, outcome.code), delayMs, 'service-trouble');
    }
    case 'unreachable':
      return later(
        noWay(service, outcome.why ?? 'no-answer', outcome.code),
        retryDelayMs(moment.troublesInARow),
        'unreachable',
      );
    case 'captive-portal':
      return later(failures.captivePortal(service, outcome.code), retryDelayMs(moment.troublesInARow), 'unreachable');
    case 'absent':
    case 'not-understood':
      if (outcome.kind === 'not-understood' && outcome.mayBeDone) return inDoubt(outcome.code, pauseMs);
      return later(
        failures.answerNotUnderstood(service, outcome.code),
        retryDelayMs(moment.troublesInARow),
        'not-understood',
      );
  }
}

/** Without a token: until the pilot has signed in; where anything else is in the way, until the next try. */
export function gateWithoutToken(failure: Failure, moment: Pick<Moment, 'now' | 'monotonic' | 'troublesInARow'>): Gate {
  if (failure.needs === 'sign-in') return { failure, until: Number.POSITIVE_INFINITY };
  // The pilot, or whoever runs the application, can mend it at any time: asked again without a word.
  if (failure.needs) return { failure, until: moment.monotonic + ASK_AGAIN_MS };
  const delayMs = retryDelayMs(moment.troublesInARow);
  return { failure: { ...failure, retryAt: moment.now + delayMs }, until: moment.monotonic + delayMs };
}

/** Why a look for lost answers came to nothing, where the queue waits for the next one; null where something else says so. */
export function whyNotLooked(outcome: ListOutcome, service: string): Failure | null {
  switch (outcome.kind) {
    case 'unreachable':
      return noWay(service, outcome.why ?? 'no-answer', outcome.code);
    case 'captive-portal':
      return failures.captivePortal(service, outcome.code);
    case 'lost':
    case 'trouble':
      return failures.serviceTrouble(service, outcome.code);
    case 'not-understood':
      return failures.answerNotUnderstood(service, outcome.code);
    default:
      return null;
  }
}

/** Whether an outcome says that the way to the service, or the service, is in trouble: counts towards slower retries. */
export const isTrouble = (outcome: UploadOutcome | NoToken) =>
  outcome.kind === 'no-token'
    ? !outcome.failure.needs
    : ['unreachable', 'captive-portal', 'trouble', 'absent', 'not-understood', 'lost', 'accepted-unread'].includes(
        outcome.kind,
      );
