// Makes the strip of a report from its job and its flight.
import { evidenceOf, isInferred } from '../../contract/evidence.ts';
import { needsSignIn, type Failure } from '../../contract/failure.ts';
import { hintBeside, type Strip, type StripAction, jobStripId, flightStripId } from '../../contract/strip.ts';
import { connectivityFailures, failures, serviceFailures } from '../messages/failures.ts';
import { receivedStage, stageOf } from '../flights/stages.ts';
import type { StoredFlight } from '../storage/tables/flights.ts';
import { isApprovalAsked, type Job } from '../storage/tables/job.ts';
import type { BoardJob, OutboundBay } from '../storage/tables/jobs.ts';

export type StripContext = {
  readonly canRead: boolean | null;
  readonly canShowFile: boolean;
  /** Whether the service's website has a page for each flight. */
  readonly hasFlightPages: boolean;
  /** Why no report of its account is uploaded now. */
  readonly hold: Failure | null;
  /** Whether a pilot is shown, who may upload reports of one who is signed out. */
  readonly hasPilot: boolean;
  /** Whose report it is, where there is more than one pilot, and whether windows show that pilot's reports. */
  readonly whose: Pick<Strip, 'pilot' | 'isShown'>;
  uploadsAt(jobId: number): number | null;
  progress(jobId: number): Strip['progress'];
  usually(stage: Strip['stage']): Strip['usually'];
};

export function stripOf(job: BoardJob | null, flight: StoredFlight | null, context: StripContext): Strip {
  if (!job && !flight) throw new Error('a strip has a job or a flight');
  const file = job && { name: job.name, bytes: job.bytes, source: job.source, addedAt: job.addedAt };
  const showFile: StripAction[] = job && context.canShowFile ? ['show-file'] : [];
  const isAgreed = job !== null && job.agreedAt !== null;
  const known = { ...context.whose, evidence: job && evidenceOf(job), isAgreed };
  if (job !== null && job.bay !== null) {
    const { actions, ...shown } = outbound(job, job.bay, context);
    return {
      segments: notSent,
      progress: null,
      uploadsAt: null,
      ...shown,
      ...known,
      id: jobStripId(job.id),
      bay: job.bay,
      since: job.since,
      usually: null,
      actions: [...actions, ...showFile],
      order: job.place,
      file,
      hasImage: true,
      lacksText: job.lacksText === true,
      looksLike: job.looksLike,
      flight: null,
      own: null,
    };
  }
  // Uploaded, and its record is not known (the pilot confirmed it).
  const stage = flight ? stageOf(flight.record, context.canRead) : receivedStage;
  // Its flight goes on, but nothing is said of the report as long as the pilot has not agreed that it is this one.
  const isProbable = job !== null && isInferred(job);
  const actions: StripAction[] = [
    ...(isProbable ? (['confirm-flight', 'release-flight'] as const) : []),
    ...(flight && context.hasFlightPages ? (['open-page'] as const) : []),
    ...showFile,
  ];
  return {
    ...known,
    id: job ? jobStripId(job.id) : flightStripId(flight!.id),
    bay: stage.bay,
    stage: isProbable ? 'inferred' : stage.stage,
    segments: [...stage.segments],
    actor: stage.actor,
    since: flight?.stageSince ?? job!.since,
    usually: context.usually(stage.stage),
    file,
    hasImage: job !== null,
    lacksText: job?.lacksText === true && stage.stage !== 'completed',
    looksLike: job && (flight ? hintBeside(flight, job.looksLike) : job.looksLike),
    flight: flight?.record ?? null,
    own: flight?.own ?? null,
    progress: null,
    uploadsAt: null,
    reason: null,
    actions,
    order: flight?.completedAt ?? flight?.record.createdAt ?? flight?.firstSeenAt ?? job!.uploadedAt ?? job!.since,
  };
}

/** What a job that is not uploaded shows on its strip, beside what all strips have. */
type Outbound = Pick<Strip, 'stage' | 'actor' | 'reason' | 'actions'> &
  Partial<Pick<Strip, 'segments' | 'progress' | 'uploadsAt'>>;

