// Moves a map or an image by pointer, touch and wheel, and by keys: one pointer drags, two pinch, the wheel zooms at the
// pointer.
import { type RefObject, useEffect, useEffectEvent } from 'react';

type Place = readonly [number, number];

type Gestures = {
  readonly drag: (dx: number, dy: number) => void;
  readonly zoom: (factor: number, at: Place) => void;
  /** Called for a press without a drag. */
  readonly press: (at: Place) => void;
  readonly hover: (at: Place | null) => void;
  readonly end: () => void;
};

/** A press may move by this many pixels before it counts as a drag. */
const pressSlop = 4;

export function useGestures(ref: RefObject<HTMLElement | null>, gestures: Gestures) {
  const { drag, zoom, press, hover, end } = gestures;
  const onDrag = useEffectEvent(drag);
  const onZoom = useEffectEvent(zoom);
  const onPress = useEffectEvent(press);
  const onHover = useEffectEvent(hover);
  const onEnd = useEffectEvent(end);
  useEffect(() => {
    const area = ref.current;
    if (area === null) return undefined;
    const pointers = new Map<number, Place>();
    let begun: Place | null = null;
    let hasMoved = false;

    const placeOf = (event: MouseEvent): Place => {
      const box = area.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    const span = ([[x1, y1], [x2, y2]]: [Place, Place]) => Math.hypot(x1 - x2, y1 - y2);

    function down(event: PointerEvent) {
      if (event.button !== 0) return;
      const place = placeOf(event);
      pointers.set(event.pointerId, place);
      if (pointers.size === 1) {
        begun = place;
        hasMoved = false;
      } else hasMoved = true;
    }
    function move(event: PointerEvent) {
      const place = placeOf(event);
      const before = pointers.get(event.pointerId);
      if (before === undefined) return onHover(place);
      if (!hasMoved && begun !== null && Math.hypot(place[0] - begun[0], place[1] - begun[1]) < pressSlop) return;
      if (!hasMoved) area!.setPointerCapture(event.pointerId);
      hasMoved = true;
      const others = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, place);
      const [dx, dy] = [place[0] - before[0], place[1] - before[1]];
      if (others === undefined) return onDrag(dx, dy);
      const factor = span([place, others]) / Math.max(1, span([before, others]));
      onDrag(dx / 2, dy / 2);
      onZoom(factor, [(place[0] + others[0]) / 2, (place[1] + others[1]) / 2]);
    }
    function up(event: PointerEvent) {
      if (!pointers.delete(event.pointerId)) return;
      if (pointers.size > 0) return;
      if (hasMoved) onEnd();
      else if (event.type === 'pointerup') onPress(placeOf(event));
    }
    let wheelEnd: ReturnType<typeof setTimeout> | undefined;
    function wheel(event: WheelEvent) {
      event.preventDefault();
      // A touchpad's pinch arrives as a wheel with Ctrl, in smaller steps.
      const step = event.ctrlKey ? 0.01 : event.deltaMode === 1 ? 0.05 : 0.0016;
      onZoom(Math.exp(-event.deltaY * step), placeOf(event));
      clearTimeout(wheelEnd);
      wheelEnd = setTimeout(onEnd, 160);
    }
    const ending = new AbortController();
    const { signal } = ending;
    area.addEventListener('pointerdown', down, { signal });
    area.addEventListener('pointermove', move, { signal });
    area.addEventListener('pointerup', up, { signal });
    area.addEventListener('pointercancel', up, { signal });
    area.addEventListener('pointerleave', () => onHover(null), { signal });
    area.addEventListener('wheel', wheel, { signal, passive: false });
    return () => {
      clearTimeout(wheelEnd);
      ending.abort();
    };
  }, [ref]);
}

/** How much a key or a button zooms. */
export const zoomStep = 1.4;

type KeyActions = {
  readonly pan: (dx: number, dy: number) => void;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
};

/** What the keys do, by their name: the arrows move by so many pixels, + and - zoom, 0 shows everything. */
export const panAndZoomKeys = (
  { pan, zoom, fit }: KeyActions,
  pixels: number,
): Readonly<Record<string, () => void>> => ({
  ArrowLeft: () => pan(pixels, 0),
  ArrowRight: () => pan(-pixels, 0),
  ArrowUp: () => pan(0, pixels),
  ArrowDown: () => pan(0, -pixels),
  '+': () => zoom(zoomStep),
  '=': () => zoom(zoomStep),
  '-': () => zoom(1 / zoomStep),
  '0': fit,
});
