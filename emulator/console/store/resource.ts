// A cached part of the emulator's state. Loaded while it is displayed, reloaded after a change, at most once per interval.
import { CallError } from '../link/control-client.ts';
import { after } from './machine-time.ts';
import { createCell } from './cell.ts';

export type Loaded<T> = {
  /** Null before it was loaded. */
  value: T | null;
  /** The error of the last attempt. */
  error: string | null;
};

export type Resource<T> = {
  get(): Loaded<T>;
  subscribe(listener: () => void): () => void;
  /** Marks it stale; reloads it now or when it is displayed. */
  refresh(): void;
  /** Sets the value. A method, for bivariance of the type. */
  put(value: T): void;
};

const waitMs = 200;

export function createResource<T>(read: () => Promise<T>): Resource<T> {
  const cell = createCell<Loaded<T>>({ value: null, error: null });
  let subscribers = 0;
  let isStale = true;
  let isBusy = false;

  const reloadIfStale = () => {
    if (isBusy || !isStale || subscribers === 0) return;
    isBusy = true;
    isStale = false;
    read()
      .then(
        (value) => cell.set({ value, error: null }),
        (cause: unknown) => {
          if (!(cause instanceof CallError)) throw cause;
          // The link banner shows that the emulator is unreachable; keep the old value.
          if (cause.status !== null) cell.set(({ value }) => ({ value, error: cause.message }));
        },
      )
      .finally(() =>
        after(waitMs, () => {
          isBusy = false;
          reloadIfStale();
        }),
      );
  };

  return {
    get: cell.get,
    subscribe(listener) {
      const end = cell.subscribe(listener);
      subscribers += 1;
      reloadIfStale();
      return () => {
        subscribers -= 1;
        end();
      };
    },
    refresh() {
      isStale = true;
      reloadIfStale();
    },
    put: (value) => cell.set({ value, error: null }),
  };
}
