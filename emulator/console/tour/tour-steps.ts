// What the tour shows, in order: a part of the real console, in the view that it belongs to.
import type { View } from '../store/use-view.ts';

export const tourSteps = [
  { name: 'requests', view: 'requests', target: '.nav a[href="#requests"]' },
  { name: 'clock', view: 'requests', target: '.clock-controls' },
  { name: 'faults', view: 'requests', target: '.fault-setter' },
  { name: 'flights', view: 'flights', target: '.nav a[href="#flights"]' },
  { name: 'people', view: 'people', target: '.nav a[href="#people"]' },
  { name: 'api', view: 'api', target: '.nav a[href="#api"]' },
] as const satisfies readonly { readonly name: string; readonly view: View; readonly target: string }[];

const kept = 'console-tour';

/** Whether it was completed or skipped in this browser. */
export const isTourSeen = (): boolean => localStorage.getItem(kept) !== null;

export const keepTourSeen = (): void => localStorage.setItem(kept, 'seen');
