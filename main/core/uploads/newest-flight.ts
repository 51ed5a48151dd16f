// The newest record on the service, as far as listings show it: what a report's record is told from that is sent from now on.
// Whosever it is, and whether it can be read or not.
import type { Flight } from '../../contract/strip.ts';
import type { Clock } from '../platform/ports.ts';
import { latestRecordMs } from './match-record.ts';

type Page = { readonly flights: readonly Flight[]; readonly unreadIds?: readonly number[] };

export function createNewestFlight(clock: Pick<Clock, 'monotonic'>) {
  let id = 0;
  /** When a listing last began with a record whose number is known, or was empty (monotonic). */
  let listedAt = Number.NEGATIVE_INFINITY;
  return {
    /** `isFirst`: the page begins with the newest. */
    listed({ flights, unreadIds = [] }: Page, isFirst: boolean) {
      const numbers = unreadIds.filter(Number.isFinite);
      id = Math.max(id, flights[0]?.id ?? 0, ...numbers);
      if (!isFirst) return;
      // One without a number, before all others: there is a newer one, and nobody knows which.
      listedAt = numbers.length === unreadIds.length ? clock.monotonic() : Number.NEGATIVE_INFINITY;
    },
    /** 0 where none was listed. */
    id: () => id,
    /** Whether nothing newer was there a while ago: what another program sends meanwhile cannot be told all the same. */
    isSure: () => clock.monotonic() - listedAt <= latestRecordMs,
  };
}
