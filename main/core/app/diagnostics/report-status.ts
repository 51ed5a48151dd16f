// Where a report stands, as the one or two sentences that answer "why was this file not uploaded?".
import type { Explanation, FileState } from '../../../contract/explanation.ts';
import type { Strip } from '../../../contract/strip.ts';
import { momentWords, whenWords } from '../../messages/date-format.ts';
import type { Job } from '../../storage/tables/jobs.ts';

type Answer = Pick<Explanation, 'headline' | 'advice'>;

/** `isLookedUp`: a lost answer of it is looked up; else the pilot is asked. */
export function stateOfJob(job: Job, isLookedUp: boolean): FileState {
  switch (job.state) {
    case 'waiting':
    case 'uploading':
      return 'waiting';
    case 'unconfirmed':
      return isLookedUp ? 'waiting' : 'needs-you';
    case 'held':
    case 'rejected':
      return 'needs-you';
    case 'uploaded':
      return 'sent';
    case 'declined':
      return 'not-added';
  }
}

/** The strip's reason says the cure as well, so there is nothing to add to it. */
export function ofReport(job: Job, strip: Strip, now: number): Answer {
  const said = (headline: string, advice: string | null = null): Answer => ({ headline, advice });
  const reason = strip.reason?.message ?? null;
  switch (job.state) {
    case 'uploaded': {
      const when = job.uploadedAt === null ? '' : ` ${whenWords(job.uploadedAt, now)}`;
      return said(
        job.flightId === null
          ? `It was uploaded${when}: the service has it.`
          : `It was uploaded${when} and is flight ${job.flightId}.`,
      );
    }
    case 'waiting': {
      if (reason !== null) return said(`It waits here. ${reason}`);
      const leaves = strip.uploadsAt === null ? null : momentWords(strip.uploadsAt, now);
      return said(
        leaves === null
          ? 'It waits in the queue, and leaves by itself.'
          : `It waits in the queue and leaves at about ${leaves}.`,
      );
    }
    case 'uploading':
      return said(strip.stage === 'sending' ? 'It is on its way to the service now.' : (reason ?? 'It is held here.'));
    case 'unconfirmed':
    case 'held':
    case 'rejected':
      return said(reason ?? 'It is held here.');
    case 'declined':
      return said('It is not sent: you said so.', reason);
  }
}
