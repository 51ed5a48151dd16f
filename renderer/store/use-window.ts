// The store and the tick, for components.
import { createContext, use, useSyncExternalStore } from 'react';
import type { ImageLoader } from '../images/image-loader.ts';
import type { Ticker } from './ticker.ts';
import type { WindowState } from './window-state.ts';
import type { WindowStore } from './window-store.ts';

export type WindowTools = { readonly store: WindowStore; readonly ticker: Ticker; readonly images: ImageLoader };

export const WindowContext = createContext<WindowTools | null>(null);

function useTools(): WindowTools {
  const tools = use(WindowContext);
  if (tools === null) throw new Error('rendered outside of WindowContext');
  return tools;
}

export const useStore = () => useTools().store;
export const useImageLoader = () => useTools().images;

/** A part of the window's state. The selector picks what is there and builds nothing new. */
export function useWindow<T>(select: (state: WindowState) => T): T {
  const { store } = useTools();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

const silent = () => () => {};

/** The process's time in whole seconds, epoch ms; ticks while the component is on screen and `isNeeded`. */
export function useNow(isNeeded = true): number {
  const { ticker } = useTools();
  return useSyncExternalStore(isNeeded ? ticker.subscribe : silent, ticker.now);
}
