// Reads on mount and again when the queue or a folder changes, one read at a time.
import { useEffect, useEffectEvent } from 'react';
import type { WindowState } from '../store/window-state.ts';
import { useStore } from '../store/use-window.ts';

/** The parts of the state that a change of the decision log shows in. */
const revisionOf = ({ app }: WindowState) => (app === null ? '' : JSON.stringify([app.queue, app.bays, app.folders]));

/** @param read is called again for another `key`, and has to check the signal before it uses its result */
export function useRead(key: string, read: (signal: AbortSignal, key: string) => Promise<void>) {
  const store = useStore();
  const readNow = useEffectEvent(read);
  useEffect(() => {
    const controller = new AbortController();
    let revision = revisionOf(store.get());
    let last = Promise.resolve();
    let waiting = 0;
    const run = () => {
      // A read is queued already and will include this change.
      if (waiting > 1) return;
      waiting += 1;
      last = last
        .then(() => (controller.signal.aborted ? undefined : readNow(controller.signal, key)))
        .finally(() => {
          waiting -= 1;
        });
    };
    run();
    const undo = store.subscribe(() => {
      const next = revisionOf(store.get());
      if (next === revision) return;
      revision = next;
      run();
    });
    return () => {
      controller.abort();
      undo();
    };
  }, [store, key]);
}