const notSent: Strip['segments'] = ['done', 'open', 'open', 'open', 'open'];
const sending: Strip['segments'] = ['done', 'now', 'open', 'open', 'open'];
const skipped: Strip['segments'] = ['done', 'skipped', 'skipped', 'skipped', 'skipped'];

function outbound(job: Job, bay: OutboundBay, context: StripContext): Outbound {
  const { hold } = context;
  const asksAboutAnswer = (reason: Failure | null): Outbound => ({
    stage: 'unconfirmed',
    actor: 'you',
    segments: sending,
    reason,
    actions: ['mark-received', 'upload-again'],
  });
  const waitsForPilot = (stage: Strip['stage'], actions: StripAction[]): Outbound => ({
    stage,
    actor: 'you',
    reason: job.reason,
    actions,
  });
  // Only its own pilot can upload it, or look it up.
  const { pilot } = context.whose;
  if (pilot?.isSignedOut && job.state === 'unconfirmed') return asksAboutAnswer(failures.answerLostOfOther(pilot.name));
  if (pilot?.isSignedOut && job.state === 'waiting' && context.hasPilot)
    return { ...waitsForPilot('held', ['upload-as-me', 'remove']), reason: failures.otherPilot(pilot.name) };
  switch (job.state) {
    case 'waiting': {
      const actions: StripAction[] = [...holdActions(hold), 'remove'];
      const reason = hold ?? stillTrue(job.reason);
      return holdsAll(hold)
        ? { stage: 'held', actor: 'you', reason, actions }
        : { stage: 'waiting', actor: 'companion', reason, actions, uploadsAt: context.uploadsAt(job.id) };
    }
    case 'uploading': {
      const progress = context.progress(job.id) ?? { sentBytes: 0, totalBytes: job.bytes };
      return { stage: 'uploading', actor: 'companion', segments: sending, progress, reason: null, actions: [] };
    }
    case 'unconfirmed': {
      if (bay === 'needs-attention')
        return asksAboutAnswer(
          job.reason?.requiredAction === 'decision' ? job.reason : failures.answerLostAndUnreadable(),
        );
      // Without a sign-in no one can check whether it arrived.
      const signInHold = needsSignIn(hold) ? hold : null;
      const actor = signInHold ? 'you' : 'companion';
      const reason = signInHold ?? job.reason;
      return { stage: 'unconfirmed', actor, segments: sending, reason, actions: holdActions(signInHold) };
    }
    case 'rejected':
      return waitsForPilot('rejected', ['retry', 'remove']);
    case 'declined': {
      const actions: StripAction[] = ['approve', 'remove'];
      return { stage: 'not-uploaded', actor: 'nobody', segments: skipped, reason: job.reason, actions };
    }
    case 'held':
      if (isApprovalAsked(job)) return waitsForPilot('approval', ['approve', 'reject']);
      // A report whose answer was lost may be at the service: "Retry" would hide that question.
      return job.attempt === null ? waitsForPilot('held', ['retry', 'remove']) : asksAboutAnswer(job.reason);
    case 'uploaded':
      throw new Error('an uploaded report is with the service');
  }
}

/** Whether it holds all reports until the pilot acts; other causes pass automatically. */
export const holdsAll = (hold: Failure | null): boolean => hold?.requiredAction !== undefined || hold?.kind === 'disk';

function holdActions(hold: Failure | null): StripAction[] {
  if (needsSignIn(hold)) return ['sign-in'];
  // Retried automatically every few minutes; a pilot who has just fixed it need not wait.
  if (hold?.requiredAction === 'subscription') return ['retry'];
  return hold?.requiredAction === 'settings' ? ['open-settings', 'retry'] : [];
}

/** Without a hold the report uploads at its planned time: an earlier problem of the connection or service is over. */
const stillTrue = (reason: Failure | null) =>
  reason !== null && (connectivityFailures.has(reason.kind) || serviceFailures.has(reason.kind)) ? null : reason;
