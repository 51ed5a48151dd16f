// An observable value.
import { useSyncExternalStore } from 'react';

export type Cell<T> = {
  get(): T;
  set(value: T | ((before: T) => T)): void;
  subscribe(listener: () => void): () => void;
};

export function createCell<T>(first: T): Cell<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const wanted = typeof next === 'function' ? (next as (before: T) => T)(value) : next;
      if (Object.is(wanted, value)) return;
      value = wanted;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const useCell = <T>(cell: Pick<Cell<T>, 'get' | 'subscribe'>): T =>
  useSyncExternalStore(cell.subscribe, cell.get);
