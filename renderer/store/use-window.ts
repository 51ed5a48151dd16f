// The store and the tick, for components.
import { createContext, use, useSyncExternalStore } from 'react';
import type { ImageLoader } from './image-loader.ts';
import type { Ticker } from './ticker.ts';
import type { WindowState } from './window-state.ts';
import type { WindowStore } from './window-store.ts';
import { shownTexts } from '../text.ts';

type WindowTools = { readonly store: WindowStore; readonly ticker: Ticker; readonly images: ImageLoader };

export const WindowContext = createContext<WindowTools | null>(null);

function useTools(): WindowTools {
  const tools = use(WindowContext);
  if (tools === null) throw new Error('rendered outside of WindowContext');
  return tools;
}

export const useStore = () => useTools().store;
export const useImageLoader = () => useTools().images;

export const TextsContext = createContext(shownTexts());

/** Returns the language and zone, for what isn't rendered again with its parent. */
export const useTexts = () => use(TextsContext);

/** Returns a part of the state. The selector must not build new objects. */
export function useWindow<T>(select: (state: WindowState) => T): T {
  const { store } = useTools();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** Whether screenshots are read for their routes; null until the settings are read. */
export const useReadsRoutes = () => useWindow(({ settings }) => settings && settings.readsRoutes !== 'never');

const silent = () => () => {};

/** Returns the process's time in whole seconds, epoch ms. Ticks while `isNeeded`, and stops with the process. */
export function useNow(isNeeded = true): number {
  const { ticker } = useTools();
  const isLinked = useWindow(({ link }) => link === 'up');
  return useSyncExternalStore(isNeeded && isLinked ? ticker.subscribe : silent, ticker.now);
}
