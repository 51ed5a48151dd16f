// Publishes the events of an emulator. Changes within one turn of the event loop are combined into one event.

import type { ChangedPart, EmulatorEvent } from '../api-types.ts';

export type EventBus = ReturnType<typeof createEventBus>;

export function createEventBus() {
  const listeners = new Set<(event: EmulatorEvent) => void>();
  const pending = new Set<ChangedPart>();

  const publish = (event: EmulatorEvent) => {
    for (const listener of listeners) listener(event);
  };

  return {
    /** Lets callers skip building events that have no listener. */
    get hasListeners() {
      return listeners.size > 0;
    },
    publish,
    /** Announces that these parts have changed. */
    changed(...what: ChangedPart[]): void {
      if (listeners.size === 0) return;
      if (pending.size === 0) {
        setImmediate(() => {
          const parts = [...pending];
          pending.clear();
          publish({ type: 'changed', what: parts });
        });
      }
      for (const part of what) pending.add(part);
    },
    /** Returns a function that stops listening. */
    listen(listener: (event: EmulatorEvent) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
