// The views that are loaded after the board, in two chunks.
import { routeMap } from '../detail/flight-section.tsx';
import { createLater } from '../elements/later.ts';
import { isFlightView, type View } from '../elements/use-view.ts';

export const flightViews = createLater(() => import('./flight-views.ts'));
export const otherViews = createLater(() => import('./later-views.ts'));

/** Loads all of them, the one of this view first, so that each opens at once. */
export async function loadViews(first: View): Promise<void> {
  const chunks = [otherViews, flightViews, routeMap];
  for (const { load } of isFlightView(first) ? chunks.toReversed() : chunks) await load();
}
