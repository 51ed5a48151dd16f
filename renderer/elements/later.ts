// Parts of the window that are loaded later. React shows the fallback of a `lazy` component for 300 ms
// even if its promise has been resolved long ago, so a part that is loaded answers without a promise.
import { type ReactNode, useDeferredValue } from 'react';

/** @param load a dynamic import */
export function createLater<Part>(load: () => Promise<Part>) {
  let loaded: Part | null = null;
  const start = async () => (loaded = await load());
  return {
    load: start,
    /** For `lazy`: makes a named export the default export. Waits for ever for what can't be loaded: the process has ended. */
    view: <Name extends keyof Part>(name: Name) => {
      const asDefault = (part: Part) => ({ default: part[name] });
      return () => (loaded === null ? start().then(asDefault, () => Promise.race([])) : resolved(asDefault(loaded)));
    },
  };
}

/** Calls back at once, which `lazy` makes use of. */
const resolved = <Value>(value: Value) =>
  // oxlint-disable-next-line unicorn/no-thenable -- It has to be one.
  ({ then: (callBack: (value: Value) => void) => callBack(value) }) as unknown as Promise<Value>;

/** Its content is rendered after the frame that opens a view, which would take too long. */
export const Later = ({ children }: { readonly children: ReactNode }): ReactNode =>
  useDeferredValue(true, false) && children;
