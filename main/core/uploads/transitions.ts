// Every change of a job's state, as pure rules from a job to its change and the note in its history. The outcome of an
// attempt has a file of its own (after-attempt.ts). report-writer.ts writes them; besides, only the recovery of a damaged
// database changes a job's state.
import type { Failure } from '../../contract/failure.ts';
import type { Flight } from '../../contract/flight.ts';
import type { JobState } from '../../contract/strip.ts';
import { message } from '../../messages/message.ts';
import { failures } from '../messages/failures.ts';
import { type Attempt, isApprovalAsked, type Job, type JobChange } from '../storage/tables/job.ts';
import type { HistoryEvent, PilotAction } from '../storage/tables/log/history.ts';
import type { CopyCheck } from './spool/spool.ts';

export type Transition = {
  readonly change: JobChange;
  readonly notes?: readonly HistoryEvent[];
};

/** To be sent; what is known of an earlier attempt no longer counts. */
export const toBeSent: JobChange = { state: 'waiting', reason: null, attempt: null };

/** Of a job that was uploading in a run whose attempts were not stored yet. */
export const attemptOf = ({ attempt, since }: Pick<Job, 'attempt' | 'since'>): Attempt =>
  attempt ?? { startedAt: since, endedAt: since, baselineId: 0, lookups: 0 };

// The uploader.

/** An attempt begins, unless the copy cannot be sent. */
export function attemptBegins(job: Job, attempt: Attempt, copy: CopyCheck): Transition {
  const copyNotes: HistoryEvent[] = [];
  if (copy.found !== 'whole') copyNotes.push({ what: copy.found === 'missing' ? 'file-gone' : 'copy-damaged' });
  if (copy.now !== 'whole') {
    const reason = copy.now === 'missing' ? failures.fileGone() : failures.copyDamaged();
    return { change: { state: 'held', reason }, notes: copyNotes };
  }
  if (copy.found !== 'whole') copyNotes.push({ what: 'copy-restored' });
  const attempts = job.attempts + 1;
  return {
    change: { state: 'uploading', reason: null, attempt, attempts },
    notes: [...copyNotes, { what: 'uploading', attempt: attempts }],
  };
}

/** What was being sent when the last run ended, or when this one failed, may have arrived. */
export const interrupted = (job: Job, now: number, canRead: boolean | null): Transition => ({
  change: {
    state: 'unconfirmed',
    reason: canRead === false ? failures.answerLostAndUnreadable() : failures.answerLost(null),
    attempt: { ...attemptOf(job), endedAt: now, lookups: 0 },
  },
  notes: [{ what: 'answer-lost', code: 'restart' }],
});

/** A file of another report has shown that this one is too large as well. The pilot can send it all the same. */
export const foundTooLarge = ({ bytes }: Job, maxBytes: number): Transition => ({
  change: { state: 'held', reason: failures.fileTooLarge(bytes, maxBytes) },
  notes: [{ what: 'too-large', bytes, maxBytes }],
});

// Answers that were lost: what a lookup of the service's records says about the attempt.

/** No record yet, and there is time left. */
export const lookedUp = (attempt: Attempt, nextLookupAt: number): Transition => ({
  change: { attempt, reason: failures.answerLost(nextLookupAt, attempt.answered?.failure.code) },
});

/** The attempt stays: if the pilot says that it is another flight, whether the report arrived is open again. */
export const inferred = (attempt: Attempt, { id }: Flight): Transition => ({
  change: {
    state: 'uploaded',
    evidence: 'inferred',
    reason: null,
    flightId: id,
    uploadedAt: attempt.startedAt + (attempt.lastedMs ?? 0),
    attempt,
  },
  notes: [{ what: 'inferred', flightId: id }],
});

/** The records do not tell whether it arrived: only the pilot can decide. */
export function undecided(attempt: Attempt, isSeveral: boolean): Transition {
  const answer = attempt.answered?.failure.code;
  return {
    change: {
      state: 'held',
      reason: isSeveral ? failures.answerLostAmbiguous(answer) : failures.answerLostUnclear(answer),
      attempt,
    },
    notes: [{ what: isSeveral ? 'ambiguous' : 'unclear' }],
  };
}

/** Attempts for a report that the service rejects with an undocumented answer. */
const mostRejections = 3;

/**
 * It did not arrive, and is sent again; `shown`: why it waits, if that is to be shown. A report that an undocumented 4xx
 * has rejected a few times (`rejections`, before this one) waits for the pilot.
 */
export function notArrived(attempt: Attempt, shown: Failure | null, rejections: number): Transition {
  const { outcome, failure } = attempt.answered ?? {};
  const notes = [{ what: 'not-arrived' }] as const;
  if (outcome !== 'rejected') return { change: { ...toBeSent, reason: shown }, notes };
  const notAdded = { what: 'not-added', code: failure?.code ?? '' } as const;
  if (rejections + 1 < mostRejections) return { change: { ...toBeSent, reason: shown }, notes: [notAdded, ...notes] };
  const reason = failures.notAcceptedByService(failure?.code ?? '');
  return { change: { state: 'rejected', attempt: null, reason }, notes: [notAdded] };
}

export const rejected = (reason: Failure): Transition => ({
  change: { state: 'rejected', attempt: null, reason },
  notes: [{ what: 'rejected', code: reason.code }],
});

/**
 * Flights can no longer be read: only the pilot can decide. `isBelieved`: a status that means “nothing was done” counts
 * as proof of it (0020).
 */
