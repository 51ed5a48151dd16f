// Makes the strip of a report from its job and its flight.
import { evidenceOf, isInferred } from '../../contract/evidence.ts';
import { isRouteTold } from '../../contract/own-entry.ts';
import { needsSignIn, type Failure } from '../../contract/failure.ts';
import { type LooksLike, type Strip, type StripAction, jobStripId, flightStripId } from '../../contract/strip.ts';
import { connectivityFailures, failures, serviceFailures } from '../messages/failures.ts';
import { receivedStage, stageOf } from '../flights/stages.ts';
import type { StoredFlight } from '../storage/tables/flights.ts';
import type { BoardJob, Job, OutboundBay } from '../storage/tables/jobs.ts';

export type StripContext = {
  readonly canRead: boolean | null;
  readonly canShowFile: boolean;
  /** Whether the service's website has a page for each flight. */
  readonly hasFlightPages: boolean;
  /** Why no report of its account is uploaded now. */
  readonly hold: Failure | null;
  /** Whose report it is, where there is more than one pilot, and whether windows show that pilot's reports. */
  readonly whose: Pick<Strip, 'pilot' | 'isShown'>;
  readonly uploads: {
    at(jobId: number): number | null;
    /** Grows in the order in which reports upload. */
    order(job: Job): number;
  };
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
    return {
      ...outbound(job, job.bay, context, showFile),
      ...known,
      id: jobStripId(job.id),
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
    looksLike: job && hintOf(job, flight),
    flight: flight?.record ?? null,
    own: flight?.own ?? null,
    progress: null,
    uploadsAt: null,
    reason: null,
    actions,
    order: flight?.completedAt ?? flight?.record.createdAt ?? flight?.firstSeenAt ?? job!.uploadedAt ?? job!.since,
  };
}

/** A route that is told needs no hint, unless the service tells another one. */
function hintOf({ looksLike }: Job, flight: StoredFlight | null): LooksLike | null {
  if (looksLike === null || flight === null) return looksLike;
  const { record, own } = flight;
  if (!isRouteTold(record, null)) return isRouteTold(record, own) ? null : looksLike;
  return record.icaoOut === looksLike.from && record.icaoIn === looksLike.to ? null : looksLike;
}

type Outbound = Omit<
  Strip,
  | 'id'
  | 'file'
  | 'hasImage'
  | 'lacksText'
  | 'looksLike'
  | 'flight'
  | 'own'
  | 'evidence'
  | 'isAgreed'
  | 'pilot'
  | 'isShown'
>;

function outbound(job: Job, bay: OutboundBay, context: StripContext, showFile: StripAction[]): Outbound {
  const base = {
    bay,
    since: job.since,
    usually: null,
    progress: null,
    uploadsAt: null,
    order: context.uploads.order(job),
  } as const;
  const needsAttention = (
    stage: Strip['stage'],
    reason: Failure | null,
    actions: StripAction[],
    uploaded: 'open' | 'now',
  ): Outbound => ({
    ...base,
    stage,
    actor: 'you',
    segments: ['done', uploaded, 'open', 'open', 'open'],
    reason,
    actions: [...actions, ...showFile],
  });
  // Only its own pilot can upload it, or look it up.
  const { pilot } = context.whose;
  if (pilot?.isSignedOut && (job.state === 'waiting' || job.state === 'unconfirmed')) {
    const { name } = pilot;
    const isLost = job.state === 'unconfirmed';
    return {
      ...base,
      stage: isLost ? 'unconfirmed' : 'held',
      actor: 'you',
      segments: ['done', isLost ? 'now' : 'open', 'open', 'open', 'open'],
      reason: isLost ? failures.answerLostOfOther(name) : failures.otherPilot(name),
      actions: [
        ...(isLost ? (['mark-received', 'upload-again'] as const) : (['upload-as-me', 'remove'] as const)),
        ...showFile,
      ],
    };
  }
  const isHold = holdsAll(context.hold);
  switch (job.state) {
    case 'waiting':
      return {
        ...base,
        stage: isHold ? 'held' : 'waiting',
        actor: isHold ? 'you' : 'companion',
        segments: ['done', 'open', 'open', 'open', 'open'],
        uploadsAt: isHold ? null : context.uploads.at(job.id),
        reason: context.hold ?? stillTrue(job.reason),
        actions: [...holdActions(context.hold), 'remove', ...showFile],
      };
    case 'uploading':
      return {
        ...base,
        stage: 'uploading',
        actor: 'companion',
        segments: ['done', 'now', 'open', 'open', 'open'],
        progress: context.progress(job.id) ?? { sentBytes: 0, totalBytes: job.bytes },
        reason: null,
        actions: showFile,
      };
    case 'unconfirmed': {
      if (bay === 'needs-attention') {
        const asked = job.reason?.requiredAction === 'decision' ? job.reason : failures.answerLostAndUnreadable();
        return needsAttention('unconfirmed', asked, ['mark-received', 'upload-again'], 'now');
      }
      // Without a sign-in no one can check whether it arrived.
      const signInHold = needsSignIn(context.hold) ? context.hold : null;
      return {
        ...base,
        stage: 'unconfirmed',
        actor: signInHold ? 'you' : 'companion',
        segments: ['done', 'now', 'open', 'open', 'open'],
        reason: signInHold ?? job.reason,
        actions: [...holdActions(signInHold), ...showFile],
      };
    }
    case 'rejected':
      return needsAttention('rejected', job.reason, ['retry', 'remove'], 'open');
    case 'declined':
      return {
        ...base,
        stage: 'not-uploaded',
        actor: 'nobody',
        segments: ['done', 'skipped', 'skipped', 'skipped', 'skipped'],
        reason: job.reason,
        actions: ['approve', 'remove', ...showFile],
      };
    case 'held': {
      if (job.reason?.kind === 'approval-needed')
        return needsAttention('approval', job.reason, ['approve', 'reject'], 'open');
      if (job.attempt === null) return needsAttention('held', job.reason, ['retry', 'remove'], 'open');
      // A report whose answer was lost may be at the service: "Retry" would hide that question.
      return needsAttention('unconfirmed', job.reason, ['mark-received', 'upload-again'], 'now');
    }
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
