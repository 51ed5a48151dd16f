// A service that has restarted its numbering reuses its ids. A record belongs to one report: the previous owner is
// released.
import type { Jobs } from '../storage/tables/jobs.ts';

type Held = {
  readonly accountId: number;
  readonly flightId: number;
  readonly now: number;
  /** The job that the record belongs to now, if it is one of ours. */
  readonly keeper?: number;
};

/** Returns the job that had the record; null if none had. Call it in a transaction. */
export function releaseFlight(jobs: Jobs, { accountId, flightId, now, keeper }: Held): number | null {
  const holder = jobs.byFlight(accountId, flightId);
  if (!holder || holder.id === keeper) return null;
  jobs.change(holder.id, now, { flightId: null });
  return holder.id;
}
