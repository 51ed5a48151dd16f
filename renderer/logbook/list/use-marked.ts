// The ids of the flights that are marked for an export. A change of the filter clears them.
import { useRef, useState } from 'react';
import type { LogbookFilter } from '../../../main/contract/logbook.ts';
import type { PageCache } from './page-cache.ts';

const none: ReadonlySet<number> = new Set();

export function useMarked(cache: PageCache, filter: LogbookFilter) {
  const [marked, setMarked] = useState({ filter, ids: none });
  const ids = marked.filter === filter ? marked.ids : none;
  const setIds = (next: ReadonlySet<number>) => setMarked({ filter, ids: next });
  const last = useRef<number | null>(null);
  const clear = () => setIds(none);
  /** `extend` marks all rows from the last marked one to this one. */
  const mark = (row: number, to: 'toggle' | 'extend') => {
    const from = to === 'extend' ? (last.current ?? row) : row;
    const rows = Array.from({ length: Math.abs(row - from) + 1 }, (_, at) => Math.min(row, from) + at);
    const flights = rows.flatMap((one) => cache.row(one)?.id ?? []);
    last.current = row;
    const isRemoved = to === 'toggle' && flights.every((id) => ids.has(id));
    const others = [...ids].filter((id) => !flights.includes(id));
    setIds(new Set(isRemoved ? others : [...others, ...flights]));
  };
  return { ids, mark, clear };
}
