// The hooks of the store.
import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import { useCell } from './cell.ts';
import type { ConsoleStore } from './console-store.ts';
import type { Loaded, Resource } from './resource.ts';

export const ConsoleContext = createContext<ConsoleStore | null>(null);

export function useConsole(): ConsoleStore {
  const store = use(ConsoleContext);
  if (store === null) throw new Error('A view stands outside of the console.');
  return store;
}

type Parts = ConsoleStore['parts'];
type ValueOf<Name extends keyof Parts> = NonNullable<ReturnType<Parts[Name]['get']>['value']>;

/** A part of the state, kept up to date while the component is mounted. */
export function usePart<Name extends keyof Parts>(name: Name): Loaded<ValueOf<Name>> {
  const part: Resource<unknown> = useConsole().parts[name];
  return useCell(part) as Loaded<ValueOf<Name>>;
}

/** The emulator's time, rounded to a step; rerenders at each step. */
export function useServiceNow(stepMs = 1000): number {
  const { clock } = useConsole();
  const read = useCallback(() => clock.steppedNow(stepMs), [clock, stepMs]);
  return useSyncExternalStore(clock.onTick, read);
}

/** Milliseconds until a time, rounded up to whole seconds; never negative. */
export function useLeftMs(untilMs: number): number {
  const { clock } = useConsole();
  const read = useCallback(() => Math.max(0, Math.ceil((untilMs - clock.now()) / 1000) * 1000), [clock, untilMs]);
  return useSyncExternalStore(clock.onTick, read);
}

export function useClockState() {
  const { clock } = useConsole();
  return useSyncExternalStore(clock.onChange, clock.state);
}
