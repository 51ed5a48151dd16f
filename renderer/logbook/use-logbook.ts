// The filter in the address and the columns, for the components of the three views.
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { LogbookFilter } from '../../main/contract/logbook.ts';
import { openFlights, replaceFlightQuery, useFlightQuery, useView, type View } from '../elements/use-view.ts';
import { useNow, useWindow } from '../store/use-window.ts';
import type { WindowState } from '../store/window-state.ts';
import { type Column, knownColumns, usualColumns } from './columns.ts';
import { dayOf, filterOf, type LogbookAddress, logbookQuery, parseLogbookAddress } from './logbook-address.ts';

/** Returns the process's day in UTC at the time of rendering. */
export const useToday = () => dayOf(useNow(false));

export function useLogbookAddress(): LogbookAddress {
  const query = useFlightQuery();
  return useMemo(() => parseLogbookAddress(query), [query]);
}

/** Returns the filter, as the same object as long as it doesn't change. */
export function useLogbookFilter(): LogbookFilter {
  const address = useLogbookAddress();
  const key = JSON.stringify(filterOf(address, useToday()));
  return useMemo(() => JSON.parse(key) as LogbookFilter, [key]);
}

/** Returns functions that show other flights: in this view, or in the logbook. */
export function useShowFlights() {
  const view = useView();
  return useCallback(
    (address: LogbookAddress, how: { readonly as?: View; readonly inPlace?: boolean } = {}) => {
      if (how.inPlace) replaceFlightQuery(logbookQuery(address));
      else openFlights(how.as ?? view, logbookQuery(address));
    },
    [view],
  );
}

/** A value that changes whenever flights may have changed, so that they are queried again. */
const revisionOf = ({ app, flightsRevision }: WindowState) => {
  if (app === null) return '';
  const pilot = app.accounts.find(({ isInUse }) => isInUse)?.id ?? app.account.status;
  return JSON.stringify([app.service.profile, pilot, app.showsEveryone, app.logbook, flightsRevision]);
};
export const useFlightsRevision = () => useWindow(revisionOf);

const restMs = 150;

/** Debounces the query, except for the first one. */
export function useRested<T>(question: T | null): T | null {
  const [rested, setRested] = useState(question);
  useEffect(() => {
    if (question === rested) return undefined;
    const timer = setTimeout(() => setRested(question), rested === null ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [question, rested]);
  return rested;
}

/** Returns the columns of the address, the settings or the defaults. Adds the pilot if several pilots are shown. */
export function useChosenColumns(): readonly Column[] {
  const { columns: ofAddress, pilots } = useLogbookAddress();
  const kept = useWindow((state) => state.settings?.logbook?.columns);
  const showsEveryone = useWindow(({ app }) => app?.showsEveryone === true);
  return useMemo(() => {
    const chosen = ofAddress ?? (kept && knownColumns(kept)) ?? usualColumns;
    return pilots === 'all' || showsEveryone ? knownColumns([...chosen, 'pilot'])! : chosen;
  }, [ofAddress, kept, pilots, showsEveryone]);
}
