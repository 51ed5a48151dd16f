// The hooks of the store.
import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { PartName, Parts, Store } from './store.ts';

export const StoreContext = createContext<Store | null>(null);

export function useStore(): Store {
  const store = use(StoreContext);
  if (store === null) throw new Error('A view stands outside of the console.');
  return store;
}

type State = ReturnType<Store['state']>;

/** @param select must return the same value for the same state */
export function useSelected<T>(select: (state: State) => T): T {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, () => select(store.state()));
}

/** A part of the emulator's state, kept up to date while the component is mounted. */
export function usePart<Name extends PartName>(name: Name): Parts[Name] {
  const store = useStore();
  const subscribe = useCallback((listener: () => void) => store.showPart(name, listener), [store, name]);
  return useSyncExternalStore(subscribe, () => store.state()[name]);
}

/** The emulator's time, rounded to a second; rerenders at each. */
export function useServiceNow(): number {
  const { clock } = useStore();
  return useSyncExternalStore(clock.onTick, () => clock.steppedNow(1000));
}

/** Milliseconds until a time, rounded up to whole seconds; never negative. */
export function useLeftMs(untilMs: number): number {
  const { clock } = useStore();
  return useSyncExternalStore(clock.onTick, () => Math.max(0, Math.ceil((untilMs - clock.now()) / 1000) * 1000));
}

export function useClockState() {
  const { clock } = useStore();
  return useSyncExternalStore(clock.onTick, clock.state);
}

/** The names of applications and pilots. */
export function useNames() {
  const applications = usePart('applications')?.items ?? [];
  const pilots = usePart('pilots')?.items ?? [];
  return {
    applications,
    pilots,
    application: (clientId: string) => applications.find((one) => one.clientId === clientId)?.name ?? clientId,
    pilot: (id: string) => pilots.find((one) => one.id === id)?.name ?? id,
  };
}
