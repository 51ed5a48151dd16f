// Undoes a removal or a rejection: the report is as it was before.
import { failed, ok, type Result } from '../../../../contract/failure.ts';
import { jobIdOf, jobStripId } from '../../../../contract/strip.ts';
import { message } from '../../../../messages/message.ts';
import { failures } from '../../../messages/failures.ts';
import type { ProfileRuntime } from '../../../profile/profile-runtime.ts';
import type { JobChange } from '../../../storage/tables/jobs.ts';

/** The copy of a removed report is kept for a day (uploads/spool/spool-names.ts); this is well within. */
const UNDONE_WITHIN_MS = 3_600_000;

export function restoreStrip(runtime: ProfileRuntime, stripId: string, now: number): Result<null> {
  const { stores } = runtime;
  const jobId = jobIdOf(stripId);
  if (jobId === null) return failed(failures.notFound('report'));
  const failure = stores.inTransaction(() => {
    const removed = stores.jobs.removedSince(jobId, now - UNDONE_WITHIN_MS);
    const job = removed ?? stores.jobs.byId(jobId);
    if (!job) return failures.notFound('report');
    if (!removed && job.state !== 'declined') return failures.notNow(message('failure.nothingToUndo'));
    const again = removed && stores.jobs.byImage(job, job.accountId);
    if (again && again.accountId === job.accountId) return failures.notNow(message('failure.addedAgain'));
    const change: JobChange = removed
      ? { removedAt: null }
      : { state: 'held', reason: failures.approvalNeeded(), attempt: null };
    stores.jobs.change(job.id, now, change);
    stores.history.add({ accountId: job.accountId, jobId: job.id }, now, 'restored');
    return null;
  });
  if (failure) return failed(failure);
  runtime.tryAgain();
  runtime.onState();
  runtime.noteStrips([jobStripId(jobId)]);
  return ok(null);
}
