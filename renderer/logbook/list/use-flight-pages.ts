// The pages of the list for a filter and an order. Those of the filter before stay until the first page is there.
import { useEffect, useReducer, useState } from 'react';
import type { LogbookFilter, LogbookOrder } from '../../../main/contract/logbook.ts';
import { useStore } from '../../store/use-window.ts';
import { createPageCache } from './page-cache.ts';

export function useFlightPages(filter: LogbookFilter, order: LogbookOrder, turn: string) {
  const store = useStore();
  const [version, changed] = useReducer((count: number) => count + 1, 0);
  const { by, descending } = order;
  const create = () => ({
    filter,
    cache: createPageCache({
      state: turn,
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
    // A cache belongs to its question.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, filter, by, descending]);
  useEffect(() => newest.cache.refresh(turn), [newest, turn]);
  const isRead = newest.cache.least() !== null || newest.cache.failure() !== null;
  const [answered, setAnswered] = useState(0);
  if (isRead && shown !== newest) {
    setShown(newest);
    setAnswered(answered + 1);
  }
  // Which question the rows answer: counted, so that a benchmark sees when its rows are there.
  const { cache, filter: of } = isRead ? newest : shown;
  return {
    cache,
    /** That the rows answer; null until the first ones are there. */
    answeredFilter: cache.least() === null && cache.failure() === null ? null : of,
    version,
    answered,
  };
}
