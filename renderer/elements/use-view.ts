// Which view is open, and what it is about: kept in the address, so that going back and reloading do what people expect.
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

/** What the view is about, as it was given to `openView`; empty where it is about nothing in particular. */
export const useViewSubject = (): string => useSyncExternalStore(subscribe, () => parts().subject);

/** Closes what the view is about; the view itself stays. */
export function closeSubject() {
  if (parts().subject !== '') openView(read());
}

/** @param subject Written into the address as it is: encode what people or files named. */
export function openView(view: View, subject = '') {
  location.hash = subject === '' ? view : `${view}/${subject}`;
}
