// How much of the pilot's flights has been read, and what may be said of figures over them. Every answer with such
// figures carries it, and only `isFinal` decides.
import * as z from 'zod/mini';

export const completenessSchema = z.object({
  /**
   * `unknown`: nothing was read yet. `loading`: older flights are being read. `complete`: all of them. `local`: flights
   * can't be read, so only what was uploaded from this computer is there.
   */
  status: z.enum(['unknown', 'loading', 'complete', 'local']),
  /** Flights that are here. */
  flights: z.number(),
  /** Records at the service that can't be read. */
  unread: z.number(),
  /** While `loading`: all flights after this day have been read. Null: that holds for no day yet. */
  readAfter: z.nullable(z.string()),
});
export type Completeness = z.infer<typeof completenessSchema>;

/** Whether all flights from this day on have been read; null: all flights. Other figures aren't final. */
export const isFinal = ({ status, readAfter }: Completeness, from: string | null): boolean =>
  status === 'complete' || (status === 'loading' && readAfter !== null && from !== null && from > readAfter);

/** Whether figures will grow as flights are read. Where flights can't be read, they won't. */
export const isSoFar = (read: { readonly completeness: Completeness; readonly isFinal: boolean }): boolean =>
  !read.isFinal && read.completeness.status !== 'local';

const latest = (one: string | null, other: string | null) =>
  one === null || other === null ? null : other > one ? other : one;

/** Of several accounts together. */
export function completenessOfAll(each: readonly Completeness[]): Completeness {
  const sum = (key: 'flights' | 'unread') => each.reduce((total, one) => total + one[key], 0);
  const pending = each.filter(({ status }) => status !== 'complete');
  const days = pending.map(({ readAfter }) => readAfter);
  return {
    status: each.length === 0 ? 'unknown' : (pending[0]?.status ?? 'complete'),
    flights: sum('flights'),
    unread: sum('unread'),
    readAfter: days.reduce(latest, days[0] ?? null),
  };
}
