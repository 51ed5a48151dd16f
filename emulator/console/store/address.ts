// The open view and what is open in it, kept in the URL (`#requests/17`) for the back button, reloads and links to share.
import { useSyncExternalStore } from 'react';

export const views = ['requests', 'flights', 'people', 'scenario', 'api', 'settings'] as const;
export type View = (typeof views)[number];

const parts = (): string[] => location.hash.slice(1).split('/');

const readView = (): View => views.find((view) => view === parts()[0]) ?? 'requests';

function subscribe(listener: () => void) {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

export const useView = (): View => useSyncExternalStore(subscribe, readView);

export function openView(view: View): void {
  location.hash = view;
}

/** The parts of the URL after the view, joined unchanged; a text, so that React can compare it. */
export const useOpenItem = (): string => useSyncExternalStore(subscribe, () => parts().slice(1).join('/'));

/** Replaces what is open, without a step for the back button. */
export function openItem(view: View, item: string): void {
  history.replaceState(null, '', item === '' ? `#${view}` : `#${view}/${item}`);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
