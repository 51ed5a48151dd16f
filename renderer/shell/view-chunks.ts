// The parts that are loaded after the board.
import { createLater } from '../elements/later.ts';
import { isFlightView, type View } from '../elements/use-view.ts';

export const flightViews = createLater(() => import('./flight-views.ts'));
export const otherViews = createLater(() => import('./later-views.ts'));

/** Loads the chunk of a view other than the board. */
export const loadView = (view: View): Promise<unknown> => (isFlightView(view) ? flightViews : otherViews).load();

/** Loads all of them, so that each opens at once. */
export async function loadViews(): Promise<void> {
  const { routeMap } = await otherViews.load();
  await flightViews.load();
  await routeMap.load();
}
