// A flight record belongs to one report. The report that loses it to another, or for which it was only inferred, is asked
// about: whether it arrived isn't known any more.
import { failures } from '../messages/failures.ts';
import type { Job, JobChange, Jobs } from '../storage/tables/jobs.ts';
import type { History } from '../storage/tables/log/history.ts';

/** The report of an inferred flight turned out not to be its. */
export const withoutInferredFlight = ({ flightId, attempt, since }: Job): JobChange => ({
  state: 'held',
  attempt: attempt ?? { startedAt: since, endedAt: since, baselineId: 0, lookups: 0 },
  evidence: null,
  agreedAt: null,
  flightId: null,
  uploadedAt: null,
  reason: failures.inferredWrongly(flightId ?? 0),
});

type Held = {
  readonly accountId: number;
  readonly flightId: number;
  readonly now: number;
  /** The job that the record belongs to now, if it is one of ours. */
  readonly keeper?: number;
};

/** Returns the job that had the record; null if none had. Call it in a transaction. */
export function releaseFlight(
  { jobs, history }: { readonly jobs: Jobs; readonly history: History },
  { accountId, flightId, now, keeper }: Held,
): number | null {
  const holder = jobs.byFlight(accountId, flightId);
  if (!holder || holder.id === keeper) return null;
  // A service that has started its numbering again uses its ids again: what was answered stays uploaded.
  if (holder.evidence === 'answered') jobs.change(holder.id, now, { flightId: null });
  else {
    jobs.change(holder.id, now, withoutInferredFlight(holder));
    history.add({ accountId, jobId: holder.id }, now, 'inferred-wrongly', { flightId });
  }
  return holder.id;
}
