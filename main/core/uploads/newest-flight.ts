// The newest record in any listing, from any program: the baseline that identifies a later upload's record.
import type { Flight } from '../../contract/strip.ts';
import type { Clock } from '../platform/ports.ts';
import { latestRecordMs } from './match-record.ts';

type Page = { readonly flights: readonly Flight[]; readonly unreadIds?: readonly number[] };

export function createNewestFlight(clock: Pick<Clock, 'monotonic'>) {
  let id = 0;
  /** When a listing last began with a record whose id is known, or was empty (monotonic). */
  let listedAt = Number.NEGATIVE_INFINITY;
  return {
    /** `isFirst`: the page begins with the newest. */
    listed({ flights, unreadIds = [] }: Page, isFirst: boolean) {
      const numbers = unreadIds.filter(Number.isFinite);
      id = Math.max(id, flights[0]?.id ?? 0, ...numbers);
      if (!isFirst) return;
      // A newer record without an id: the newest is not known.
      listedAt = numbers.length === unreadIds.length ? clock.monotonic() : Number.NEGATIVE_INFINITY;
    },
    /** 0 where none was listed. */
    id: () => id,
    /** Whether nothing newer existed recently. Uploads by other programs since then are unknown in any case. */
    isSure: () => clock.monotonic() - listedAt <= latestRecordMs,
  };
}
