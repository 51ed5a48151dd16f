// The pages of the list for a filter and an order. The previous pages stay until the first new one has arrived.
import { useEffect, useReducer, useState } from 'react';
import type { LogbookFilter, LogbookOrder } from '../../../main/contract/logbook.ts';
import { useStore } from '../../store/use-window.ts';
import { createPageCache } from './page-cache.ts';

export function useFlightPages(filter: LogbookFilter, order: LogbookOrder, revision: string) {
  const store = useStore();
  const [version, changed] = useReducer((count: number) => count + 1, 0);
  const { by, descending } = order;
  const create = () => ({
    filter,
    cache: createPageCache({
      state: revision,
      read: (offset, limit) => store.ask('logbook.page', { filter, order: { by, descending }, offset, limit }),
      onChange: changed,
    }),
  });
  const [shown, setShown] = useState(create);
  const [newest, setNewest] = useState(shown);
  useEffect(() => {
    const next = create();
    setNewest(next);
    next.cache.want(0, 0);
    return () => next.cache.close();
    // A cache belongs to one query.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, filter, by, descending]);
  useEffect(() => newest.cache.refresh(revision), [newest, revision]);
  const isRead = newest.cache.least() !== null || newest.cache.failure() !== null;
  const [answered, setAnswered] = useState(0);
  if (isRead && shown !== newest) {
    setShown(newest);
    setAnswered(answered + 1);
  }
  // Which query the rows answer: counted, so that a benchmark can detect when its rows have arrived.
  const { cache, filter: of } = isRead ? newest : shown;
  return {
    cache,
    /** The filter that the rows match; null until the first page has arrived. */
    answeredFilter: cache.least() === null && cache.failure() === null ? null : of,
    version,
    answered,
  };
}
