// The open view and its subject are in the address, so that going back and reloading work as expected.
import { useSyncExternalStore } from 'react';

export const views = ['board', 'folders', 'files', 'settings'] as const;
export type View = (typeof views)[number];

const parts = () => {
  const [, name = '', subject = ''] = /^#([a-z]*)\/?(.*)$/s.exec(location.hash) ?? [];
  return { name, subject };
};
const read = (): View => views.find((view) => parts().name === view) ?? 'board';

function subscribe(listener: () => void) {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

export const useView = (): View => useSyncExternalStore(subscribe, read);

/** The subject of the view, as given to `openView`; empty if there is none. */
export const useViewSubject = (): string => useSyncExternalStore(subscribe, () => parts().subject);

/** Closes the subject of the view; the view stays. */
export function closeSubject() {
  if (parts().subject !== '') openView(read());
}

/** @param subject written into the address as it is: encode names of people and files */
export function openView(view: View, subject = '') {
  location.hash = subject === '' ? view : `${view}/${subject}`;
}
