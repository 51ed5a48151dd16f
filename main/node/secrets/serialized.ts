// Changes of a placed store one after the other, and no look at it while everything in it moves: what is written into the
// place that is being left would be left behind, the older value with it, and a reader would find nothing.
import { createTurns } from '../../core/platform/serial-queue.ts';
import type { PlacedStore } from './secret-router.ts';

export function undisturbed(store: PlacedStore): PlacedStore {
  const { places } = store;
  const inTurn = createTurns((work) => work());
  let moving: Promise<unknown> = Promise.resolve();
  function move<T>(work: () => Promise<T>): Promise<T> {
    const mine = inTurn(work);
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
    set: (name, value) => inTurn(() => store.set(name, value)),
    delete: (name) => inTurn(() => store.delete(name)),
    places: {
      ...places,
      choose: (...given) => move(() => places.choose(...given)),
      removeAll: () => move(places.removeAll),
    },
    useKeychain: (found) => move(() => store.useKeychain(found)),
  };
}
