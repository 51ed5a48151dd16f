// Finds the record of an upload whose answer was lost: the records since the attempt, less those that belong to known jobs.
// Exactly one new one is ours; none after a grace time means that it may be sent again; anything else is the pilot's to decide.
import type { Flight } from '../../contract/strip.ts';
import type { Attempt } from '../storage/jobs.ts';

export type Finding =
  | { readonly kind: 'found'; readonly flight: Flight }
  | { readonly kind: 'not-yet'; readonly lookAgainInMs: number }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'ambiguous' };

/** When to look after the connection broke: a record may appear a little later. The last one ends the grace time. */
export const lookAfterMs = [500, 3_000, 10_000] as const;

/**
 * `records`: the newest records, back to the attempt's baseline at least. `owned`: ids that belong to other jobs.
 * `serviceAheadMs`: how far the service's clock is ahead of ours, where it is known: a record made before the attempt began
 * is then somebody else's.
 */
export function findRecord(
  attempt: Attempt,
  records: readonly Flight[],
  owned: ReadonlySet<number>,
  serviceAheadMs: number | null,
): Finding {
  const candidates = records.filter((flight) => {
    if (flight.id <= attempt.baselineId || owned.has(flight.id)) return false;
    if (serviceAheadMs === null || flight.createdAt === null) return true;
    return flight.createdAt - serviceAheadMs >= attempt.startedAt - CLOCK_MARGIN_MS;
  });
  const [only, another] = candidates;
  if (only && !another) return { kind: 'found', flight: only };
  if (another) return { kind: 'ambiguous' };
  const nextLook = lookAfterMs[attempt.looks + 1];
  const thisLook = lookAfterMs[attempt.looks] ?? 0;
  return nextLook === undefined ? { kind: 'not-there' } : { kind: 'not-yet', lookAgainInMs: nextLook - thisLook };
}

/** The service shows whole seconds, and the two clocks drift. */
const CLOCK_MARGIN_MS = 3_000;
