// Reads now, and again when the queue or a folder changes: one read at a time, the last one counts.
import { useEffect, useEffectEvent } from 'react';
import type { WindowState } from '../store/window-state.ts';
import { useStore } from '../store/use-window.ts';

/** The parts of the state that the decision log follows. */
const turnOf = ({ app }: WindowState) => (app === null ? '' : JSON.stringify([app.queue, app.bays, app.folders]));

/** @param key what is read; another key starts another read, and `read` checks the signal after its result has come */
export function useRead(key: string, read: (overtaken: AbortSignal, key: string) => Promise<void>) {
  const store = useStore();
  const readNow = useEffectEvent(read);
  useEffect(() => {
    const overtaken = new AbortController();
    let turn = turnOf(store.get());
    let last = Promise.resolve();
    let waiting = 0;
    const run = () => {
      // A read that is still waiting will see this change.
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
