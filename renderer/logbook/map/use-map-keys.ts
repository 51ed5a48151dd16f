// Keys of the focused map: the arrows move it, + and - zoom, 0 shows everything.
import type { KeyboardEvent } from 'react';
import { ZOOM_STEP } from './map-controls.tsx';

type Options = {
  readonly move: (dx: number, dy: number) => void;
  readonly zoom: (factor: number) => void;
  readonly reset: () => void;
};

/** Pixels per key press. */
const STEP = 60;

export function useMapKeys({ move, zoom, reset }: Options) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => move(STEP, 0),
      ArrowRight: () => move(-STEP, 0),
      ArrowUp: () => move(0, STEP),
      ArrowDown: () => move(0, -STEP),
      '+': () => zoom(ZOOM_STEP),
      '=': () => zoom(ZOOM_STEP),
      '-': () => zoom(1 / ZOOM_STEP),
      '0': reset,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}
