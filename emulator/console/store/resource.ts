// A part of the emulator as the console last read it. It is read when somebody looks at it, anew when the emulator says
// that it changed, and not more often than the waiting time allows, however often it changes.
import { CallRefusal } from '../link/control-client.ts';
import { after } from './machine-time.ts';
import { createCell } from './cell.ts';

export interface Loaded<T> {
  /** Null before it was read for the first time. */
  value: T | null;
  /** Why the last reading brought nothing, in the emulator's words. */
  refusal: string | null;
}

export interface Resource<T> {
  get(): Loaded<T>;
  subscribe(listener: () => void): () => void;
  /** What is known is old: read it, now or when somebody looks. */
  refresh(): void;
  /** This is how it is now. A method, so that every resource is one of something unknown. */
  put(value: T): void;
}

const waitMs = 200;

export function createResource<T>(read: () => Promise<T>): Resource<T> {
  const cell = createCell<Loaded<T>>({ value: null, refusal: null });
  let lookers = 0;
  let isOld = true;
  let isBusy = false;

  const look = () => {
    if (isBusy || !isOld || lookers === 0) return;
    isBusy = true;
    isOld = false;
    read()
      .then(
        (value) => cell.set({ value, refusal: null }),
        (cause: unknown) => {
          if (!(cause instanceof CallRefusal)) throw cause;
          // Without an answer the link says so; what was read stays on the page.
          if (cause.status !== null) cell.set(({ value }) => ({ value, refusal: cause.message }));
        },
      )
      .finally(() =>
        after(waitMs, () => {
          isBusy = false;
          look();
        }),
      );
  };

  return {
    get: cell.get,
    subscribe(listener) {
      const end = cell.subscribe(listener);
      lookers += 1;
      look();
      return () => {
        lookers -= 1;
        end();
      };
    },
    refresh() {
      isOld = true;
      look();
    },
    put: (value) => cell.set({ value, refusal: null }),
  };
}
