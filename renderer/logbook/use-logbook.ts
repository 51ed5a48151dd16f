// The filter in the address, the columns and the answers of the process, for the components of the three views.
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { CommandInput, CommandName, CommandOutput } from '../../main/contract/commands.ts';
import type { Failure } from '../../main/contract/failure.ts';
import type { LogbookFilter } from '../../main/contract/logbook.ts';
import { openFlights, replaceFlightQuery, useFlightQuery, useView, type View } from '../elements/use-view.ts';
import { useNow, useStore, useWindow } from '../store/use-window.ts';
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
const revisionOf = ({ app }: WindowState) => {
  if (app === null) return '';
  const pilot = app.accounts.find(({ isInUse }) => isInUse)?.id ?? app.account.status;
  return JSON.stringify([app.service.profile, pilot, app.logbook, app.bays]);
};
export const useFlightsRevision = () => useWindow(revisionOf);

// Queries the process, and again when the query or the flights change. Keeps the last answer until the next one
// arrives.

type Answer<T> = {
  /** Null until the first answer has arrived. */
  readonly value: T | null;
  /** Whether the value answers an earlier query. */
  readonly isOld: boolean;
  readonly failure: Failure | null;
};

/**
 * @param input has to be the same object as long as the query is the same; null sends no query
 * @param revision a new value repeats the query
 */
export function useAnswer<N extends CommandName>(
  name: N,
  input: CommandInput<N> | null,
  revision: string,
): Answer<CommandOutput<N>> {
  const store = useStore();
  const [known, setKnown] = useState<{
    readonly input: CommandInput<N>;
    readonly value: CommandOutput<N> | null;
    readonly failure: Failure | null;
  } | null>(null);
  useEffect(() => {
    if (input === null) return undefined;
    let isStale = false;
    void store.ask(name, input).then((result) => {
      // The process cancels a query that a newer one replaces.
      if (isStale || (!result.ok && result.failure.kind === 'cancelled')) return;
      setKnown((before) =>
        result.ok
          ? { input, value: result.value, failure: null }
          : { input, value: before?.value ?? null, failure: result.failure },
      );
    });
    return () => {
      isStale = true;
    };
    // `revision` only triggers the query.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [store, name, input, revision]);
  return { value: known?.value ?? null, isOld: known?.input !== input, failure: known?.failure ?? null };
}

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
  return useMemo(() => {
    const chosen = ofAddress ?? (kept && knownColumns(kept)) ?? usualColumns;
    return pilots === 'all' ? knownColumns([...chosen, 'pilot'])! : chosen;
  }, [ofAddress, kept, pilots]);
}
