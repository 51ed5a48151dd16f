// Runs changes of a secret store one at a time, and lets no read run while secrets move between places: it would find
// nothing, or an older value.
import { createSerialQueue } from '../../core/platform/serial-queue.ts';
import type { SecretRouter } from './secret-location.ts';

export function serialized(store: SecretRouter): SecretRouter {
  const { places } = store;
  const runExclusive = createSerialQueue();
  let moving: Promise<unknown> = Promise.resolve();
  function move<T>(work: () => Promise<T>): Promise<T> {
    const mine = runExclusive(work);
    moving = mine.catch(() => {});
    return mine;
  }
  return {
    get place() {
      return store.place;
    },
    get concern() {
      return store.concern;
    },
    get: (name) => moving.then(() => store.get(name)),
    set: (name, value) => runExclusive(() => store.set(name, value)),
    delete: (name) => runExclusive(() => store.delete(name)),
    exclusively: (name, work) => store.exclusively(name, work),
    places: {
      ...places,
      choose: (...given) => move(() => places.choose(...given)),
      removeAll: () => move(places.removeAll),
    },
    useKeychain: (found) => move(() => store.useKeychain(found)),
  };
}
