// Tells whoever listens what happens in an emulator. What changed is gathered until the present turn of the event loop
// is over, so that a hundred changes at once are one piece of news.

import type { ChangedPart, EmulatorEvent } from '../api-types.ts';

export interface EventBus {
  /** Whether anybody listens: what nobody hears need not be put into words. */
  readonly hasListeners: boolean;
  publish(event: EmulatorEvent): void;
  /** Something of these parts is different now. */
  changed(...what: ChangedPart[]): void;
  /** The answer ends it. */
  listen(listener: (event: EmulatorEvent) => void): () => void;
}

export function createEventBus(): EventBus {
  const listeners = new Set<(event: EmulatorEvent) => void>();
  const gathered = new Set<ChangedPart>();

  const publish = (event: EmulatorEvent) => {
    for (const listener of listeners) listener(event);
  };

  return {
    get hasListeners() {
      return listeners.size > 0;
    },
    publish,
    changed(...what) {
      if (listeners.size === 0) return;
      if (gathered.size === 0) {
        setImmediate(() => {
          const parts = [...gathered];
          gathered.clear();
          publish({ type: 'changed', what: parts });
        });
      }
      for (const part of what) gathered.add(part);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
