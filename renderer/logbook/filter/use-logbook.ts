// The filter in the address, for the components of the three views.
import { useCallback, useMemo } from 'react';
import type { LogbookFilter } from '../../../main/contract/logbook.ts';
import { openFlights, replaceFlightQuery, useFlightQuery, useView, type View } from '../../elements/use-view.ts';
import { useNow, useWindow } from '../../store/use-window.ts';
import type { WindowState } from '../../store/window-state.ts';
import { filterOf, logbookQuery, parseLogbookAddress, type LogbookAddress } from './logbook-address.ts';
import { dayOf } from './periods.ts';

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
const revisionOf = ({ app }: WindowState) => {
  if (app === null) return '';
  const pilot = app.accounts.find(({ isInUse }) => isInUse)?.id ?? app.account.status;
  return JSON.stringify([app.service.profile, pilot, app.logbook, app.bays]);
};
export const useFlightsRevision = () => useWindow(revisionOf);
