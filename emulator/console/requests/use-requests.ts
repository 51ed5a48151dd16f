// What the list of requests shows. New ones come on top as long as nobody reads; while somebody does (has scrolled down,
// or has a request open) the list stands still and counts what it has not shown yet.
import { useMemo, useState } from 'react';
import type { JournalEntry } from '../../api-types.ts';
import { useCell } from '../store/cell.ts';
import { useConsole } from '../store/use-console.ts';
import { filterRequests, noFilter } from './request-filter.ts';
import type { RequestFilter } from './request-filter.ts';

export interface Requests {
  filter: RequestFilter;
  setFilter(change: Partial<RequestFilter>): void;
  /** Newest first. */
  shown: readonly JournalEntry[];
  total: number;
  /** How many wait above the first one. */
  waiting: number;
  hold(): void;
  follow(): void;
}

export function useRequests(): Requests {
  const { journal } = useConsole();
  const snapshot = useCell(journal.snapshot);
  const [filter, change] = useState(noFilter);
  const [heldAt, setHeldAt] = useState<number | null>(null);

  // A journal that was cleared, or has lost all that is held, begins behind it: there is nothing to stand still for.
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
