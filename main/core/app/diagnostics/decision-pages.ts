// The decision log as text: in pages for a window, and redacted for diagnostics.
import { basename } from 'node:path';
import type { z } from 'zod';
import { evidenceOf, isInferred } from '../../../contract/evidence.ts';
import type { DecisionsPage, decisionsInputSchema, Explanation, FileState } from '../../../contract/explanation.ts';
import { decisionMessage } from '../../decisions/decision-entries.ts';
import { historyMessage } from '../../board/history-messages.ts';
import { namesHere, anonymize } from '../../platform/logging/anonymize.ts';
import { redact } from '../../platform/masking/redact.ts';
import type { ProfileRuntime } from '../../profile/profile-runtime.ts';
import { jobStripId, type Strip } from '../../../contract/strip.ts';
import { message, type Message } from '../../../messages/message.ts';
import { unansweredMessage } from '../../messages/failures.ts';
import { isApprovalAsked, type Job } from '../../storage/tables/job.ts';

type Source = Pick<ProfileRuntime, 'decisions' | 'stores'>;

export function decisionsPage(
  { board, decisions, stores, workers }: Source & Pick<ProfileRuntime, 'board' | 'workers'>,
  query: z.infer<typeof decisionsInputSchema>,
): DecisionsPage {
  const { files, next, total } = decisions.page(query);
  const pilotOf = board.pilots();
  return {
    next,
    total,
    files: files.map(({ path, jobId, last }) => {
      const name = basename(path);
      const job = jobId === null ? null : stores.jobs.byId(jobId);
      // The queue has what happened next to a file that became a report.
      const events = job && last.rule === 'added' ? stores.history.of({ jobId: job.id }) : [];
      // A copy that was added again changes nothing.
      const newest = events.findLast(({ what }) => what !== 'added-again');
      const isLater = newest !== undefined && newest.what !== 'added';
      return {
        name,
        path,
        state: job ? stateOfJob(job, workers()?.canRead() !== false) : 'not-added',
        at: last.firstAt,
        rule: last.rule,
        message: isLater ? historyMessage(newest) : decisionMessage(last, name),
        stripId: job && jobStripId(job.id),
        pilot: (job && pilotOf(job.accountId)?.name) ?? null,
      };
    }),
  };
}

/**
 * The newest decisions, without secrets and with the home folder as `~`: at most `maxFiles` files and about `maxBytes`
 * of JSON. `isCut`: older ones are left out.
 */
export function decisionsForDiagnostics(
  { decisions, stores }: Source,
  { maxFiles = 500, maxBytes = 500_000 }: { maxFiles?: number; maxBytes?: number } = {},
): { files: unknown[]; isCut: boolean } {
  const names = namesHere([]);
  const files: unknown[] = [];
  let bytes = 0;
  let after: string | null = null;
  do {
    const page = decisions.page({ after, limit: Math.min(100, maxFiles - files.length) });
    for (const { path } of page.files) {
      const found = decisions.of(path);
      if (found === null) continue;
      const { jobId, sha256 } = found.file;
      const job = jobId === null ? null : stores.jobs.byId(jobId);
      const one = {
        path,
        sha256,
        report: jobId,
        decisions: found.decisions.map(({ rule, figures, firstAt, lastAt, times }) => ({
          rule,
          figures,
          firstAt,
          lastAt,
          times,
        })),
        history: jobId === null ? [] : stores.history.of({ jobId }),
        ...(job && { state: job.state, attempts: job.attempts, evidence: evidenceOf(job), agreedAt: job.agreedAt }),
      };
      const clean = anonymize(redact(one), names);
      bytes += JSON.stringify(clean).length;
      if (bytes > maxBytes) return { files, isCut: true };
      files.push(clean);
    }
    after = page.next;
  } while (after !== null && files.length < maxFiles);
  return { files, isCut: after !== null };
}

// The status of a report, as the messages that answer "why was this file not uploaded?".

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
      return isApprovalAsked(job) ? 'approval' : 'needs-attention';
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
