// The filter of the address, for the components of the three views.
import { useCallback, useMemo } from 'react';
import type { LogbookFilter } from '../../../main/contract/logbook.ts';
import { openFlights, replaceFlightQuery, useFlightQuery, useView } from '../../elements/use-view.ts';
import type { View } from '../../elements/use-view.ts';
import { useNow, useWindow } from '../../store/use-window.ts';
import type { WindowState } from '../../store/window-state.ts';
import { filterOf, logbookQuery, parseLogbookAddress, type LogbookAddress } from './logbook-address.ts';
import { dayOf } from './periods.ts';

/** The process's day in UTC. It is read when the view is rendered, not watched. */
export const useToday = () => dayOf(useNow(false));

export function useLogbookAddress(): LogbookAddress {
  const query = useFlightQuery();
  return useMemo(() => parseLogbookAddress(query), [query]);
}

/** The query; the same object as long as it is the same. */
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

/** Changes when flights may have changed: they are queried again then. */
const turnOf = ({ app }: WindowState) => {
  if (app === null) return '';
  const pilot = app.accounts.find(({ isInUse }) => isInUse)?.id ?? app.account.status;
  return JSON.stringify([app.service.profile, pilot, app.logbook, app.bays]);
};
export const useFlightsTurn = () => useWindow(turnOf);
