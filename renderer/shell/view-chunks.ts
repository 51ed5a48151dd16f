// The parts that are loaded after the board.
import { createLater } from '../elements/later.ts';
import { isFlightView, type View } from '../elements/use-view.ts';

export const flightViews = createLater(() => import('./flight-views.ts'));
/** The board has some of them, which wait until it has its rows: they would share the processor with the companion's start. */
export const otherViews = createLater(() => hasBegun.promise.then(() => import('./later-views.ts')));
const hasBegun = Promise.withResolvers<void>();

/** Loads the chunk of a view other than the board. */
export function loadView(view: View): Promise<unknown> {
  hasBegun.resolve();
  return (isFlightView(view) ? flightViews : otherViews).load();
}

/** Loads all of them, so that each opens at once. */
export async function loadViews(): Promise<void> {
  hasBegun.resolve();
  const { routeMap } = await otherViews.load();
  await flightViews.load();
  await routeMap.load();
}
