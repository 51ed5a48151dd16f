// Keys that work in every view.
import { closeSubject, openView } from '../elements/use-view.ts';
import type { WindowStore } from '../store/window-store.ts';
import { useKeydown } from '../elements/use-keydown.ts';

type Options = {
  readonly store: WindowStore;
  readonly chooseFiles: () => void;
  readonly showKeys: () => void;
};

export function useShellKeys({ store, chooseFiles, showKeys }: Options) {
  const isPaused = () => store.get().app?.queue.paused ?? false;
  const actions: Readonly<Record<string, () => void>> = {
    '1': () => openView('board'),
    '2': () => openView('logbook'),
    '3': () => openView('map'),
    '4': () => openView('statistics'),
    '5': () => openView('folders'),
    '6': () => openView('files'),
    '7': () => openView('settings'),
    '?': showKeys,
    o: chooseFiles,
    p: () => void store.order(isPaused() ? 'uploads.resume' : 'uploads.pause', {}),
    Escape: () => {
      if (store.dismissNewest()) return;
      store.select(null);
      closeSubject();
    },
  };
  useKeydown((event) => {
    // With an open menu, Escape closes only that.
    if (event.key === 'Escape' && document.querySelector(':popover-open') !== null) return;
    const action = actions[event.key];
    if (!action || event.repeat) return;
    event.preventDefault();
    action();
  });
}
