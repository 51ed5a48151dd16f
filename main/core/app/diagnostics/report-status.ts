// The status of a report, as the messages that answer "why was this file not uploaded?".
import { isInferred } from '../../../contract/evidence.ts';
import type { Explanation, FileState } from '../../../contract/explanation.ts';
import type { Strip } from '../../../contract/strip.ts';
import { message, type Message } from '../../../messages/message.ts';
import { unansweredMessage } from '../../messages/evidence-messages.ts';
import type { Job } from '../../storage/tables/jobs.ts';

type Answer = Pick<Explanation, 'headline' | 'advice'>;

/** `isLookedUp`: a lost answer of it is looked up; else the pilot is asked. */
export function stateOfJob(job: Job, isLookedUp: boolean): FileState {
  switch (job.state) {
    case 'waiting':
    case 'uploading':
      return 'waiting';
    case 'unconfirmed':
      return isLookedUp ? 'waiting' : 'needs-attention';
    case 'held':
    case 'rejected':
      return 'needs-attention';
    case 'uploaded':
      return isInferred(job) ? 'inferred' : 'uploaded';
    case 'declined':
      return 'not-added';
  }
}

/** The strip's reason also tells what to do, so it is used alone or as the advice. */
export function ofReport(job: Job, strip: Strip): Answer {
  const reason = strip.reason?.message ?? null;
  const answer = (headline: Message, advice: Message | null = null): Answer => ({ headline, advice });
  switch (job.state) {
    case 'uploaded':
      return answer(
        unansweredMessage(job) ?? uploadedMessage(job),
        isInferred(job) ? message('explain.inferredAdvice') : null,
      );
    case 'waiting': {
      if (reason !== null) return answer(message('explain.waiting'), reason);
      const { uploadsAt } = strip;
      return answer(uploadsAt === null ? message('explain.queued') : message('explain.queuedUntil', { at: uploadsAt }));
    }
    case 'uploading':
      return answer(strip.stage === 'uploading' ? message('explain.uploading') : (reason ?? message('explain.held')));
    case 'unconfirmed':
    case 'held':
    case 'rejected':
      return answer(reason ?? message('explain.held'));
    case 'declined':
      return answer(message('explain.declined'), reason);
  }
}

function uploadedMessage({ flightId: flight, uploadedAt: at }: Job): Message {
  if (flight === null) return at === null ? message('explain.uploaded') : message('explain.uploadedAt', { at });
  return at === null
    ? message('explain.uploadedAsFlight', { flight })
    : message('explain.uploadedAsFlightAt', { flight, at });
}
