// Reads now, and again whenever the queue or a folder is another: one reading at a time, the last one counts.
import { useEffect, useEffectEvent } from 'react';
import type { WindowState } from '../store/window-state.ts';
import { useStore } from '../store/use-window.ts';

/** What the log moves with. The rest of the state changes far more often. */
const turnOf = ({ app }: WindowState) => (app === null ? '' : JSON.stringify([app.queue, app.bays, app.folders]));

/** @param key What is read: another key is another reading. `read` looks at the signal when its answer has come. */
export function useRead(key: string, read: (overtaken: AbortSignal, key: string) => Promise<void>) {
  const store = useStore();
  const readNow = useEffectEvent(read);
  useEffect(() => {
    const overtaken = new AbortController();
    let turn = turnOf(store.get());
    let last = Promise.resolve();
    let waiting = 0;
    const run = () => {
      // One that waits for its turn reads what is true then.
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
