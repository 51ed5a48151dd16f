// Keys that work in every view.
import { useEffect } from 'react';
import { closeSubject, openView } from '../elements/use-view.ts';
import type { WindowStore } from '../store/window-store.ts';
import { isTyping } from '../elements/is-typing.ts';

type Options = {
  readonly store: WindowStore;
  readonly chooseFiles: () => void;
  readonly showKeys: () => void;
};

export function useShellKeys({ store, chooseFiles, showKeys }: Options) {
  useEffect(() => {
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
        store.select(null);
        closeSubject();
      },
    };
    function onKey(event: KeyboardEvent) {
      // With an open menu, Escape closes only that.
      if (event.key === 'Escape' && document.querySelector(':popover-open') !== null) return;
      const action = actions[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
      event.preventDefault();
      action();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [store, chooseFiles, showKeys]);
}
