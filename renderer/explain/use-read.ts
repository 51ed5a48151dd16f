// Reads on mount and again when the queue or a folder changes, one read at a time.
import { useEffect, useEffectEvent } from 'react';
import type { WindowState } from '../store/window-state.ts';
import { useStore } from '../store/use-window.ts';

/** The parts of the state that a change of the decision log shows in. */
const turnOf = ({ app }: WindowState) => (app === null ? '' : JSON.stringify([app.queue, app.bays, app.folders]));

/** @param read is called again for another `key`, and has to check the signal before it uses its result */
export function useRead(key: string, read: (overtaken: AbortSignal, key: string) => Promise<void>) {
  const store = useStore();
  const readNow = useEffectEvent(read);
  useEffect(() => {
    const overtaken = new AbortController();
    let turn = turnOf(store.get());
    let last = Promise.resolve();
    let waiting = 0;
    const run = () => {
      // A read is queued already and will include this change.
      if (waiting > 1) return;
      waiting += 1;
      last = last
        .then(() => (overtaken.signal.aborted ? undefined : readNow(overtaken.signal, key)))
        .finally(() => {
          waiting -= 1;
        });
    };
    run();
    const undo = store.subscribe(() => {
      const next = turnOf(store.get());
      if (next === turn) return;
      turn = next;
      run();
    });
    return () => {
      overtaken.abort();
      undo();
    };
  }, [store, key]);
}
