// The open view, its subject and its filter are in the address, so that Back and reloading work as expected.
import { useSyncExternalStore } from 'react';

export const views = ['board', 'logbook', 'map', 'statistics', 'files', 'settings'] as const;
export type View = (typeof views)[number];

/** These views show the same flights, so they share one filter. */
const flightViews: readonly View[] = ['logbook', 'map', 'statistics'];
export const isFlightView = (view: View) => flightViews.includes(view);

const parts = () => {
  const [, name = '', subject = '', query = ''] = /^#([a-z]*)(?:\/([^]*)|\?([^]*))?$/.exec(location.hash) ?? [];
  return { name, subject, query };
};
export const openedView = (): View => views.find((view) => parts().name === view) ?? 'board';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  addEventListener('hashchange', listener);
  listeners.add(listener);
  return () => {
    removeEventListener('hashchange', listener);
    listeners.delete(listener);
  };
}

export const useView = (): View => useSyncExternalStore(subscribe, openedView);

/** The subject of the view, as given to `openView`; empty if there is none. */
export const useViewSubject = (): string => useSyncExternalStore(subscribe, () => parts().subject);

/** The filter that was in the address when one of these views was last open. */
let lastQuery = '';
const readQuery = () => {
  if (isFlightView(openedView())) lastQuery = parts().query;
  return lastQuery;
};

/** Returns the filter of the flights without `?`. It is kept while another view is open. */
export const useFlightQuery = (): string => useSyncExternalStore(subscribe, readQuery);

/** Opens a view of the flights with a filter, as a new entry of the browser history. */
export function openFlights(view: View, query = readQuery()) {
  location.hash = query === '' ? view : `${view}?${query}`;
}

/** Replaces the filter without a new history entry, so that Back doesn't undo single letters of a search. */
export function replaceFlightQuery(query: string) {
  const view = openedView();
  history.replaceState(history.state, '', query === '' ? `#${view}` : `#${view}?${query}`);
  for (const listener of listeners) listener();
}

/** Flights of another pilot are all shown. */
export function clearFilter() {
  lastQuery = '';
  if (isFlightView(openedView())) replaceFlightQuery('');
}

/** Closes the subject and keeps the view. */
export function closeSubject() {
  if (parts().subject !== '') openView(openedView());
}

/** @param subject added to the address unchanged, so names of people and files have to be encoded */
export function openView(view: View, subject = '') {
  if (isFlightView(view)) openFlights(view);
  else location.hash = subject === '' ? view : `${view}/${subject}`;
}
