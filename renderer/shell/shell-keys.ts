// The commands that work in every view, and Escape.
import { useCommands, useShortcuts } from '../commands/use-commands.ts';
import { useKeydown } from '../elements/use-keydown.ts';
import { closeSubject, openView, type View } from '../elements/use-view.ts';
import type { WindowStore } from '../store/window-store.ts';

type Options = {
  readonly store: WindowStore;
  readonly chooseFiles: () => void;
  readonly showKeys: () => void;
  readonly showPalette: () => void;
};

export function useShellKeys({ store, chooseFiles, showKeys, showPalette }: Options) {
  useShortcuts();
  useCommands({
    'view.board': () => goTo('board'),
    'view.logbook': () => goTo('logbook'),
    'view.map': () => goTo('map'),
    'view.statistics': () => goTo('statistics'),
    'view.folders': () => goTo('folders'),
    'view.files': () => goTo('files'),
    'view.settings': () => goTo('settings'),
    palette: showPalette,
    shortcuts: showKeys,
    'files.choose': chooseFiles,
    'uploads.pause': () => store.order(store.get().app?.queue.paused ? 'uploads.resume' : 'uploads.pause', {}),
    'flights.refresh': () => store.refresh(),
  });
  useKeydown((event) => {
    // An open menu is closed by the browser.
    if (event.key !== 'Escape' || event.repeat || document.querySelector(':popover-open') !== null) return;
    event.preventDefault();
    if (store.dismissTopmost()) return;
    if (store.get().chosen.length > 0) return store.choose([]);
    store.select(null);
    closeSubject();
  });
}

/** Opens a view and focuses it, so that screen readers continue there. */
function goTo(view: View) {
  openView(view);
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('#main')?.focus();
  });
}
