// What components take from the store.
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

/** A part of the emulator, kept up to date while somebody looks at it. */
export function usePart<Name extends keyof Parts>(name: Name): Loaded<ValueOf<Name>> {
  const part: Resource<unknown> = useConsole().parts[name];
  return useCell(part) as Loaded<ValueOf<Name>>;
}

/** The service's moment, to the step: whoever asks is drawn anew when it reaches the next one. */
export function useServiceNow(stepMs = 1000): number {
  const { clock } = useConsole();
  const read = useCallback(() => clock.steppedNow(stepMs), [clock, stepMs]);
  return useSyncExternalStore(clock.onTick, read);
}

/** What is left until a moment of the service, in whole seconds as milliseconds, a begun one counted; never below zero. */
export function useLeftMs(untilMs: number): number {
  const { clock } = useConsole();
  const read = useCallback(() => Math.max(0, Math.ceil((untilMs - clock.now()) / 1000) * 1000), [clock, untilMs]);
  return useSyncExternalStore(clock.onTick, read);
}

export function useClockState() {
  const { clock } = useConsole();
  return useSyncExternalStore(clock.onChange, clock.state);
}
