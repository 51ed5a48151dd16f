// The content of the request list. New requests appear on top, unless the list is scrolled or a request is open; then they
// are only counted.
import { useMemo, useState } from 'react';
import type { JournalEntry } from '../../api-types.ts';
import { useCell } from '../store/cell.ts';
import { useConsole } from '../store/use-console.ts';
import { filterRequests, noFilter } from './request-filter.ts';
import type { RequestFilter } from './request-filter.ts';

export type Requests = {
  filter: RequestFilter;
  setFilter(change: Partial<RequestFilter>): void;
  /** Newest first. */
  shown: readonly JournalEntry[];
  total: number;
  /** New requests that are not shown yet. */
  waiting: number;
  hold(): void;
  follow(): void;
};

export function useRequests(): Requests {
  const { journal } = useConsole();
  const snapshot = useCell(journal.snapshot);
  const [filter, change] = useState(noFilter);
  const [heldAt, setHeldAt] = useState<number | null>(null);

  // After the journal was cleared, or has dropped everything shown, there is nothing to keep in place.
  const lastId = snapshot.entries.at(-1)?.id ?? 0;
  const upToId = heldAt !== null && (snapshot.entries[0]?.id ?? Infinity) <= heldAt ? heldAt : null;
  const shown = useMemo(() => filterRequests(snapshot.entries, filter, upToId), [snapshot, filter, upToId]);
  const waiting = useMemo(
    () => (upToId === null ? 0 : filterRequests(snapshot.entries, filter, null).length - shown.length),
    [snapshot, filter, upToId, shown],
  );

  return {
    filter,
    setFilter: (wanted) => {
      setHeldAt(null);
      change((before) => ({ ...before, ...wanted }));
    },
    shown,
    total: snapshot.entries.length,
    waiting,
    hold: () => setHeldAt((before) => before ?? (lastId || null)),
    follow: () => setHeldAt(null),
  };
}