export function unreadable({ attempt }: Job, isBelieved: boolean): Transition {
  const { outcome, failure } = attempt?.answered ?? {};
  if (isBelieved && failure && outcome === 'refused') return rejected(failure);
  if (isBelieved && failure && outcome === 'unavailable') return { change: { ...toBeSent, reason: failure } };
  return { change: { reason: failures.answerLostAndUnreadable(failure?.code) } };
}

// A flight record belongs to one report. The report that loses it to another, or for which it was only inferred, is asked
// about: whether it arrived isn't known any more.

const withoutInferredFlight = (job: Job): JobChange => ({
  state: 'held',
  attempt: attemptOf(job),
  evidence: null,
  agreedAt: null,
  flightId: null,
  uploadedAt: null,
  reason: failures.inferredWrongly(job.flightId ?? 0),
});

/** Its flight is another's. A service that has started its numbering again uses its ids again: an answer still counts. */
export const losesFlight = (job: Job): Transition =>
  job.evidence === 'answered'
    ? { change: { flightId: null } }
    : {
        change: withoutInferredFlight(job),
        notes: [{ what: 'inferred-wrongly', flightId: job.flightId ?? 0 }],
      };

// Intake.

/** The report of a copy without a file, found in the spool: its file is a report of its own. */
export const replaced = (now: number): Transition => ({ change: { removedAt: now } });

/** The image was added again. `file`: another file of it, which is sent instead; `isBack`: its copy had been lost. */
export const addedAgain = (file: JobChange['file'] | null, isBack: boolean): Transition => ({
  change: { ...(file && { file }), ...(isBack && { state: 'waiting', reason: null }) },
});

// The pilot.

export type PilotTransition = {
  /** The note in the history. */
  readonly what: PilotAction;
  /** Why it is not possible now; null if it is. */
  refusal(job: Job): Failure | null;
  change(job: Job, now: number): JobChange;
};

const stateIn = ({ state }: Job) => (state === 'declined' ? null : state);

/** Only in these states, and only while it is open (true) or not open (false) whether the service has the report. */
const onlyIn = (states: readonly JobState[], isOpen: boolean) => (job: Job) => {
  if (!states.includes(job.state)) {
    return failures.notNow(message('failure.notPossibleInState', { state: stateIn(job) }));
  }
  // Whether the service already has it comes first; then there is nothing left to decide.
  if (isOpen === (job.attempt !== null)) return null;
  return failures.notNow(message(isOpen ? 'failure.notUploadedYet' : 'failure.answerFirst'));
};

const onlyIf = (isPossible: (job: Job) => boolean) => (job: Job) =>
  isPossible(job) ? null : failures.notNow(message('failure.notAwaitingApproval', { state: stateIn(job) }));

export const pilotTransitions = {
  retry: { what: 'retried', refusal: onlyIn(['held', 'rejected', 'waiting'], false), change: () => toBeSent },
  remove: {
    what: 'removed',
    refusal: onlyIn(['waiting', 'held', 'rejected', 'declined'], false),
    change: (_job, now) => ({ removedAt: now }),
  },
  approve: {
    what: 'approved',
    refusal: onlyIf((job) => isApprovalAsked(job) || job.state === 'declined'),
    change: () => toBeSent,
  },
  reject: {
    what: 'declined',
    refusal: onlyIf(isApprovalAsked),
    change: () => ({ state: 'declined', reason: failures.notApproved(), attempt: null }),
  },
  /** Undoes a rejection. */
  askAgain: {
    what: 'restored',
    refusal: ({ state }) => (state === 'declined' ? null : failures.notNow(message('failure.nothingToUndo'))),
    change: () => ({ state: 'held', reason: failures.approvalNeeded(), attempt: null }),
  },
  /** Undoes a removal. */
  restore: { what: 'restored', refusal: () => null, change: () => ({ removedAt: null }) },
  uploadAgain: {
    what: 'uploaded-again-by-pilot',
    refusal: onlyIn(['unconfirmed', 'held'], true),
    change: () => toBeSent,
  },
  markReceived: {
    what: 'received-by-pilot',
    refusal: onlyIn(['unconfirmed', 'held'], true),
    change: ({ attempt }, now) => ({
      state: 'uploaded',
      evidence: 'unknown',
      agreedAt: now,
      reason: null,
      attempt: null,
      uploadedAt: attempt?.startedAt ?? now,
    }),
  },
  confirmFlight: {
    what: 'confirmed-by-pilot',
    refusal: onlyIn(['uploaded'], true),
    change: (_job, now) => ({ attempt: null, agreedAt: now }),
  },
  releaseFlight: { what: 'released-by-pilot', refusal: onlyIn(['uploaded'], true), change: withoutInferredFlight },
} satisfies Record<string, PilotTransition>;

/** The report becomes another account's. */
export const ownerChanged = (accountId: number): PilotTransition => ({
  what: 'owner-changed',
  refusal: onlyIn(['waiting', 'held', 'rejected'], false),
  change: () => ({ accountId }),
});

/** What was too large no longer is; `asked`: its folder was not confirmed yet. */
export const fitsAgain = (asked: Failure | null): PilotTransition => ({
  what: 'retried',
  refusal: onlyIn(['held', 'rejected'], false),
  change: () => (asked ? { state: 'held', reason: asked, attempt: null } : toBeSent),
});

/** What the pilot wants, where it is possible (`refusal`). */
export const byPilot = (wanted: PilotTransition, job: Job, now: number): Transition => ({
  change: wanted.change(job, now),
  notes: [{ what: wanted.what, ...(job.flightId !== null && { flightId: job.flightId }) }],
});
