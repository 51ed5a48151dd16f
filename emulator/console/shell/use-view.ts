// Which view is open: kept in the address, so that going back and reloading do what people expect.
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
