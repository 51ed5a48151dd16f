// The open view, kept in the URL for the back button and reloads.
import { useSyncExternalStore } from 'react';

export const views = ['requests', 'flights', 'people', 'limits', 'scenario', 'settings'] as const;
export type View = (typeof views)[number];

const read = (): View => views.find((view) => location.hash === `#${view}`) ?? 'requests';

function subscribe(listener: () => void) {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

export const useView = (): View => useSyncExternalStore(subscribe, read);

export function openView(view: View): void {
  location.hash = view;
}
